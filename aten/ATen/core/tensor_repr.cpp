// Python's form of a tensor, `tensor([[1., 2.], [3., 4.]])`.
#include <ATen/core/Formatting.h>
#include <ATen/core/print_values.h>
#include <c10/core/DefaultDtype.h>

#include <cmath>
#include <cstdio>

namespace at {

namespace {

using detail::PrintValue;
using detail::read_value;

std::string printf_double(const char* format, int precision, double v) {
  char text[512];
  const int n = std::snprintf(text, sizeof(text), format, precision, v);
  return std::string(text, static_cast<size_t>(std::min<int>(n, sizeof(text) - 1)));
}
// Python has no sign on nan.
std::string fixed(double v, int precision) { return std::isnan(v) ? "nan" : printf_double("%.*f", precision, v); }
std::string scientific(double v, int precision) { return std::isnan(v) ? "nan" : printf_double("%.*e", precision, v); }

// The common form of a tensor's real or imaginary parts.
class NumberFormat {
 public:
  NumberFormat(ScalarType dtype, const std::vector<double>& values, const std::vector<int64_t>& integers, const PrintOptions& options)
      : floating_(c10::isFloatingType(dtype) || c10::isComplexType(dtype)), boolean_(dtype == ScalarType::Bool), precision_(options.precision) {
    if (!floating_) {
      for (int64_t i : integers) {
        width_ = std::max(width_, integer(i).size());
      }
      return;
    }
    double smallest = HUGE_VAL;
    double largest = 0;
    for (double v : values) {
      if (std::isfinite(v) && v != 0) {
        smallest = std::min(smallest, std::fabs(v));
        largest = std::max(largest, std::fabs(v));
        whole_ = whole_ && v == std::ceil(v);
      }
    }
    if (largest == 0) {
      return;
    }
    sci_ = largest / smallest > 1000.0 || largest > 1.0e8 || smallest < 1.0e-4;
    for (double v : values) {
      if (std::isfinite(v) && v != 0) {
        width_ = std::max(width_, sci_ ? scientific(v, precision_).size() : whole_ ? fixed(v, 0).size() + 1 : fixed(v, precision_).size());
      }
    }
  }

  size_t width() const { return width_; }
  std::string format(double v, int64_t i) const {
    std::string s;
    if (!floating_) {
      s = integer(i);
    } else if (sci_) {
      s = scientific(v, precision_);
    } else if (whole_) {
      s = fixed(v, 0);
      if (std::isfinite(v)) {
        s += '.';
      }
    } else {
      s = fixed(v, precision_);
    }
    return s.size() < width_ ? std::string(width_ - s.size(), ' ') + s : s;
  }

 private:
  std::string integer(int64_t i) const { return boolean_ ? (i ? "True" : "False") : std::to_string(i); }

  bool floating_;
  bool boolean_;
  bool whole_ = true;
  bool sci_ = false;
  int precision_;
  size_t width_ = 1;
};

class Repr {
 public:
  Repr(const Tensor& t, const PrintOptions& options) : t_(t), options_(options), summarize_(t.numel() > options.threshold) {
    std::vector<double> re, im;
    std::vector<int64_t> integers;
    collect(0, 0, re, im, integers);
    real_ = std::make_unique<NumberFormat>(t.scalar_type(), re, integers, options);
    if (t.is_complex()) {
      imag_ = std::make_unique<NumberFormat>(t.scalar_type(), im, integers, options);
    }
  }

  std::string text(size_t dim, int64_t offset, int64_t indent) const {
    const size_t dims = t_.sizes().size();
    if (dims == 0) {
      return value(offset);
    }
    if (dim + 1 == dims) {
      return vector(dim, offset, indent);
    }
    std::string out = "[";
    const std::string between = "," + std::string(dims - dim - 1, '\n') + std::string(static_cast<size_t>(indent) + 1, ' ');
    bool first = true;
    for_each(dim, [&](int64_t i) {
      if (!first) {
        out += between;
      }
      first = false;
      out += i < 0 ? "..." : text(dim + 1, offset + i * t_.strides()[dim], indent + 1);
    });
    return out + "]";
  }

 private:
  // The indices shown of a dimension; -1 stands for the gap.
  template <class F> void for_each(size_t dim, F&& f) const {
    const int64_t n = t_.sizes()[dim];
    if (summarize_ && n > 2 * options_.edgeitems) {
      for (int64_t i = 0; i < options_.edgeitems; ++i) {
        f(i);
      }
      f(-1);
      for (int64_t i = n - options_.edgeitems; i < n; ++i) {
        f(i);
      }
    } else {
      for (int64_t i = 0; i < n; ++i) {
        f(i);
      }
    }
  }

  void collect(size_t dim, int64_t offset, std::vector<double>& re, std::vector<double>& im, std::vector<int64_t>& integers) const {
    if (dim == t_.sizes().size()) {
      const PrintValue v = read_value(t_, offset);
      re.push_back(v.re);
      im.push_back(v.im);
      integers.push_back(v.integer);
      return;
    }
    for_each(dim, [&](int64_t i) {
      if (i >= 0) {
        collect(dim + 1, offset + i * t_.strides()[dim], re, im, integers);
      }
    });
  }

