#pragma once
// Pickler: writes a value as a pickle of protocol 2. Two dialects: that of archives, where lists and dicts carry their types (torch.jit._pickle), and Python's
// plain one, which torch.load(weights_only=True) takes. Tensors are written as references to storages; the storages are handed back to be stored as records.

#include <ATen/core/ivalue.h>
#include <c10/core/Storage.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torch::jit {

enum class PickleDialect { Archive, Python };

class TORCH_API Pickler {
 public:
  explicit Pickler(PickleDialect dialect);
  // One value; the pickle is complete after it.
  std::string pickle(const c10::IValue& value);
  // Storage i is the record of key `i`.
  const std::vector<c10::Storage>& storages() const {
    return storages_;
  }

 private:
  void push(const c10::IValue& value); // recursive; the depth was checked
  void list(const c10::IValue& value);
  void dict(const c10::IValue& value);
  void tuple(const c10::IValue& value);
  void tensor(const at::Tensor& value);
  void sizes(c10::ArrayRef<int64_t> values);
  void storage(const at::Tensor& value);

  void op(unsigned char code) {
    out_.push_back(static_cast<char>(code));
  }
  void number(uint64_t value, int bytes); // little-endian
  void integer(int64_t value);
  void real(double value);
  void boolean(bool value);
  void string(const std::string& text); // memoised
  void global(const std::string& module, const std::string& name); // memoised
  // True if `key` was written before; it is fetched from the memo then.
  bool recall(const std::string& key);
  void memoise(const std::string& key);
  void get(uint32_t id);
  uint32_t put();

  PickleDialect dialect_;
  std::string out_;
  uint32_t next_id_ = 0;
  std::unordered_map<std::string, uint32_t> names_; // strings and globals
  std::unordered_map<const void*, uint32_t> values_; // containers and tensors that occur more than once
  std::vector<c10::Storage> storages_;
  std::unordered_map<std::string, size_t> storage_index_;
};

} // namespace torch::jit
