#pragma once
// CompilationUnit: owns functions (methods too) and the named types of one program: an archive, or a script. Everything loaded from one archive lives in one
// unit, and every object of it keeps the unit alive. Names are unique in a unit; mangle() makes a fresh one.

#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/api/function_impl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace torch::jit {

struct Def;
struct Property;
struct Self;
struct Resolver;
using ResolverPtr = std::shared_ptr<Resolver>;

struct TORCH_API CompilationUnit : std::enable_shared_from_this<CompilationUnit> {
  enum class FunctionType { Method, Hook, PreHook };

  CompilationUnit();
  // Compiles `source` at once.
  explicit CompilationUnit(const std::string& source);
  CompilationUnit(const CompilationUnit&) = delete;
  CompilationUnit& operator=(const CompilationUnit&) = delete;
  ~CompilationUnit();

  Function* find_function(const c10::QualifiedName& name) const;
  Function& get_function(const c10::QualifiedName& name) const;
  std::vector<Function*> get_functions() const;

  // Definitions of one scope that may refer to one another. Bodies are compiled before it returns; without mangling, a name that exists is an error.
  std::vector<Function*> define(
      const std::optional<c10::QualifiedName>& prefix,
      const std::vector<Def>& definitions,
      const std::vector<ResolverPtr>& resolvers,
      const Self* self,
      bool shouldMangle = false,
      std::optional<size_t> operator_set_version = std::nullopt);

  // The same from text.
  std::vector<Function*> define(
      const std::optional<c10::QualifiedName>& prefix,
      const std::string& source,
      const ResolverPtr& resolver,
      const Self* self);

  Function* create_function(c10::QualifiedName name, std::shared_ptr<Graph> graph, bool shouldMangle = false);
  Function& register_function(std::unique_ptr<Function> function);

  template <class... Types>
  c10::IValue run_method(const c10::QualifiedName& name, Types&&... args) {
    return get_function(name)({c10::IValue(std::forward<Types>(args))...});
  }

  void register_type(c10::NamedTypePtr type);
  c10::NamedTypePtr get_type(const c10::QualifiedName& name) const;
  c10::ClassTypePtr get_class(const c10::QualifiedName& name) const;
  c10::InterfaceTypePtr get_interface(const c10::QualifiedName& name) const;
  c10::TupleTypePtr get_named_tuple(const c10::QualifiedName& name) const;
  c10::EnumTypePtr get_enum(const c10::QualifiedName& name) const;
  std::vector<c10::NamedTypePtr> get_types() const;

  c10::QualifiedName mangle(const c10::QualifiedName& name) const;
  void unsafeRemoveMethod(const c10::QualifiedName& method_name);

 private:
  mutable std::recursive_mutex lock_;
  std::vector<std::unique_ptr<Function>> functions_;
  std::unordered_map<c10::QualifiedName, size_t> function_index_;
  std::vector<c10::NamedTypePtr> types_;
  std::unordered_map<c10::QualifiedName, size_t> type_index_;
  mutable size_t mangle_index_ = 0;
};

// A unit from text: every function and class of it.
TORCH_API std::shared_ptr<CompilationUnit> compile(const std::string& source);

} // namespace torch::jit
