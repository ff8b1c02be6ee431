// copy, deepcopy and visit.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/ivalue_depth.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace c10 {

namespace {

at::Tensor copy_tensor(const at::Tensor& t, const std::optional<Device>& device) {
  if (!t.defined()) {
    return t;
  }
  torch::jit::Stack stack;
  if (device && *device != t.device()) {
    torch::jit::push(stack, t, *device, t.scalar_type(), /*non_blocking=*/false, /*copy=*/true, IValue());
    Dispatcher::singleton().findSchemaOrThrow("aten::to", "device").callBoxed(stack);
  } else {
    torch::jit::push(stack, t, IValue());
    Dispatcher::singleton().findSchemaOrThrow("aten::clone", "").callBoxed(stack);
  }
  return std::move(stack[0]).toTensor();
}

Storage copy_storage(const Storage& s) {
  Storage fresh(Storage::use_byte_size_t(), s.nbytes());
  if (s.nbytes() != 0) {
    std::memcpy(fresh.mutable_data(), s.data(), s.nbytes());
  }
  return fresh;
}

IValue deepcopy_at_depth(const IValue& v, IValue::DeepCopyMemo& memo, const std::optional<Device>& device, int depth);

std::vector<IValue> deepcopy_all(ArrayRef<IValue> values, IValue::DeepCopyMemo& memo, const std::optional<Device>& device, int depth) {
  std::vector<IValue> out;
  out.reserve(values.size());
  for (const IValue& v : values) {
    out.push_back(deepcopy_at_depth(v, memo, device, depth));
  }
  return out;
}

IValue deepcopy_object(const IValue& v, IValue::DeepCopyMemo& memo, const std::optional<Device>& device, int depth) {
  const auto& object = v.unsafe_object();
  auto copy = object.copy();
  IValue result(copy);
  memo.emplace(v.internalToPointer(), result); // before the slots: they may lead back here
  for (size_t i = 0; i < object.num_slots(); ++i) {
    copy->setSlot(i, deepcopy_at_depth(object.slots()[i], memo, device, depth + 1));
  }
  return result;
}

IValue deepcopy_at_depth(const IValue& v, IValue::DeepCopyMemo& memo, const std::optional<Device>& device, int depth) {
  check_nesting(depth, "deepcopy");
  if (v.isPtrType()) {
    auto it = memo.find(v.internalToPointer());
    if (it != memo.end()) {
      return it->second;
    }
  }
  IValue result;
  switch (v.tag()) {
    case IValue::Tag::Tensor: result = copy_tensor(v.toTensor(), device); break;
    case IValue::Tag::Storage: result = copy_storage(v.toStorage()); break;
    case IValue::Tag::Tuple: {
      auto elements = deepcopy_all(v.unsafe_tuple().elements(), memo, device, depth + 1);
      const auto& type = v.unsafe_tuple().declared_type();
      result = type ? ivalue::Tuple::createNamed(std::move(elements), type) : ivalue::Tuple::create(std::move(elements));
      break;
    }
    case IValue::Tag::GenericList: {
      List<IValue> copy(v.unsafe_list().elementType);
      memo.emplace(v.internalToPointer(), IValue(copy));
      for (size_t i = 0; i < v.unsafe_list().list.size(); ++i) {
        copy.push_back(deepcopy_at_depth(v.unsafe_list().list[i], memo, device, depth + 1));
      }
      return copy;
    }
    case IValue::Tag::GenericDict: {
      const auto& dict = v.unsafe_dict();
      Dict<IValue, IValue> copy(dict.elementTypes.keyType, dict.elementTypes.valueType);
      memo.emplace(v.internalToPointer(), IValue(copy));
      for (size_t i = dict.next(0); i < dict.capacity(); i = dict.next(i + 1)) {
        copy.insert(deepcopy_at_depth(dict.key_at(i), memo, device, depth + 1), deepcopy_at_depth(dict.value_at(i), memo, device, depth + 1));
      }
      return copy;
    }
    case IValue::Tag::Object: return deepcopy_object(v, memo, device, depth);
    default: return v; // immutable, or shared by its nature
  }
  if (v.isPtrType()) {
    memo.emplace(v.internalToPointer(), result);
  }
  return result;
}

} // namespace

IValue IValue::copy() const {
  switch (tag_) {
    case Tag::GenericList: return toList().copy();
    case Tag::GenericDict: return toGenericDict().copy();
    case Tag::Object: return toObject()->copy();
    default: return *this;
  }
}
IValue IValue::deepcopy(std::optional<Device> device) const {
  DeepCopyMemo memo;
  return deepcopy(memo, device);
}
IValue IValue::deepcopy(DeepCopyMemo& memo, std::optional<Device> device) const { return deepcopy_at_depth(*this, memo, device, 0); }

intrusive_ptr<ivalue::Object> ivalue::Object::deepcopy(std::optional<Device> device) const {
  IValue::DeepCopyMemo memo;
  return deepcopy(memo, device);
}
intrusive_ptr<ivalue::Object> ivalue::Object::deepcopy(IValue::DeepCopyMemo& memo, std::optional<Device> device) const {
  return deepcopy_object(IValue(intrusive_ptr<Object>::reclaim_copy(const_cast<Object*>(this))), memo, device, 0).toObject();
}

void IValue::visit(const std::function<bool(const IValue&)>& visitor) const {
  std::unordered_set<const void*> seen;
  std::vector<IValue> work{*this};
  while (!work.empty()) {
    IValue v = std::move(work.back());
    work.pop_back();
    if (v.isPtrType() && !seen.insert(v.internalToPointer()).second) {
      continue;
    }
    if (!visitor(v)) {
      return;
    }
    const size_t first = work.size();
    switch (v.tag()) {
      case Tag::Tuple: work.insert(work.end(), v.unsafe_tuple().elements().begin(), v.unsafe_tuple().elements().end()); break;
      case Tag::GenericList: work.insert(work.end(), v.unsafe_list().list.begin(), v.unsafe_list().list.end()); break;
      case Tag::Object: work.insert(work.end(), v.unsafe_object().slots().begin(), v.unsafe_object().slots().end()); break;
      case Tag::GenericDict: {
        const auto& dict = v.unsafe_dict();
        for (size_t i = dict.next(0); i < dict.capacity(); i = dict.next(i + 1)) {
          work.push_back(dict.key_at(i));
          work.push_back(dict.value_at(i));
        }
        break;
      }
      default: break;
    }
    std::reverse(work.begin() + static_cast<std::ptrdiff_t>(first), work.end()); // in order
  }
}

} // namespace c10
