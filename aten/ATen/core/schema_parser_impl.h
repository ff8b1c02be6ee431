#pragma once
// The parser behind parseSchema: recursive descent over the characters. Private to schema_parser*.cpp: names, arguments and errors are in
// schema_parser.cpp, types in schema_parser_types.cpp, default values in schema_parser_defaults.cpp.
#include <ATen/core/schema_parser.h>

#include <cctype>

namespace c10 {

// The type at run time and the one written.
struct ParsedSchemaType {
  TypePtr fake;
  TypePtr real;
  std::optional<AliasInfo> alias;
  std::optional<int32_t> N; // of the outermost list
};

class SchemaParser {
 public:
  explicit SchemaParser(std::string_view text) : text_(text) {}

  OperatorName name();
  FunctionSchema schema();
  FunctionSchema schema_after(OperatorName n);
  std::variant<OperatorName, FunctionSchema> schema_or_name();
  TypePtr whole_type();
  void finish();

 private:
  using ParsedType = ParsedSchemaType;

  // ---- characters
  void skip_space() {
    while (pos_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[pos_]))) {
      ++pos_;
    }
  }
  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(pos_, token.size()) != token) {
      return false;
    }
    if (token == "." && text_.substr(pos_, 3) == "...") {
      return false;
    }
    pos_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) {
      fail("expected '" + std::string(token) + "'");
    }
  }
  static bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
  static bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  bool at_name() {
    skip_space();
    return pos_ < text_.size() && starts_name(text_[pos_]);
  }
  bool accept_word(std::string_view word) {
    skip_space();
    if (text_.substr(pos_, word.size()) == word && (pos_ + word.size() >= text_.size() || !in_name(text_[pos_ + word.size()]))) {
      pos_ += word.size();
      return true;
    }
    return false;
  }

  std::string_view identifier(const char* what);
  [[noreturn]] void fail(const std::string& what) const;

  // ---- types
  std::vector<std::string> alias_sets();
  std::optional<AliasInfo> alias_annotation();
  ParsedType base_type(int depth);
  ParsedType in_parentheses(int depth);
  ParsedType type(int depth);
  int32_t list_size();

  // ---- arguments
  Argument argument(bool is_return, bool kwarg_only);

  // ---- default values
  IValue default_value(const Type& type, std::optional<int32_t> N);
  IValue default_list(const ListType& type, std::optional<int32_t> N);
  IValue constant(const Type& type);
  IValue named_constant(std::string_view id, size_t start, const Type& type);
  IValue number();
  std::string string_literal();

  std::string_view text_;
  size_t pos_ = 0;
};

} // namespace c10
