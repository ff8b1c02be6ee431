// c10::str(a, b, ...): the text of its arguments one after another, as `std::ostream <<` would print them, without needing <ostream> here.
// Numbers and strings are formatted directly, sequences as [a, b]; any other type through its operator<<, which must be declared before use.
#pragma once

#include <c10/macros/Macros.h>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace c10 {

template <typename T>
class ArrayRef;
template <typename T, unsigned N>
class SmallVector;

namespace detail {

C10_API void append_signed(std::string& out, long long v);
C10_API void append_unsigned(std::string& out, unsigned long long v);
C10_API void append_double(std::string& out, double v);
C10_API void append_pointer(std::string& out, const void* v);

// A std::ostringstream behind a pointer.
// Writes to a stream without its full definition here.
C10_API std::ostream& write_text(std::ostream& out, std::string_view text);

class C10_API TextStream {
 public:
  TextStream();
  ~TextStream();
  TextStream(const TextStream&) = delete;
  TextStream& operator=(const TextStream&) = delete;
  std::ostream& stream();
  std::string str() const;

 private:
  void* impl_;
};

template <typename T, typename = void>
struct is_streamable : std::false_type {};
template <typename T>
struct is_streamable<T, std::void_t<decltype(operator<<(std::declval<std::ostream&>(), std::declval<const T&>()))>> : std::true_type {};

template <typename T>
void append(std::string& out, const T& v);

template <typename It>
void append_sequence(std::string& out, It begin, It end) {
  out += '[';
  bool first = true;
  for (; begin != end; ++begin) {
    if (!first) {
      out += ", ";
    }
    first = false;
    append(out, *begin);
  }
  out += ']';
}

template <typename T>
struct Appender {
  static void run(std::string& out, const T& v) {
    if constexpr (std::is_same_v<T, char>) {
      out += v;
    } else if constexpr (std::is_same_v<T, bool>) {
      out += v ? '1' : '0';
    } else if constexpr (std::is_floating_point_v<T>) {
      append_double(out, static_cast<double>(v));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      append_signed(out, v);
    } else if constexpr (std::is_integral_v<T>) {
      append_unsigned(out, v);
    } else if constexpr (std::is_same_v<T, std::nullopt_t>) {
      out += "nullopt";
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      if constexpr (std::is_pointer_v<T>) {
        out += v ? std::string_view(v) : std::string_view("(null)");
      } else {
        out += std::string_view(v);
      }
    } else if constexpr (std::is_enum_v<T> && !is_streamable<T>::value) {
      Appender<std::underlying_type_t<T>>::run(out, static_cast<std::underlying_type_t<T>>(v));
    } else if constexpr (std::is_pointer_v<T>) {
      append_pointer(out, reinterpret_cast<const void*>(v));
    } else {
      TextStream s;
      s.stream() << v;
      out += s.str();
    }
  }
};
template <typename T>
struct Appender<std::vector<T>> {
  static void run(std::string& out, const std::vector<T>& v) {
    append_sequence(out, v.begin(), v.end());
  }
};
template <typename T>
struct Appender<ArrayRef<T>> {
  static void run(std::string& out, const ArrayRef<T>& v) {
    append_sequence(out, v.begin(), v.end());
  }
};
template <typename T, unsigned N>
struct Appender<SmallVector<T, N>> {
  static void run(std::string& out, const SmallVector<T, N>& v) {
    append_sequence(out, v.begin(), v.end());
  }
};
template <typename T>
struct Appender<std::optional<T>> {
  static void run(std::string& out, const std::optional<T>& v) {
    if (v.has_value()) {
      append(out, *v);
    } else {
      out += "None";
    }
  }
};
template <typename A, typename B>
struct Appender<std::pair<A, B>> {
  static void run(std::string& out, const std::pair<A, B>& v) {
    out += '(';
    append(out, v.first);
    out += ", ";
    append(out, v.second);
    out += ')';
  }
};

template <typename T>
void append(std::string& out, const T& v) {
  if constexpr (std::is_array_v<T>) {
    out += std::string_view(v);
  } else {
    Appender<std::remove_cv_t<T>>::run(out, v);
  }
}
inline void append(std::string& out, std::string_view v) {
  out += v;
}

} // namespace detail

template <typename... Args>
C10_COLD std::string str(const Args&... args) {
  std::string out;
  (detail::append(out, args), ...);
  return out;
}
inline std::string str() {
  return std::string();
}

template <typename Container>
std::string Join(std::string_view delimiter, const Container& v) {
  std::string out;
  bool first = true;
  for (const auto& e : v) {
    if (!first) {
      out += delimiter;
    }
    first = false;
    detail::append(out, e);
  }
  return out;
}

struct C10_API SourceLocation {
  const char* function;
  const char* file;
  uint32_t line;
};
C10_API std::ostream& operator<<(std::ostream& out, const SourceLocation& loc);

// Replaces every occurrence of `from` in s; answers how many there were.
C10_API size_t ReplaceAll(std::string& s, std::string_view from, std::string_view with);
C10_API std::vector<std::string_view> split(std::string_view text, char delimiter);
// A Python-like quoted literal: 'a\n'; what is not printable ASCII is escaped.
C10_API void append_quoted(std::string& out, std::string_view text, char quote = '\'');
// Python's repr of a float ("1.0", "1e-05", "inf"): the shortest text that reads back as the same number.
C10_API std::string repr_double(double v);

} // namespace c10
