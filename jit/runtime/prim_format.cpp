#include <torch/csrc/jit/runtime/prim_format.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/runtime/prim_ops.h>

#include <cmath>
#include <cstdio>
#include <sstream>

namespace torch::jit::prim_ops {

ListImpl& listOf(const IValue& v) {
  TORCH_CHECK_TYPE(v.isList(), "expected a list but found a value of kind ", v.tagKind());
  return v.unsafe_list();
}
DictImpl& dictOf(const IValue& v) {
  TORCH_CHECK_TYPE(v.isGenericDict(), "expected a dict but found a value of kind ", v.tagKind());
  return v.unsafe_dict();
}

std::string printed(const IValue& v) {
  if (v.isString()) return v.toStringRef();
  if (v.isInt()) return std::to_string(v.toInt());
  std::ostringstream out;
  out << v;
  return std::move(out).str();
}

namespace {
void finish(IValue* args, size_t n, std::string text) {
  for (size_t i = 0; i < n; ++i) args[i] = IValue();
  args[0] = IValue(std::move(text));
}
}  // namespace

void formatBraces(const c10::OperatorRow&, IValue* args, size_t n) {
  TORCH_CHECK(n > 0, "format: no format string");
  const std::string& format = args[0].toStringRef();
  std::string out;
  size_t used = 1, at = 0;
  while (true) {
    const size_t next = format.find("{}", at);
    out.append(format, at, next == std::string::npos ? std::string::npos : next - at);
    if (next == std::string::npos) break;
    TORCH_CHECK_VALUE(used < n, "Too few arguments for format string: ", format);
    out.append(printed(args[used++]));
    at = next + 2;
  }
  finish(args, n, std::move(out));
}

void formatPercent(const c10::OperatorRow&, IValue* args, size_t n) {
  TORCH_CHECK(n > 0, "percent format: no format string");
  const std::string format = args[0].toStringRef();
  // The values come as they are or as one tuple.
  std::vector<IValue> values;
  if (n == 2 && args[1].isTuple()) {
    values = args[1].toTupleRef().elements();
  } else {
    values.assign(args + 1, args + n);
  }
  std::string out;
  size_t used = 0;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out.push_back(format[at]);
      continue;
    }
    TORCH_CHECK_VALUE(at + 1 < format.size(), "Incomplete format specifier at the end of '", format, "'");
    if (format[at + 1] == '%') {
      out.push_back('%');
      ++at;
      continue;
    }
    // flags, width, precision: digits are bounded so that a format cannot ask for gigabytes
    std::string spec = "%";
    size_t i = at + 1;
    while (i < format.size() && std::string_view("-+ #0").find(format[i]) != std::string_view::npos) spec.push_back(format[i++]);
    const auto digits = [&] {
      size_t count = 0;
      while (i < format.size() && format[i] >= '0' && format[i] <= '9') {
        TORCH_CHECK_VALUE(++count <= 4, "a width or precision in '", format, "' is too large");
        spec.push_back(format[i++]);
      }
    };
    digits();
    if (i < format.size() && format[i] == '.') {
      spec.push_back(format[i++]);
      digits();
    }
    TORCH_CHECK_VALUE(i < format.size(), "Incomplete format specifier at the end of '", format, "'");
    TORCH_CHECK_VALUE(used < values.size(), "Too few arguments for format string: ", format);
    const IValue& v = values[used++];
    const char kind = format[i];
    char buffer[512];
    int length = 0;
    std::string big;
    const auto print = [&](auto value) {
      length = std::snprintf(buffer, sizeof(buffer), spec.c_str(), value);
      if (length >= static_cast<int>(sizeof(buffer))) {
        big.resize(static_cast<size_t>(length) + 1);
        std::snprintf(big.data(), big.size(), spec.c_str(), value);
        big.pop_back();
      } else {
        big.assign(buffer, static_cast<size_t>(length));
      }
      out.append(big);
    };
    switch (kind) {
      case 'd':
      case 'i':
        TORCH_CHECK_TYPE(v.isScalar() && !v.isComplexDouble(), "%", kind, " requires a number for formatting, but got ", v.tagKind());
        spec += "lld";
        print(static_cast<long long>(v.isDouble() ? v.toScalar().to<double>() : v.toScalar().toLong()));
        break;
      case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        TORCH_CHECK_TYPE(v.isScalar() && !v.isComplexDouble(), "%", kind, " requires a number for formatting, but got ", v.tagKind());
        spec.push_back(kind);
        print(v.toScalar().toDouble());
        break;
      case 'c':
        if (v.isInt()) {
          out.push_back(static_cast<char>(v.toInt()));
        } else {
          TORCH_CHECK_TYPE(v.isString() && v.toStringRef().size() == 1, "%c requires an int or a string of one character");
          out.append(v.toStringRef());
        }
        break;
      case 'x': case 'X': case 'o':
        TORCH_CHECK_TYPE(v.isInt(), "%", kind, " requires an int for formatting, but got ", v.tagKind());
        spec += "ll";
        spec.push_back(kind);
        print(v.toInt());
        break;
      case 's':
      case 'r': {
        spec.push_back('s');
        const std::string text = printed(v);
        print(text.c_str());
        break;
      }
      default:
        throw c10::ValueError(c10::str("The specifier %", kind, " is not supported in TorchScript format strings"));
    }
    at = i;
  }
  TORCH_CHECK_VALUE(used == values.size(), "Too many arguments for format string: ", format);
  finish(args, n, std::move(out));
}

SliceRange sliceRange(int64_t n, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step, const char* what) {
  TORCH_CHECK_VALUE(step != 0, what, " should have non-zero step");
  const int64_t low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1;
  const auto clamp = [&](int64_t i) {
    if (i < 0) i += n;
    return i < low ? low : i > high ? high : i;
  };
  const int64_t from = start ? clamp(*start) : step > 0 ? 0 : n - 1;
  const int64_t to = end ? clamp(*end) : step > 0 ? n : -1;
  if (step > 0 ? from >= to : from <= to) return {0, 0};
  const uint64_t distance = static_cast<uint64_t>(step > 0 ? to - from : from - to);
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
  return {from, static_cast<int64_t>((distance - 1) / stride + 1)};
}

void checkLength(int64_t length, const char* what) {
  TORCH_CHECK_VALUE(length >= 0 && length <= (int64_t{1} << 40), what, " ", length, " is not possible");
}

IValue stringList(std::vector<std::string> values) {
  std::vector<IValue> list;
  list.reserve(values.size());
  for (std::string& s : values) list.emplace_back(std::move(s));
  return c10::List<IValue>(c10::make_intrusive<ListImpl>(std::move(list), c10::StringType::get()));
}

}  // namespace torch::jit::prim_ops
