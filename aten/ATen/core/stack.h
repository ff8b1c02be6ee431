#pragma once
// The stack boxed calls work on: arguments are its last n values; the callee takes them off and leaves its results.
#include <ATen/core/ivalue.h>

#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace torch::jit {

using c10::IValue;
using Stack = std::vector<IValue>;

// The i-th of the last N values.
inline IValue& peek(Stack& stack, size_t i, size_t N) { return *(stack.end() - static_cast<std::ptrdiff_t>(N) + static_cast<std::ptrdiff_t>(i)); }
inline const IValue& peek(const Stack& stack, size_t i, size_t N) { return *(stack.end() - static_cast<std::ptrdiff_t>(N) + static_cast<std::ptrdiff_t>(i)); }
inline c10::ArrayRef<IValue> last(const Stack& stack, size_t N) { return c10::ArrayRef<IValue>(stack).slice(stack.size() - N, N); }
inline void drop(Stack& stack, size_t n) { stack.erase(stack.end() - static_cast<std::ptrdiff_t>(n), stack.end()); }
inline void drop(Stack* stack, size_t n) { drop(*stack, n); }
inline IValue pop(Stack& stack) {
  IValue r = std::move(stack.back());
  stack.pop_back();
  return r;
}
inline IValue pop(Stack* stack) { return pop(*stack); }
inline std::vector<IValue> pop(Stack& stack, size_t n) {
  std::vector<IValue> result;
  result.reserve(n);
  result.insert(result.end(), std::make_move_iterator(stack.end() - static_cast<std::ptrdiff_t>(n)), std::make_move_iterator(stack.end()));
  drop(stack, n);
  return result;
}

// int64_t a; Tensor b; pop(stack, a, b): b was pushed last.
template <typename... Types> inline void pop(Stack& stack, Types&... args) {
  size_t i = 0;
  constexpr size_t N = sizeof...(args);
  (void)std::initializer_list<int>{(args = std::move(peek(stack, i++, N)).template to<Types>(), 0)...};
  drop(stack, N);
}
template <typename... Types> inline void pop(Stack* stack, Types&... args) { pop(*stack, args...); }

template <typename Type> inline void push_one(Stack& stack, Type&& arg) { stack.emplace_back(std::forward<Type>(arg)); }
template <typename... Types> inline void push(Stack& stack, Types&&... args) { (void)std::initializer_list<int>{(push_one(stack, std::forward<Types>(args)), 0)...}; }
template <typename... Types> inline void push(Stack* stack, Types&&... args) { push(*stack, std::forward<Types>(args)...); }
template <class T> inline void push_list_elements(Stack& stack, const c10::List<T>& elements) {
  for (T elem : elements) {
    stack.push_back(std::move(elem));
  }
}

template <typename T> inline void pack(Stack& stack, T&& v) { stack.emplace_back(std::forward<T>(v)); }
template <typename... Args> inline void pack(Stack& stack, std::tuple<Args...>&& t) {
  std::apply([&stack](Args&... a) { push(stack, std::move(a)...); }, t);
}

} // namespace torch::jit
