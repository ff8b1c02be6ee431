// libtorch's C++ form of a tensor: columns of one width, then `[ CPUFloatType{2,3} ]`.
#include <ATen/core/Formatting.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/print_values.h>

#include <cmath>
#include <iomanip>
#include <cstdio>
#include <ostream>
#include <sstream>

namespace at {

namespace detail {

Tensor printable(const Tensor& t) {
  auto convert = [](const Tensor& from, const char* name, const char* overload, auto&&... args) {
    torch::jit::Stack stack;
    torch::jit::push(stack, from, args...);
    c10::Dispatcher::singleton().findSchemaOrThrow(name, overload).callBoxed(stack);
    return std::move(stack[0]).toTensor();
  };
  Tensor r = t;
  if (r.is_quantized()) {
    r = convert(r, "aten::dequantize", "self");
  }
  if (r.layout() != Layout::Strided) {
    r = convert(r, "aten::to_dense", "", c10::IValue(), c10::IValue());
  }
  if (!r.is_cpu()) {
    r = convert(r, "aten::to", "device", Device(c10::kCPU), r.scalar_type(), false, false, c10::IValue());
  }
  return r;
}

PrintValue read_value(const Tensor& t, int64_t offset) {
  PrintValue v;
  const void* data = t.const_data_ptr();
  switch (t.scalar_type()) {
#define WICK_INTEGER(cpp, name) \
  case ScalarType::name: \
    v.integer = static_cast<int64_t>(static_cast<const cpp*>(data)[offset]); \
    v.re = static_cast<double>(static_cast<const cpp*>(data)[offset]); \
    break;
    WICK_INTEGER(uint8_t, Byte)
    WICK_INTEGER(int8_t, Char)
    WICK_INTEGER(int16_t, Short)
    WICK_INTEGER(int32_t, Int)
    WICK_INTEGER(int64_t, Long)
    WICK_INTEGER(bool, Bool)
    WICK_INTEGER(uint16_t, UInt16)
    WICK_INTEGER(uint32_t, UInt32)
    WICK_INTEGER(uint64_t, UInt64)
#undef WICK_INTEGER
    case ScalarType::Half: v.re = static_cast<float>(static_cast<const c10::Half*>(data)[offset]); break;
    case ScalarType::BFloat16: v.re = static_cast<float>(static_cast<const c10::BFloat16*>(data)[offset]); break;
    case ScalarType::Float: v.re = static_cast<const float*>(data)[offset]; break;
    case ScalarType::Double: v.re = static_cast<const double*>(data)[offset]; break;
    case ScalarType::ComplexHalf: {
      const auto c = static_cast<const c10::complex<c10::Half>*>(data)[offset];
      v.re = static_cast<float>(c.real());
      v.im = static_cast<float>(c.imag());
      break;
    }
    case ScalarType::ComplexFloat: {
      const auto c = static_cast<const c10::complex<float>*>(data)[offset];
      v.re = c.real();
      v.im = c.imag();
      break;
    }
    case ScalarType::ComplexDouble: {
      const auto c = static_cast<const c10::complex<double>*>(data)[offset];
      v.re = c.real();
      v.im = c.imag();
      break;
    }
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, "printing a tensor of dtype ", c10::toString(t.scalar_type()));
  }
  return v;
}

std::vector<PrintValue> read_values(const Tensor& t) {
  std::vector<PrintValue> out;
  const int64_t n = t.numel();
  const auto sizes = t.sizes();
  const auto strides = t.strides();
  const size_t dims = sizes.size();
  out.reserve(static_cast<size_t>(n));
  DimVector index(dims, 0);
  int64_t offset = 0;
  for (int64_t i = 0; i < n; ++i) {
    out.push_back(read_value(t, offset));
    for (size_t d = dims; d-- > 0;) {
      offset += strides[d];
      if (++index[d] < sizes[d]) {
        break;
      }
      offset -= strides[d] * sizes[d];
      index[d] = 0;
    }
  }
  return out;
}

} // namespace detail

namespace {

using detail::PrintValue;

// Restores what was set on the stream.
class FormatGuard {
 public:
  explicit FormatGuard(std::ostream& out) : out_(out), flags_(out.flags()), precision_(out.precision()) {}
  ~FormatGuard() {
    out_.flags(flags_);
    out_.precision(precision_);
  }

