// Names, arguments and errors of the schema parser; see schema_parser_impl.h.
#include <ATen/core/schema_parser_impl.h>

namespace c10 {

OperatorName SchemaParser::name() {
  std::string qualified(identifier("an operator name"));
  while (accept("::")) {
    qualified += "::";
    qualified += identifier("a name after '::'");
  }
  std::string overload;
  if (accept(".")) {
    overload = std::string(identifier("an overload name after '.'"));
  }
  return OperatorName(std::move(qualified), std::move(overload));
}

FunctionSchema SchemaParser::schema() {
  OperatorName n = name();
  return schema_after(std::move(n));
}

FunctionSchema SchemaParser::schema_after(OperatorName n) {
  std::vector<Argument> arguments;
  std::vector<Argument> returns;
  bool is_vararg = false;
  bool is_varret = false;
  bool kwarg_only = false;
  expect("(");
  if (!accept(")")) {
    do {
      if (is_vararg) {
        fail("'...' must be the last argument");
      }
      if (accept("...")) {
        is_vararg = true;
      } else if (accept("*")) {
        if (kwarg_only) {
          fail("a second '*'");
        }
        kwarg_only = true;
      } else {
        arguments.push_back(argument(false, kwarg_only));
      }
    } while (accept(","));
    expect(")");
  }
  expect("->");
  if (accept("...")) {
    is_varret = true;
  } else if (accept("(")) {
    if (!accept(")")) {
      do {
        if (is_varret) {
          fail("'...' must be the last result");
        }
        if (accept("...")) {
          is_varret = true;
        } else {
          returns.push_back(argument(true, false));
        }
      } while (accept(","));
      expect(")");
    }
  } else {
    returns.push_back(argument(true, false));
  }
  finish();
  return FunctionSchema(std::move(n.name), std::move(n.overload_name), std::move(arguments), std::move(returns), is_vararg, is_varret);
}

std::variant<OperatorName, FunctionSchema> SchemaParser::schema_or_name() {
  OperatorName n = name();
  skip_space();
  if (pos_ == text_.size()) {
    return n;
  }
  return schema_after(std::move(n));
}

TypePtr SchemaParser::whole_type() {
  ParsedType t = type(0);
  finish();
  return t.fake;
}

void SchemaParser::finish() {
  skip_space();
  if (pos_ != text_.size()) {
    fail("text after the end of the schema");
  }
}

std::string_view SchemaParser::identifier(const char* what) {
  skip_space();
  const size_t start = pos_;
  if (pos_ < text_.size() && in_name(text_[pos_])) { // overloads may start with a digit
    while (pos_ < text_.size() && in_name(text_[pos_])) {
      ++pos_;
    }
    return text_.substr(start, pos_ - start);
  }
  fail(std::string("expected ") + what);
}

void SchemaParser::fail(const std::string& what) const {
  // The line with the fault and a caret under it.
  const size_t at = std::min(pos_, text_.size());
  size_t begin = text_.rfind('\n', at == 0 ? 0 : at - 1);
  begin = begin == std::string_view::npos || at == 0 ? 0 : begin + 1;
  const size_t end = std::min(text_.find('\n', at), text_.size());
  constexpr size_t kContext = 200;
  if (at - begin > kContext) {
    begin = at - kContext;
  }
  std::string_view line = text_.substr(begin, std::min(end - begin, at - begin + kContext));
  throw Error("schema: " + what + " at position " + std::to_string(at) + ":\n" + std::string(line) + "\n" + std::string(at - begin, ' ') + "^ HERE");
}

Argument SchemaParser::argument(bool is_return, bool kwarg_only) {
  ParsedType t = type(0);
  std::string name;
  std::optional<IValue> value;
  std::string default_text;
  if (is_return) {
    if (at_name()) {
      name = std::string(identifier("a name"));
    }
  } else {
    if (!at_name()) {
      fail("expected an argument name");
    }
    name = std::string(identifier("an argument name"));
    if (accept("=")) {
      skip_space();
      const size_t start = pos_;
      value = default_value(*t.fake, t.N);
      default_text = std::string(text_.substr(start, pos_ - start));
    }
  }
  Argument arg(std::move(name), std::move(t.fake), std::move(t.real), t.N, std::move(value), kwarg_only, std::move(t.alias));
  arg.set_default_text(std::move(default_text));
  return arg;
}

FunctionSchema parseSchema(std::string_view schema) { return SchemaParser(schema).schema(); }
OperatorName parseName(std::string_view name) {
  SchemaParser p(name);
  OperatorName n = p.name();
  p.finish();
  return n;
}
std::variant<OperatorName, FunctionSchema> parseSchemaOrName(std::string_view schema_or_name) { return SchemaParser(schema_or_name).schema_or_name(); }
TypePtr parseSchemaType(std::string_view type) { return SchemaParser(type).whole_type(); }

} // namespace c10
