#include <torch/csrc/jit/frontend/name_mangler.h>

namespace torch::jit {

c10::QualifiedName NameMangler::mangle(const c10::QualifiedName& name) {
  static constexpr std::string_view kPrefix = "___torch_mangle_";
  std::vector<std::string> atoms = name.atoms();
  const std::string atom = std::string(kPrefix) + std::to_string(mangle_index_++);
  for (auto& existing : atoms) {
    if (std::string_view(existing).substr(0, kPrefix.size()) == kPrefix) {
      existing = atom;
      return c10::QualifiedName(atoms);
    }
  }
  atoms.insert(atoms.end() - 1, atom);
  return c10::QualifiedName(atoms);
}

}  // namespace torch::jit