 private:
  std::ostream& out_;
  std::ios_base::fmtflags flags_;
  std::streamsize precision_;
};

std::ostream& defaultfloat(std::ostream& out) {
  out.unsetf(std::ios_base::floatfield);
  return out;
}

struct Columns {
  double scale = 1;
  int width = 0;
};

// Chooses notation, common factor and width for some values, and sets the stream's notation.
Columns choose_format(std::ostream& out, const PrintValue* values, int64_t n, bool complex) {
  if (n == 0) {
    return {};
  }
  bool all_whole = true;
  double smallest = 1;
  double largest = 1;
  bool any = false;
  auto look = [&](double x) {
    if (!std::isfinite(x)) {
      return;
    }
    all_whole = all_whole && x == std::ceil(x);
    const double z = std::fabs(x);
    if (!any) {
      smallest = largest = z;
      any = true;
    } else {
      smallest = std::min(smallest, z);
      // As in libtorch only what is positive widens the column.
      if (x > largest) {
        largest = z;
      }
    }
  };
  for (int64_t i = 0; i < n; ++i) {
    look(values[i].re);
    if (complex) {
      look(values[i].im);
    }
  }
  double exp_min = 1;
  double exp_max = 1;
  if (any) {
    exp_min = smallest != 0 ? std::floor(std::log10(smallest)) + 1 : 1;
    exp_max = largest != 0 ? std::floor(std::log10(largest)) + 1 : 1;
  }
  Columns c;
  if (all_whole) {
    if (exp_max > 9) {
      c.width = 11;
      out << std::scientific << std::setprecision(4);
    } else {
      c.width = static_cast<int>(exp_max) + 1;
      defaultfloat(out);
    }
  } else if (exp_max - exp_min > 4) {
    c.width = std::fabs(exp_max) > 99 || std::fabs(exp_min) > 99 ? 12 : 11;
    out << std::scientific << std::setprecision(4);
  } else if (exp_max > 5 || exp_max < 0) {
    c.width = 7;
    c.scale = std::pow(10, exp_max - 1);
    out << std::fixed << std::setprecision(4);
  } else {
    c.width = exp_max == 0 ? 7 : static_cast<int>(exp_max) + 6;
    out << std::fixed << std::setprecision(4);
  }
  return c;
}

void print_scale(std::ostream& out, double scale) {
  FormatGuard guard(out);
  defaultfloat(out) << scale << " *\n";
}

void print_value(std::ostream& out, const PrintValue& v, const Columns& c, bool complex) {
  out << std::setw(c.width) << v.re / c.scale;
  if (complex) {
    out << (v.im < 0 || std::signbit(v.im) ? '-' : '+') << std::fabs(v.im) / c.scale << 'j';
  }
}

void print_indent(std::ostream& out, int64_t indent) {
  for (int64_t i = 0; i < indent; ++i) {
    out << ' ';
  }
}

void print_matrix(std::ostream& out, const PrintValue* values, int64_t rows, int64_t cols, int64_t linesize, int64_t indent, bool complex) {
  FormatGuard guard(out);
  const Columns c = choose_format(out, values, rows * cols, complex);
  print_indent(out, indent);
  const int64_t cell = complex ? 2 * (c.width + 1) + 1 : c.width + 1;
  const int64_t per_line = std::max<int64_t>(1, (linesize - indent) / cell);
  for (int64_t first = 0; first < cols; first += per_line) {
    const int64_t last = std::min(first + per_line, cols) - 1;
    if (per_line < cols) {
      if (first != 0) {
        out << '\n';
      }
      out << "Columns " << first + 1 << " to " << last + 1;
      print_indent(out, indent);
    }
    if (c.scale != 1) {
      print_scale(out, c.scale);
      print_indent(out, indent);
    }
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t k = first; k <= last; ++k) {
        print_value(out, values[r * cols + k], c, complex);
        if (k != last) {
          out << ' ';
          continue;
        }
        out << '\n';
        if (r != rows - 1) {
          if (c.scale != 1) {
            out << ' ';
          }
          print_indent(out, indent);
        }
      }
    }
  }
}

void print_stack(std::ostream& out, const PrintValue* values, IntArrayRef sizes, int64_t linesize, bool complex) {
  const int64_t rows = sizes[sizes.size() - 2];
  const int64_t cols = sizes[sizes.size() - 1];
  const auto outer = sizes.slice(0, sizes.size() - 2);
  int64_t matrices = 1;
  for (int64_t s : outer) {
    matrices *= s;
  }
  // The first index runs fastest.
  for (int64_t m = 0; m < matrices; ++m) {
    if (m != 0) {
      out << '\n';
    }
    DimVector index(outer.size());
    int64_t rest = m;
    for (size_t d = 0; d < outer.size(); ++d) {
      index[d] = rest % outer[d];
      rest /= outer[d];
    }
    int64_t linear = 0;
    out << '(';
    for (size_t d = 0; d < outer.size(); ++d) {
      linear = linear * outer[d] + index[d];
      out << index[d] + 1 << ',';
    }
    out << ".,.) = \n";
    print_matrix(out, values + linear * rows * cols, rows, cols, linesize, 1, complex);
  }
}

} // namespace

std::ostream& print(std::ostream& out, const Tensor& tensor, int64_t linesize) {
  if (!tensor.defined()) {
    return out << "[ Tensor (undefined) ]";
  }
  const auto sizes = tensor.sizes();
  if (!tensor.is_meta()) {
    const Tensor t = detail::printable(tensor);
    const auto values = detail::read_values(t);
    const bool complex = t.is_complex();
    FormatGuard guard(out);
    if (sizes.empty()) {
      defaultfloat(out) << std::setprecision(6);
      print_value(out, values[0], Columns{}, complex);
      out << '\n';
    } else if (t.numel() == 0) {
    } else if (sizes.size() == 1) {
      const Columns c = choose_format(out, values.data(), t.numel(), complex);
      if (c.scale != 1) {
        print_scale(out, c.scale);
      }
      for (const auto& v : values) {
        print_value(out, v, c, complex);
        out << '\n';
      }
    } else if (sizes.size() == 2) {
      print_matrix(out, values.data(), sizes[0], sizes[1], linesize, 0, complex);
    } else {
      print_stack(out, values.data(), sizes, linesize, complex);
    }
  }
  out << "[ " << tensor.toString() << '{';
  for (size_t i = 0; i < sizes.size(); ++i) {
    out << (i == 0 ? "" : ",") << sizes[i];
  }
  return out << "} ]";
}

void print(const Tensor& t, int64_t linesize) {
  // Not std::cout: <iostream> would bring a static constructor into the library.
  std::ostringstream text;
  print(text, t, linesize);
  std::fputs(text.str().c_str(), stdout);
}

std::ostream& operator<<(std::ostream& out, const Tensor& t) { return print(out, t, 80); }

} // namespace at
