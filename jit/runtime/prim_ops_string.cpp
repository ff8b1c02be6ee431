// Operators on str. A str is a sequence of bytes: len() and indices count bytes, case and character classes are those of ASCII, as in PyTorch.
#include <torch/csrc/jit/runtime/prim_format.h>
#include <torch/csrc/jit/runtime/prim_ops.h>

#include <algorithm>

namespace torch::jit::prim_ops {
namespace {

using sv = std::string_view;

bool lowerCase(char c) { return c >= 'a' && c <= 'z'; }
bool upperCase(char c) { return c >= 'A' && c <= 'Z'; }
bool alpha(char c) { return lowerCase(c) || upperCase(c); }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool printable(char c) { return c >= ' ' && c <= '~'; }
char toLower(char c) { return upperCase(c) ? static_cast<char>(c + 32) : c; }
char toUpper(char c) { return lowerCase(c) ? static_cast<char>(c - 32) : c; }

template <class F>
std::string mapped(sv s, F f) {
  std::string out(s);
  for (char& c : out) c = f(c);
  return out;
}
template <class P>
bool allOf(sv s, P p) {
  return !s.empty() && std::all_of(s.begin(), s.end(), p);
}
// Some letter is there and none of the other case.
bool cased(sv s, bool (*wanted)(char), bool (*other)(char)) {
  return std::any_of(s.begin(), s.end(), wanted) && std::none_of(s.begin(), s.end(), other);
}

int64_t ssize(sv s) { return static_cast<int64_t>(s.size()); }

// [start, end) of a search: negative start counts from the end, end counts so that -1 is the end itself (the schemas' default).
bool window(sv s, int64_t start, int64_t end, size_t& from, size_t& to) {
  const int64_t n = ssize(s);
  if (start < 0) start = std::max<int64_t>(0, start + n);
  if (end < 0) end = std::max<int64_t>(0, end + n + 1);
  end = std::min(end, n);
  if (start > end) return false;
  from = static_cast<size_t>(start);
  to = static_cast<size_t>(end);
  return true;
}
int64_t find(sv s, sv sub, int64_t start, int64_t end) {
  size_t from, to;
  if (!window(s, start, end, from, to)) return -1;
  const size_t at = s.substr(0, to).find(sub, from);
  return at == sv::npos ? -1 : static_cast<int64_t>(at);
}
int64_t rfind(sv s, sv sub, int64_t start, int64_t end) {
  size_t from, to;
  if (!window(s, start, end, from, to)) return -1;
  const size_t at = s.substr(from, to - from).rfind(sub);
  return at == sv::npos ? -1 : static_cast<int64_t>(at + from);
}
int64_t count(sv s, sv sub, int64_t start, int64_t end) {
  size_t from, to;
  if (!window(s, start, end, from, to)) return 0;
  if (sub.empty()) return static_cast<int64_t>(to - from + 1);
  int64_t n = 0;
  const sv part = s.substr(0, to);
  for (size_t at = part.find(sub, from); at != sv::npos; at = part.find(sub, at + sub.size())) ++n;
  return n;
}
int64_t orNotFound(int64_t at) {
  TORCH_CHECK_VALUE(at >= 0, "ValueError: substring not found");
  return at;
}

std::string byteAt(sv s, int64_t index) {
  const int64_t n = ssize(s), i = index < 0 ? index + n : index;
  TORCH_CHECK_INDEX(i >= 0 && i < n, "string index out of range: index ", index, " of a string of ", n);
  return std::string(1, s[static_cast<size_t>(i)]);
}

std::string slice(sv s, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  const SliceRange r = sliceRange(ssize(s), start, end, step, "string slice");
  if (step == 1) return std::string(s.substr(static_cast<size_t>(r.start), static_cast<size_t>(r.count)));
  std::string out;
  out.reserve(static_cast<size_t>(r.count));
  for (int64_t i = 0; i < r.count; ++i) out.push_back(s[static_cast<size_t>(r.start + i * step)]);
  return out;
}

std::string padded(sv s, int64_t width, sv fill, int side) {
  TORCH_CHECK_TYPE(fill.size() == 1, "TypeError: The fill character must be exactly one character long, got '", fill, "'");
  const int64_t missing = width - ssize(s);
  if (missing <= 0) return std::string(s);
  checkLength(width, "string width");
  // center: the odd one goes left when the width is odd, as in Python
  const int64_t left = side < 0 ? missing : side > 0 ? 0 : missing / 2 + (missing & width & 1);
  std::string out(static_cast<size_t>(left), fill[0]);
  out.append(s);
  out.append(static_cast<size_t>(missing - left), fill[0]);
  return out;
}
std::string zfill(sv s, int64_t width) {
  const int64_t missing = width - ssize(s);
  if (missing <= 0) return std::string(s);
  checkLength(width, "string width");
  const size_t sign = !s.empty() && (s[0] == '-' || s[0] == '+');
  std::string out(s.substr(0, sign));
  out.append(static_cast<size_t>(missing), '0');
  out.append(s.substr(sign));
  return out;
}

sv stripped(sv s, sv chars, bool left, bool right) {
  size_t from = 0, to = s.size();
  if (left) while (from < to && chars.find(s[from]) != sv::npos) ++from;
  if (right) while (to > from && chars.find(s[to - 1]) != sv::npos) --to;
  return s.substr(from, to - from);
}

IValue listOfStrings(std::vector<std::string> parts) { return stringList(std::move(parts)); }

IValue split(sv s, std::optional<sv> separator, int64_t max) {
  std::vector<std::string> parts;
  const size_t limit = max < 0 ? SIZE_MAX : static_cast<size_t>(max);
  if (!separator) {
    size_t at = 0;
    while (true) {
      while (at < s.size() && space(s[at])) ++at;
      if (at == s.size()) break;
      if (parts.size() == limit) {
        size_t end = s.size();
        while (end > at && space(s[end - 1])) --end;
        parts.emplace_back(s.substr(at, end - at));
        break;
      }
      const size_t begin = at;
      while (at < s.size() && !space(s[at])) ++at;
      parts.emplace_back(s.substr(begin, at - begin));
    }
    return listOfStrings(std::move(parts));
  }
  TORCH_CHECK_VALUE(!separator->empty(), "ValueError: empty separator");
  size_t at = 0;
  while (parts.size() < limit) {
    const size_t next = s.find(*separator, at);
    if (next == sv::npos) break;
    parts.emplace_back(s.substr(at, next - at));
    at = next + separator->size();
  }
  parts.emplace_back(s.substr(at));
  return listOfStrings(std::move(parts));
}
IValue rsplit(sv s, sv separator, int64_t max) {
  TORCH_CHECK_VALUE(!separator.empty(), "ValueError: empty separator");
  std::vector<std::string> parts;
  const size_t limit = max < 0 ? SIZE_MAX : static_cast<size_t>(max);
  size_t end = s.size();
  while (parts.size() < limit) {
    const size_t at = s.substr(0, end).rfind(separator);
    if (at == sv::npos) break;
    parts.emplace_back(s.substr(at + separator.size(), end - at - separator.size()));
    end = at;
  }
  parts.emplace_back(s.substr(0, end));
  std::reverse(parts.begin(), parts.end());
  return listOfStrings(std::move(parts));
}
IValue splitlines(sv s, bool keepends) {
  std::vector<std::string> parts;
  size_t at = 0;
  while (at < s.size()) {
    size_t end = at;
    while (end < s.size() && s[end] != '\n' && s[end] != '\r' && s[end] != '\v' && s[end] != '\f' && (s[end] < 0x1c || s[end] > 0x1e)) ++end;
    size_t next = end < s.size() ? end + 1 : end;
    if (end + 1 < s.size() && s[end] == '\r' && s[end + 1] == '\n') ++next;
    parts.emplace_back(s.substr(at, (keepends ? next : end) - at));
    at = next;
  }
  return listOfStrings(std::move(parts));
}

std::string replace(sv s, sv from, sv to, int64_t max) {
  const size_t limit = max < 0 ? SIZE_MAX : static_cast<size_t>(max);
  std::string out;
  size_t at = 0, done = 0;
  if (from.empty()) {  // before every character and at the end
    for (; at < s.size() && done < limit; ++at, ++done) {
      out.append(to);
      out.push_back(s[at]);
    }
    out.append(s.substr(at));
    if (at == s.size() && done < limit) out.append(to);
    return out;
  }
  while (done < limit) {
    const size_t next = s.find(from, at);
    if (next == sv::npos) break;
    out.append(s.substr(at, next - at)).append(to);
    at = next + from.size();
    ++done;
  }
  return out.append(s.substr(at));
}

std::string expandtabs(sv s, int64_t tabsize) {
  checkLength(tabsize < 0 ? 0 : tabsize, "tab size");
  std::string out;
  int64_t column = 0;
  for (char c : s) {
    if (c == '\t') {
      const int64_t n = tabsize > 0 ? tabsize - column % tabsize : 0;
      out.append(static_cast<size_t>(n), ' ');
      column += n;
    } else {
      out.push_back(c);
      column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
  }
  return out;
}

std::string title(sv s) {
  std::string out(s);
  bool inside = false;
  for (char& c : out) {
    c = inside ? toLower(c) : toUpper(c);
    inside = alpha(c);
  }
  return out;
}
bool istitle(sv s) {
  bool inside = false, any = false;
  for (char c : s) {
    if (upperCase(c) ? inside : lowerCase(c) && !inside) return false;
    inside = alpha(c);
    any |= inside;
  }
  return any;
}
std::string capitalize(sv s) {
  std::string out = mapped(s, toLower);
  if (!out.empty()) out[0] = toUpper(out[0]);
  return out;
}
bool identifier(sv s) {
  return !s.empty() && !digit(s[0]) && std::all_of(s.begin(), s.end(), [](char c) { return alpha(c) || digit(c) || c == '_'; });
}

using Parts = std::tuple<std::string, std::string, std::string>;
Parts partition(sv s, sv separator) {
  TORCH_CHECK_VALUE(!separator.empty(), "ValueError: empty separator");
  const size_t at = s.find(separator);
  if (at == sv::npos) return {std::string(s), "", ""};
  return {std::string(s.substr(0, at)), std::string(separator), std::string(s.substr(at + separator.size()))};
}
Parts rpartition(sv s, sv separator) {
  TORCH_CHECK_VALUE(!separator.empty(), "ValueError: empty separator");
  const size_t at = s.rfind(separator);
  if (at == sv::npos) return {"", "", std::string(s)};
  return {std::string(s.substr(0, at)), std::string(separator), std::string(s.substr(at + separator.size()))};
}

std::string join(sv separator, ListImpl& values) {
  std::string out;
  for (size_t i = 0; i < values.list.size(); ++i) {
    if (i) out.append(separator);
    out.append(values.list[i].toStringView());
  }
  return out;
}

// "-0x1f", "0b101": the digits of the absolute value after the prefix.
std::string inBase(int64_t value, unsigned shift, const char* prefix) {
  uint64_t rest = value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  std::string digits;
  do {
    digits.push_back("0123456789abcdef"[rest & ((1u << shift) - 1)]);
    rest >>= shift;
  } while (rest);
  std::reverse(digits.begin(), digits.end());
  std::string out(value < 0 ? "-" : "");
  return out.append(prefix).append(digits);
}

std::string chr(int64_t i) {
  TORCH_CHECK_VALUE(i >= 0 && i < 256, "chr() arg not in range(256): ", i);
  return std::string(1, static_cast<char>(i));
}

IValue characters(sv s) {
  std::vector<std::string> parts;
  parts.reserve(s.size());
  for (char c : s) parts.emplace_back(1, c);
  return listOfStrings(std::move(parts));
}

constexpr std::array kOps = {
    op("aten::add.str(str a, str b) -> str",
       [](sv a, sv b) {
         std::string out;
         out.reserve(a.size() + b.size());
         return out.append(a).append(b);
       }),
    op("aten::len.str(str s) -> int", [](sv s) { return ssize(s); }),
    op("aten::__getitem__.str(str s, int index) -> str", [](sv s, int64_t i) { return byteAt(s, i); }),
    op("prim::StringIndex(str string, int index) -> str", [](sv s, int64_t i) { return byteAt(s, i); }),
    op("aten::slice.str(str string, int? start=None, int? end=None, int step=1) -> str",
       [](sv s, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) { return slice(s, start, end, step); }),
    op("aten::__contains__.str_str(str self, str substr) -> bool", [](sv s, sv sub) { return s.find(sub) != sv::npos; }),
    op("aten::list(str t) -> str[]", [](sv s) { return characters(s); }),
    op("aten::ord(str string) -> int",
       [](sv s) {
         TORCH_CHECK_TYPE(s.size() == 1, "String for ord() must be 1 character, found ", s.size());
         return static_cast<int64_t>(static_cast<unsigned char>(s[0]));
       }),
    op("aten::chr(int i) -> str", [](int64_t i) { return chr(i); }),
    op("aten::hex(int i) -> str", [](int64_t i) { return inBase(i, 4, "0x"); }),
    op("aten::oct(int i) -> str", [](int64_t i) { return inBase(i, 3, "0o"); }),
    op("aten::bin(int i) -> str", [](int64_t i) { return inBase(i, 1, "0b"); }),
    op("aten::lower(str self) -> str", [](sv s) { return mapped(s, toLower); }),
    op("aten::upper(str self) -> str", [](sv s) { return mapped(s, toUpper); }),
    op("aten::swapcase(str self) -> str", [](sv s) { return mapped(s, [](char c) { return upperCase(c) ? toLower(c) : toUpper(c); }); }),
    op("aten::capitalize(str self) -> str", [](sv s) { return capitalize(s); }),
    op("aten::title(str self) -> str", [](sv s) { return title(s); }),
    op("aten::isalnum(str self) -> bool", [](sv s) { return allOf(s, [](char c) { return alpha(c) || digit(c); }); }),
    op("aten::isalpha(str self) -> bool", [](sv s) { return allOf(s, alpha); }),
    op("aten::isdecimal(str self) -> bool", [](sv s) { return allOf(s, digit); }),
    op("aten::isdigit(str self) -> bool", [](sv s) { return allOf(s, digit); }),
    op("aten::isnumeric(str self) -> bool", [](sv s) { return allOf(s, digit); }),
    op("aten::isidentifier(str self) -> bool", [](sv s) { return identifier(s); }),
    op("aten::islower(str self) -> bool", [](sv s) { return cased(s, lowerCase, upperCase); }),
    op("aten::isupper(str self) -> bool", [](sv s) { return cased(s, upperCase, lowerCase); }),
    op("aten::isprintable(str self) -> bool", [](sv s) { return std::all_of(s.begin(), s.end(), printable); }),
    op("aten::isspace(str self) -> bool", [](sv s) { return allOf(s, space); }),
    op("aten::istitle(str self) -> bool", [](sv s) { return istitle(s); }),
    op("aten::center(str self, int width, str fillchar=\" \") -> str", [](sv s, int64_t width, sv fill) { return padded(s, width, fill, 0); }),
    op("aten::ljust(str self, int width, str fillchar=\" \") -> str", [](sv s, int64_t width, sv fill) { return padded(s, width, fill, 1); }),
    op("aten::rjust(str self, int width, str fillchar=\" \") -> str", [](sv s, int64_t width, sv fill) { return padded(s, width, fill, -1); }),
    op("aten::zfill(str self, int width) -> str", [](sv s, int64_t width) { return zfill(s, width); }),
    op("aten::count(str self, str substr, int start=0, int end=-1) -> int", [](sv s, sv sub, int64_t start, int64_t end) { return count(s, sub, start, end); }),
    op("aten::find(str self, str substr, int start=0, int end=-1) -> int", [](sv s, sv sub, int64_t start, int64_t end) { return find(s, sub, start, end); }),
    op("aten::rfind(str self, str substr, int start=0, int end=-1) -> int", [](sv s, sv sub, int64_t start, int64_t end) { return rfind(s, sub, start, end); }),
    op("aten::index.str(str self, str substr, int start=0, int end=-1) -> int",
       [](sv s, sv sub, int64_t start, int64_t end) { return orNotFound(find(s, sub, start, end)); }),
    op("aten::rindex(str self, str substr, int start=0, int end=-1) -> int",
       [](sv s, sv sub, int64_t start, int64_t end) { return orNotFound(rfind(s, sub, start, end)); }),
    op("aten::startswith(str self, str substr, int start=0, int end=-1) -> bool",
       [](sv s, sv sub, int64_t start, int64_t end) {
         size_t from, to;
         return window(s, start, end, from, to) && s.substr(from, to - from).substr(0, sub.size()) == sub;
       }),
    op("aten::endswith(str self, str substr, int start=0, int end=-1) -> bool",
       [](sv s, sv sub, int64_t start, int64_t end) {
         size_t from, to;
         return window(s, start, end, from, to) && to - from >= sub.size() && s.substr(to - sub.size(), sub.size()) == sub;
       }),
    op("aten::strip(str self, str chars=\" \\n\\t\\f\\v\") -> str", [](sv s, sv chars) { return stripped(s, chars, true, true); }),
    op("aten::lstrip(str self, str chars=\" \\n\\t\\f\\v\") -> str", [](sv s, sv chars) { return stripped(s, chars, true, false); }),
    op("aten::rstrip(str self, str chars=\" \\n\\t\\f\\v\") -> str", [](sv s, sv chars) { return stripped(s, chars, false, true); }),
    op("aten::expandtabs(str self, int tabsize=8) -> str", [](sv s, int64_t tabsize) { return expandtabs(s, tabsize); }),
    op("aten::replace(str self, str old, str new, int max=-1) -> str", [](sv s, sv from, sv to, int64_t max) { return replace(s, from, to, max); }),
    op("aten::split.str(str self, str? separator=None, int max=-1) -> str[]", [](sv s, std::optional<sv> sep, int64_t max) { return split(s, sep, max); }),
    op("aten::rsplit(str self, str separator=\" \", int max=-1) -> str[]", [](sv s, sv sep, int64_t max) { return rsplit(s, sep, max); }),
    op("aten::splitlines(str self, bool keepends=False) -> str[]", [](sv s, bool keepends) { return splitlines(s, keepends); }),
    op("aten::partition(str self, str separator) -> (str, str, str)", [](sv s, sv sep) { return partition(s, sep); }),
    op("aten::rpartition(str self, str separator) -> (str, str, str)", [](sv s, sv sep) { return rpartition(s, sep); }),
    op("aten::join(str self, str[] values) -> str", [](sv s, ListImpl& values) { return join(s, values); }),
    op("aten::str(t elem) -> str", [](const IValue& v) { return printed(v); }),
    varargs("aten::format(str self, ...) -> str", &formatBraces, 1),
    varargs("aten::percentFormat(str self, ...) -> str", &formatPercent, 1),
};

}  // namespace

c10::ArrayRef<OperatorRow> stringOps() { return PrimTable<kOps>::rows(); }

}  // namespace torch::jit::prim_ops