  std::string value(int64_t offset) const {
    const PrintValue v = read_value(t_, offset);
    std::string s = real_->format(v.re, v.integer);
    if (imag_) {
      std::string im = imag_->format(v.im, 0) + "j";
      im.erase(0, im.find_first_not_of(' '));
      if (im[0] != '-') {
        s += '+';
      }
      s += im;
    }
    return s;
  }

  std::string vector(size_t dim, int64_t offset, int64_t indent) const {
    const int64_t element = static_cast<int64_t>(real_->width()) + 2 + (imag_ ? static_cast<int64_t>(imag_->width()) + 1 : 0);
    const int64_t per_line = std::max<int64_t>(1, (options_.linewidth - indent) / element);
    std::string out = "[";
    int64_t count = 0;
    for_each(dim, [&](int64_t i) {
      if (count != 0) {
        out += count % per_line == 0 ? ",\n" + std::string(static_cast<size_t>(indent) + 1, ' ') : ", ";
      }
      ++count;
      out += i < 0 ? " ..." : value(offset + i * t_.strides()[dim]);
    });
    return out + "]";
  }

  const Tensor& t_;
  const PrintOptions& options_;
  bool summarize_;
  std::unique_ptr<NumberFormat> real_;
  std::unique_ptr<NumberFormat> imag_;
};

const char* python_dtype(ScalarType t) {
  switch (t) {
    case ScalarType::Byte: return "torch.uint8";
    case ScalarType::Char: return "torch.int8";
    case ScalarType::Short: return "torch.int16";
    case ScalarType::Int: return "torch.int32";
    case ScalarType::Long: return "torch.int64";
    case ScalarType::Half: return "torch.float16";
    case ScalarType::Float: return "torch.float32";
    case ScalarType::Double: return "torch.float64";
    case ScalarType::ComplexHalf: return "torch.complex32";
    case ScalarType::ComplexFloat: return "torch.complex64";
    case ScalarType::ComplexDouble: return "torch.complex128";
    case ScalarType::Bool: return "torch.bool";
    case ScalarType::BFloat16: return "torch.bfloat16";
    case ScalarType::UInt16: return "torch.uint16";
    case ScalarType::UInt32: return "torch.uint32";
    case ScalarType::UInt64: return "torch.uint64";
    case ScalarType::QInt8: return "torch.qint8";
    case ScalarType::QUInt8: return "torch.quint8";
    case ScalarType::QInt32: return "torch.qint32";
    default: return c10::toString(t);
  }
}

std::string size_tuple(IntArrayRef sizes) {
  std::string out = "size=(";
  for (size_t i = 0; i < sizes.size(); ++i) {
    out += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
  }
  return out + (sizes.size() == 1 ? ",)" : ")");
}

} // namespace

std::string tensor_repr(const Tensor& t, const PrintOptions& options) {
  if (!t.defined()) {
    return "tensor([undefined])";
  }
  const std::string prefix = "tensor(";
  const auto indent = static_cast<int64_t>(prefix.size());
  const ScalarType dtype = t.scalar_type();
  const ScalarType default_dtype = c10::get_default_dtype_as_scalartype();
  // Dtypes that the text of the values tells apart.
  const bool obvious = dtype == default_dtype || dtype == ScalarType::Long || dtype == ScalarType::Bool || (c10::isComplexType(dtype) && dtype == c10::toComplexType(default_dtype));
  std::vector<std::string> suffixes;
  if (!t.is_cpu()) {
    suffixes.push_back("device='" + t.device().str() + "'");
  }
  std::string body;
  if (t.is_meta()) {
    suffixes.push_back(size_tuple(t.sizes()));
    if (dtype != default_dtype) {
      suffixes.push_back(std::string("dtype=") + python_dtype(dtype));
    }
    body = "...";
  } else if (t.numel() == 0) {
    if (t.dim() != 1) {
      suffixes.push_back(size_tuple(t.sizes()));
    }
    if (dtype != default_dtype) {
      suffixes.push_back(std::string("dtype=") + python_dtype(dtype));
    }
    body = "[]";
  } else {
    if (!obvious) {
      suffixes.push_back(std::string("dtype=") + python_dtype(dtype));
    }
    const Tensor dense = detail::printable(t);
    body = Repr(dense, options).text(0, 0, indent);
  }
  if (t.requires_grad()) {
    suffixes.emplace_back("requires_grad=True");
  }
  std::string out = prefix + body;
  const size_t newline = out.rfind('\n');
  // Python counts one more than the line's length when there is no newline (rfind is -1 there).
  int64_t last_line = static_cast<int64_t>(out.size()) - (newline == std::string::npos ? -1 : static_cast<int64_t>(newline)) + 1;
  for (const std::string& s : suffixes) {
    const auto length = static_cast<int64_t>(s.size());
    if (last_line + length + 2 > options.linewidth) {
      out += ",\n" + std::string(prefix.size(), ' ') + s;
      last_line = indent + length;
    } else {
      out += ", " + s;
      last_line += length + 2;
    }
  }
  return out + ")";
}

} // namespace at
