// cpu_kernel(iter, [](float a, float b) { return a + b; }): the loop of a TensorIterator from a function of one element. The element types are the function's.
#pragma once

#include <ATen/TensorIterator.h>
#include <c10/util/Exception.h>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace at::native {

namespace loops {
template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const> {
  using result = R;
  using arguments = std::tuple<std::decay_t<A>...>;
};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...)> : Signature<R (C::*)(A...) const> {};
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using result = R;
  using arguments = std::tuple<std::decay_t<A>...>;
};

template <class F, size_t... I>
inline void run(F& f, char** data, const int64_t* strides, int64_t n, std::index_sequence<I...>) {
  using S = Signature<std::decay_t<F>>;
  using A = typename S::arguments;
  [[maybe_unused]] char* in[] = {data[I + 1]..., nullptr};
  char* out = data[0];
  for (int64_t i = 0; i < n; ++i) {
    *reinterpret_cast<typename S::result*>(out) = f(*reinterpret_cast<const std::tuple_element_t<I, A>*>(in[I])...);
    out += strides[0];
    ((in[I] += strides[I + 1]), ...);
  }
}
} // namespace loops

template <class F>
void cpu_kernel(TensorIteratorBase& iter, F&& f, int64_t grain_size = at::internal::TI_GRAIN_SIZE) {
  using S = loops::Signature<std::decay_t<F>>;
  constexpr size_t arity = std::tuple_size_v<typename S::arguments>;
  TORCH_INTERNAL_ASSERT(iter.ninputs() == static_cast<int>(arity) && iter.noutputs() == 1, "cpu_kernel: the function takes ", arity, " elements, the iterator has ", iter.ninputs(), " inputs");
  TORCH_CHECK(
      static_cast<size_t>(iter.element_size(0)) == sizeof(typename S::result), "cpu_kernel: the function gives elements of ", sizeof(typename S::result), " bytes, the output's dtype is ",
      c10::toString(iter.dtype(0)));
  iter.for_each(
      [&](char** data, const int64_t* strides, int64_t n) { loops::run(f, data, strides, n, std::make_index_sequence<arity>()); }, grain_size);
  iter.cast_outputs();
}

// The vector function is an optimisation elsewhere; one element at a time gives the same values.
template <class F, class V>
void cpu_kernel_vec(TensorIteratorBase& iter, F&& f, V&&, int64_t grain_size = at::internal::TI_GRAIN_SIZE) {
  cpu_kernel(iter, std::forward<F>(f), grain_size);
}

} // namespace at::native
