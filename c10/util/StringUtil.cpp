#include <c10/util/StringUtil.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <sstream>

namespace c10 {
namespace detail {

void append_signed(std::string& out, long long v) {
  char buffer[24];
  const auto r = std::to_chars(buffer, buffer + sizeof(buffer), v);
  out.append(buffer, r.ptr);
}
void append_unsigned(std::string& out, unsigned long long v) {
  char buffer[24];
  const auto r = std::to_chars(buffer, buffer + sizeof(buffer), v);
  out.append(buffer, r.ptr);
}
void append_double(std::string& out, double v) {
  char buffer[40];
  std::snprintf(buffer, sizeof(buffer), "%g", v);
  // The host may have set a locale with another decimal point.
  for (char* p = buffer; *p != 0; ++p) {
    if (*p == ',') {
      *p = '.';
    }
  }
  out += buffer;
}
void append_pointer(std::string& out, const void* v) {
  if (v == nullptr) {
    out += '0';
    return;
  }
  char buffer[24];
  std::snprintf(buffer, sizeof(buffer), "%p", v);
  out += buffer;
}

TextStream::TextStream() : impl_(new std::ostringstream) {}
TextStream::~TextStream() {
  delete static_cast<std::ostringstream*>(impl_);
}
std::ostream& TextStream::stream() {
  return *static_cast<std::ostringstream*>(impl_);
}
std::string TextStream::str() const {
  return static_cast<std::ostringstream*>(impl_)->str();
}
std::ostream& write_text(std::ostream& out, std::string_view text) {
  return out << text;
}

} // namespace detail

std::ostream& operator<<(std::ostream& out, const SourceLocation& loc) {
  return out << loc.function << " at " << loc.file << ':' << loc.line;
}

size_t ReplaceAll(std::string& s, std::string_view from, std::string_view with) {
  if (from.empty()) {
    return 0;
  }
  std::string out;
  size_t count = 0, at = 0;
  for (;;) {
    const size_t hit = s.find(from.data(), at, from.size());
    if (hit == std::string::npos) {
      break;
    }
    out.append(s, at, hit - at);
    out.append(with);
    at = hit + from.size();
    ++count;
  }
  if (count != 0) {
    out.append(s, at, std::string::npos);
    s = std::move(out);
  }
  return count;
}

std::vector<std::string_view> split(std::string_view text, char delimiter) {
  std::vector<std::string_view> parts;
  size_t at = 0;
  for (;;) {
    const size_t hit = text.find(delimiter, at);
    parts.push_back(text.substr(at, hit == std::string_view::npos ? std::string_view::npos : hit - at));
    if (hit == std::string_view::npos) {
      return parts;
    }
    at = hit + 1;
  }
}

void append_quoted(std::string& out, std::string_view text, char quote) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += quote;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        if (c == quote) {
          out += '\\';
          out += c;
        } else if (u < 0x20 || u >= 0x7f) {
          out += "\\x";
          out += kHex[u >> 4];
          out += kHex[u & 15];
        } else {
          out += c;
        }
    }
  }
  out += quote;
}

std::string repr_double(double v) {
  if (std::isnan(v)) {
    return "nan";
  }
  if (std::isinf(v)) {
    return v < 0 ? "-inf" : "inf";
  }
  // The shortest digits that read back; Python shows exponents from 1e16 on and below 1e-4.
  char buffer[64];
  const double a = std::fabs(v);
  const bool scientific = a != 0 && (a >= 1e16 || a < 1e-4);
  const auto r = std::to_chars(buffer, buffer + sizeof(buffer), v, scientific ? std::chars_format::scientific : std::chars_format::fixed);
  std::string out(buffer, r.ptr);
  if (!scientific && out.find('.') == std::string::npos) {
    out += ".0";
  }
  return out;
}

} // namespace c10
