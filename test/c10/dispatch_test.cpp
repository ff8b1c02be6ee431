// Devices, dispatch keys and sets, thread-local modes, tensor options.
#include <c10/core/Device.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/TensorOptions.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <gtest/gtest.h>

#include <thread>

namespace {

using c10::BackendComponent;
using c10::DispatchKey;
using c10::DispatchKeySet;
using c10::DispatchSlot;

TEST(Device, ParsesAndPrints) {
  EXPECT_EQ(c10::Device("cpu").str(), "cpu");
  EXPECT_EQ(c10::Device("cuda:3").index(), 3);
  EXPECT_EQ(c10::Device("cuda:3").str(), "cuda:3");
  EXPECT_TRUE(c10::Device("meta").is_meta());
  for (const char* bad : {"", "cpu:", "cpu:-1", "cpu:1", "cuda:x", "cuda:01", "cuda:1000", "cuda:128", "gpu", "cuda::0", "CPU", ":0", "cuda:0:1", "cuda: 1"}) {
    EXPECT_THROW(c10::Device{std::string(bad)}, c10::Error) << bad;
  }
  EXPECT_THROW(c10::Device(c10::kCPU, 2), c10::Error);
  EXPECT_THROW(c10::Device(c10::kCUDA, -2), c10::Error);
  EXPECT_NE(c10::Device(c10::kCUDA, 0), c10::Device(c10::kCUDA));
  EXPECT_EQ(c10::DeviceTypeName(c10::kCUDA), "CUDA");
}

TEST(Device, PrivateUse1GetsOneName) {
  EXPECT_EQ(c10::Device(c10::kPrivateUse1, 0).str(), "privateuseone:0");
  EXPECT_THROW(c10::register_privateuse1_backend("cuda"), c10::Error);
  c10::register_privateuse1_backend("toy");
  c10::register_privateuse1_backend("toy");
  EXPECT_THROW(c10::register_privateuse1_backend("other"), c10::Error);
  EXPECT_EQ(c10::Device("toy:1").type(), c10::kPrivateUse1);
  EXPECT_EQ(c10::Device(c10::kPrivateUse1, 1).str(), "toy:1");
}

TEST(Device, GuardsNeedAnImplementation) {
  c10::DeviceGuard cpu{c10::Device(c10::kCPU)};
  c10::OptionalDeviceGuard none;
  EXPECT_FALSE(none.current_device().has_value());
  EXPECT_THROW(c10::DeviceGuard{c10::Device(c10::kCUDA, 0)}, c10::Error);
  struct Toy final : c10::impl::DeviceGuardImplInterface {
    mutable int8_t now = 0;
    c10::DeviceType type() const override {
      return c10::kPrivateUse1;
    }
    c10::Device exchangeDevice(c10::Device d) const override {
      c10::Device old(c10::kPrivateUse1, now);
      now = d.index();
      return old;
    }
    c10::Device getDevice() const override {
      return c10::Device(c10::kPrivateUse1, now);
    }
    void setDevice(c10::Device d) const override {
      now = d.index();
    }
    void uncheckedSetDevice(c10::Device d) const noexcept override {
      now = d.index();
    }
    c10::DeviceIndex deviceCount() const noexcept override {
      return 2;
    }
  } toy;
  c10::impl::setDeviceGuardImpl(c10::kPrivateUse1, &toy);
  {
    c10::DeviceGuard g{c10::Device(c10::kPrivateUse1, 1)};
    EXPECT_EQ(toy.now, 1);
    EXPECT_EQ(g.original_device().index(), 0);
  }
  EXPECT_EQ(toy.now, 0);
  c10::impl::setDeviceGuardImpl(c10::kPrivateUse1, nullptr);
}

TEST(DispatchKey, NamesRoundTrip) {
  for (int i = 0; i <= static_cast<int>(DispatchKey::EndOfAliasKeys); ++i) {
    const auto k = static_cast<DispatchKey>(i);
    const std::string name = c10::toString(k);
    if (name != "UNKNOWN_TENSOR_TYPE_ID") {
      EXPECT_EQ(c10::parseDispatchKey(name), k) << name;
    }
  }
  EXPECT_EQ(c10::parseDispatchKey("SparseCsrCPU"), DispatchKey::SparseCsrCPU);
  EXPECT_THROW(c10::parseDispatchKey("NoSuchKey"), c10::Error);
  EXPECT_STREQ(c10::toString(DispatchKey::AutogradCPU), "AutogradCPU");
  EXPECT_EQ(c10::dispatchKeyToDeviceType(DispatchKey::QuantizedCPU), c10::kCPU);
}

TEST(DispatchKeySet, EveryRuntimeKeyAloneIsItsOwnHighest) {
  for (int i = 1; i <= static_cast<int>(DispatchKey::EndOfRuntimeBackendKeys); ++i) {
    const auto k = static_cast<DispatchKey>(i);
    if (std::string(c10::toString(k)) == "UNKNOWN_TENSOR_TYPE_ID" || k == DispatchKey::EndOfFunctionalityKeys || c10::isPerBackendFunctionalityKey(k)) {
      continue;
    }
    const DispatchKeySet ks(k);
    EXPECT_TRUE(ks.has(k)) << k;
    EXPECT_EQ(ks.highestPriorityTypeId(), k);
    EXPECT_EQ(ks.getRuntimeDispatchSlot(), static_cast<int>(c10::toDispatchSlot(k))) << k;
    EXPECT_TRUE((ks - ks).highestFunctionalityKey() == DispatchKey::Undefined);
  }
}

TEST(DispatchKeySet, PriorityAndAlgebra) {
  const DispatchKeySet cpu(DispatchKey::CPU), all = cpu | DispatchKeySet(DispatchKey::AutogradCPU) | DispatchKeySet(DispatchKey::ADInplaceOrView);
  EXPECT_EQ(all.highestPriorityTypeId(), DispatchKey::AutogradCPU);
  EXPECT_EQ((all - c10::autograd_dispatch_keyset).highestPriorityTypeId(), DispatchKey::ADInplaceOrView);
  EXPECT_EQ((all - c10::autograd_dispatch_keyset_with_ADInplaceOrView), cpu);
  EXPECT_EQ(all.remove(DispatchKey::AutogradCPU).remove(DispatchKey::ADInplaceOrView), cpu);
  EXPECT_TRUE(all.isSupersetOf(cpu));
  EXPECT_FALSE(cpu.isSupersetOf(all));
  const DispatchKeySet mixed = cpu | DispatchKeySet(DispatchKey::Meta);
  EXPECT_EQ(mixed.highestPriorityTypeId(), DispatchKey::Meta);
  EXPECT_EQ(DispatchKeySet().getRuntimeDispatchSlot(), static_cast<int>(DispatchSlot::Undefined));
  EXPECT_EQ(DispatchKeySet(DispatchKeySet::FULL).highestFunctionalityKey(), DispatchKey::PythonDispatcher);
  EXPECT_FALSE(c10::after_autograd_keyset.has(DispatchKey::AutogradOther));
  EXPECT_TRUE(c10::after_autograd_keyset.has(DispatchKey::ADInplaceOrView));
  EXPECT_EQ(c10::toString(cpu), "DispatchKeySet(CPU)");
  EXPECT_EQ(c10::legacyExtractDispatchKey(all), DispatchKey::CPU);
}

TEST(DispatchKeySet, Aliases) {
  EXPECT_TRUE(c10::isIncludedInAlias(DispatchKey::CPU, DispatchKey::CompositeImplicitAutograd));
  EXPECT_TRUE(c10::isIncludedInAlias(DispatchKey::AutogradCPU, DispatchKey::CompositeImplicitAutograd));
  EXPECT_TRUE(c10::isIncludedInAlias(DispatchKey::SparseCPU, DispatchKey::CompositeExplicitAutograd));
  EXPECT_FALSE(c10::isIncludedInAlias(DispatchKey::AutogradCPU, DispatchKey::CompositeExplicitAutograd));
  EXPECT_FALSE(c10::isIncludedInAlias(DispatchKey::SparseCPU, DispatchKey::CompositeExplicitAutogradNonFunctional));
  EXPECT_TRUE(c10::isIncludedInAlias(DispatchKey::AutogradCUDA, DispatchKey::Autograd));
  EXPECT_FALSE(c10::isIncludedInAlias(DispatchKey::CPU, DispatchKey::Autograd));
  EXPECT_EQ(c10::toBackendComponent(DispatchKey::SparseCUDA), BackendComponent::CUDABit);
}

TEST(LocalKeys, GuardsRestore) {
  const auto before = c10::impl::tls_local_dispatch_key_set();
  EXPECT_TRUE(before.included_.has(DispatchKey::ADInplaceOrView));
  EXPECT_TRUE(before.excluded_.has(DispatchKey::AutocastCPU));
  const DispatchKeySet t = DispatchKeySet(DispatchKey::CPU) | DispatchKeySet(DispatchKey::AutogradCPU);
  {
    c10::impl::ExcludeDispatchKeyGuard guard(c10::autograd_dispatch_keyset);
    EXPECT_FALSE(c10::impl::computeDispatchKeySet(t).has_any(c10::autograd_dispatch_keyset));
    {
      c10::impl::ExcludeDispatchKeyGuard again(c10::autograd_dispatch_keyset);
    }
    EXPECT_TRUE(c10::impl::tls_is_dispatch_keyset_excluded(c10::autograd_dispatch_keyset));
    c10::impl::IncludeDispatchKeyGuard include(DispatchKey::Tracer);
    EXPECT_EQ(c10::impl::computeDispatchKeySet(t).highestPriorityTypeId(), DispatchKey::Tracer);
  }
  const auto after = c10::impl::tls_local_dispatch_key_set();
  EXPECT_EQ(after.included_, before.included_);
  EXPECT_EQ(after.excluded_, before.excluded_);
  EXPECT_EQ(c10::impl::computeDispatchKeySet(t).highestPriorityTypeId(), DispatchKey::AutogradCPU);
}

TEST(Modes, GradAndInference) {
  EXPECT_TRUE(c10::GradMode::is_enabled());
  {
    c10::NoGradGuard no_grad;
    EXPECT_FALSE(c10::GradMode::is_enabled());
    {
      c10::AutoGradMode on(true);
      EXPECT_TRUE(c10::GradMode::is_enabled());
    }
    EXPECT_FALSE(c10::GradMode::is_enabled());
    std::thread([] { EXPECT_TRUE(c10::GradMode::is_enabled()); }).join(); // per thread
  }
  EXPECT_TRUE(c10::GradMode::is_enabled());
  const auto keys = c10::impl::tls_local_dispatch_key_set();
  {
    c10::InferenceMode mode;
    EXPECT_TRUE(c10::InferenceMode::is_enabled());
    EXPECT_FALSE(c10::GradMode::is_enabled());
    EXPECT_FALSE(c10::impl::tls_is_dispatch_key_included(DispatchKey::ADInplaceOrView));
    EXPECT_TRUE(c10::impl::tls_is_dispatch_key_excluded(DispatchKey::AutogradOther));
    {
      c10::InferenceMode off(false);
      EXPECT_FALSE(c10::InferenceMode::is_enabled());
      EXPECT_TRUE(c10::GradMode::is_enabled());
      EXPECT_TRUE(c10::impl::tls_is_dispatch_key_included(DispatchKey::ADInplaceOrView));
      EXPECT_FALSE(c10::impl::tls_is_dispatch_key_excluded(DispatchKey::AutogradOther));
    }
    EXPECT_TRUE(c10::InferenceMode::is_enabled());
  }
  EXPECT_FALSE(c10::InferenceMode::is_enabled());
  EXPECT_EQ(c10::impl::tls_local_dispatch_key_set().included_, keys.included_);
  EXPECT_EQ(c10::impl::tls_local_dispatch_key_set().excluded_, keys.excluded_);
}

TEST(TensorOptions, SetMergeKeyPrint) {
  const auto o = c10::dtype(c10::kDouble).device(c10::kCPU).requires_grad(true);
  EXPECT_TRUE(o.has_dtype() && o.has_device() && !o.has_layout());
  EXPECT_TRUE(o.dtype() == c10::kDouble);
  EXPECT_TRUE(o.requires_grad());
  const auto merged = o.merge_in(c10::dtype<int>());
  EXPECT_TRUE(merged.dtype() == c10::kInt);
  EXPECT_TRUE(merged.requires_grad());
  EXPECT_EQ(o.computeDispatchKey(), DispatchKey::CPU);
  EXPECT_EQ(c10::TensorOptions(c10::kSparse).computeDispatchKey(), DispatchKey::SparseCPU);
  EXPECT_EQ(c10::TensorOptions("meta").computeDispatchKey(), DispatchKey::Meta);
  EXPECT_EQ(c10::dtype(c10::kQInt8).computeDispatchKey(), DispatchKey::QuantizedCPU);
  EXPECT_THROW(c10::TensorOptions(c10::kMkldnn).device(c10::kMeta).computeDispatchKey(), c10::NotImplementedError);
  c10::TensorOptions from_type = torch::DeviceType::CPU;
  EXPECT_TRUE(from_type.has_device());
  EXPECT_TRUE(c10::TensorOptions(c10::kCUDA, 1).device() == c10::Device("cuda:1"));
  // A number is neither a device nor options, as overloads like arange(0, 5, 1) rely on.
  EXPECT_FALSE((std::is_convertible_v<int, c10::TensorOptions>));
  EXPECT_FALSE((std::is_convertible_v<int, c10::Device>));
  EXPECT_EQ(
      c10::toString(c10::TensorOptions()),
      "TensorOptions(dtype=float (default), device=cpu (default), layout=Strided (default), requires_grad=false (default), pinned_memory=false (default), "
      "memory_format=(nullopt))");
}

} // namespace
