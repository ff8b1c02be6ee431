// torch::Library, the object behind TORCH_LIBRARY blocks.
#include <ATen/core/library.h>

namespace torch {

Library::Library(Kind kind, std::string ns, std::optional<c10::DispatchKey> key, const char* file, uint32_t line)
    : kind_(kind), ns_(std::move(ns)), key_(key == c10::DispatchKey::CatchAll ? std::nullopt : key), file_(file), line_(line) {
  TORCH_CHECK(!ns_.empty(), "TORCH_LIBRARY: an empty namespace, at ", where());
  if (kind_ == DEF) {
    registrations_.push_back(c10::Dispatcher::singleton().registerLibrary(ns_, where()));
  }
}

std::string Library::where() const { return std::string(file_) + ":" + std::to_string(line_); }

c10::OperatorName Library::qualify(c10::OperatorName name) const {
  auto ns = name.getNamespace();
  if (ns_ == "_") {
    TORCH_CHECK(ns.has_value(), "operator ", c10::toString(name), " needs its namespace in a block for all namespaces, at ", where());
    return name;
  }
  TORCH_CHECK(!ns || *ns == ns_, "operator ", c10::toString(name), " was given in a block for namespace ", ns_, ", at ", where());
  name.setNamespaceIfNotSet(ns_.c_str());
  return name;
}

Library& Library::def(const std::string& schema) & { return def_schema(c10::parseSchema(schema), nullptr); }

Library& Library::def_schema(c10::FunctionSchema schema, c10::OperatorName* out_name) {
  TORCH_CHECK(kind_ != IMPL, "def(\"", c10::toString(schema), "\"): cannot define an operator inside of a TORCH_LIBRARY_IMPL block, at ", where());
  c10::OperatorName name = qualify(schema.operator_name());
  if (out_name != nullptr) {
    *out_name = name;
  }
  registrations_.push_back(c10::Dispatcher::singleton().registerDef(schema.cloneWithName(name.name, name.overload_name), where()));
  return *this;
}

Library& Library::def_with_kernel(const std::string& name_or_schema, CppFunction&& f) {
  auto parsed = c10::parseSchemaOrName(name_or_schema);
  c10::OperatorName name;
  if (auto schema = std::get_if<c10::FunctionSchema>(&parsed)) {
    def_schema(std::move(*schema), &name);
  } else {
    const auto& given = std::get<c10::OperatorName>(parsed);
    TORCH_CHECK(f.kernel_.has_inferred_schema(), "def(\"", name_or_schema, "\"): a boxed kernel does not say the schema; give it in full, at ", where());
    def_schema(f.kernel_.inferred_schema().cloneWithName(given.name, given.overload_name), &name);
  }
  const auto key = f.key_ ? f.key_ : key_;
  registrations_.push_back(c10::Dispatcher::singleton().registerImpl(std::move(name), key ? key : c10::DispatchKey::CompositeImplicitAutograd, std::move(f.kernel_), where()));
  return *this;
}

Library& Library::impl_kernel(const char* name, CppFunction&& f) {
  TORCH_CHECK(!(f.key_ && key_ && *f.key_ != *key_), "impl(\"", name, "\"): the kernel is for ", c10::toString(f.key_.value_or(c10::DispatchKey::CatchAll)), " but the block for ",
              c10::toString(key_.value_or(c10::DispatchKey::CatchAll)), ", at ", where());
  const auto key = f.key_ ? f.key_ : key_;
  registrations_.push_back(c10::Dispatcher::singleton().registerImpl(qualify(c10::parseName(name)), key, std::move(f.kernel_), where()));
  return *this;
}

Library& Library::fallback_kernel(CppFunction&& f) {
  TORCH_CHECK(kind_ == IMPL && ns_ == "_", "fallback(): only in a TORCH_LIBRARY_IMPL(_, Key, m) block, at ", where());
  const auto key = f.key_ ? f.key_ : key_;
  TORCH_CHECK(key.has_value(), "fallback(): needs a dispatch key, at ", where());
  registrations_.push_back(c10::Dispatcher::singleton().registerFallback(*key, std::move(f.kernel_), where()));
  return *this;
}

} // namespace torch
