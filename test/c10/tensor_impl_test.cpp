// Storage, sizes and strides, TensorImpl, version counters.
#include <c10/core/CPUAllocator.h>
#include <c10/core/TensorImpl.h>
#include <c10/core/impl/SizesAndStrides.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

namespace {

using c10::DispatchKey;
using c10::DispatchKeySet;
using c10::IntArrayRef;
using c10::TensorImpl;

c10::intrusive_ptr<TensorImpl> make(IntArrayRef sizes, c10::ScalarType t = c10::kFloat) {
  auto impl = c10::make_intrusive<TensorImpl>(
      c10::Storage(c10::Storage::use_byte_size_t(), 4096), DispatchKeySet(DispatchKey::CPU), c10::scalarTypeToTypeMeta(t));
  impl->set_sizes_contiguous(sizes);
  return impl;
}

TEST(SizesAndStrides, InlineAndHeap) {
  c10::impl::SizesAndStrides s;
  EXPECT_EQ(s.size(), 1u);
  EXPECT_EQ(s.size_at(0), 0);
  EXPECT_EQ(s.stride_at(0), 1);
  for (size_t n : {0, 5, 6, 9, 6, 3, 12, 0, 5}) {
    std::vector<int64_t> v(n), w(n);
    for (size_t i = 0; i < n; ++i) {
      v[i] = static_cast<int64_t>(i + 1);
      w[i] = static_cast<int64_t>(100 + i);
    }
    s.set_sizes(v);
    s.set_strides(w);
    EXPECT_TRUE(s.sizes_arrayref() == v);
    EXPECT_TRUE(s.strides_arrayref() == w);
    auto copy = s;
    EXPECT_TRUE(copy == s);
    auto moved = std::move(copy);
    EXPECT_TRUE(moved == s);
    EXPECT_EQ(copy.size(), 0u);
    c10::impl::SizesAndStrides assigned;
    assigned = moved;
    EXPECT_TRUE(assigned == s);
    assigned = std::move(moved);
    EXPECT_TRUE(assigned == s);
  }
}

TEST(SizesAndStrides, ResizeKeepsBothLists) {
  c10::impl::SizesAndStrides s;
  s.set_sizes({1, 2, 3, 4, 5});
  s.set_strides({5, 4, 3, 2, 1});
  s.resize(7);
  EXPECT_TRUE(s.sizes_arrayref().equals({1, 2, 3, 4, 5, 0, 0}));
  EXPECT_TRUE(s.strides_arrayref().equals({5, 4, 3, 2, 1, 0, 0}));
  s.resize(4);
  EXPECT_TRUE(s.sizes_arrayref().equals({1, 2, 3, 4}));
  EXPECT_TRUE(s.strides_arrayref().equals({5, 4, 3, 2}));
  s.resize(5);
  EXPECT_TRUE(s.strides_arrayref().equals({5, 4, 3, 2, 0}));
  EXPECT_THROW(s.size_at(5), c10::Error);
}

TEST(TensorImpl, ContiguousGeometry) {
  auto t = make({2, 3, 4});
  EXPECT_TRUE(t->strides().equals({12, 4, 1}));
  EXPECT_EQ(t->numel(), 24);
  EXPECT_TRUE(t->is_contiguous());
  EXPECT_EQ(t->size(-1), 4);
  EXPECT_THROW(t->size(3), c10::IndexError);
  EXPECT_THROW(make({})->size(0), c10::IndexError);
  EXPECT_EQ(make({})->numel(), 1);
  auto z = make({2, 0, 3});
  EXPECT_EQ(z->numel(), 0);
  EXPECT_TRUE(z->strides().equals({3, 3, 1}));
  EXPECT_EQ(z->data(), nullptr);
  auto many = make({1, 2, 1, 2, 1, 2, 1});
  EXPECT_TRUE(many->strides().equals({8, 4, 4, 2, 2, 1, 1}));
  EXPECT_EQ(t->layout(), c10::kStrided);
  EXPECT_EQ(t->itemsize(), 4u);
}

TEST(TensorImpl, BadSizesAreErrorsAndChangeNothing) {
  auto t = make({2, 3});
  EXPECT_THROW(t->set_sizes_contiguous({2, -1}), c10::Error);
  EXPECT_THROW(t->set_sizes_contiguous({int64_t{1} << 32, int64_t{1} << 32}), c10::Error);
  EXPECT_THROW(t->set_sizes_contiguous({1, 1, 1, 1, 1, int64_t{1} << 32, int64_t{1} << 32}), c10::Error);
  EXPECT_THROW(t->set_sizes_and_strides({2, 3}, {1}), c10::Error);
  EXPECT_THROW(t->set_sizes_and_strides({-2}, {1}), c10::Error);
  EXPECT_THROW(t->set_sizes_and_strides({2}, {1}, -1), c10::Error);
  EXPECT_THROW(t->set_sizes_and_strides({2}, {-2}), c10::Error);
  EXPECT_THROW(t->set_sizes_and_strides({int64_t{1} << 62, 4}, {0, 0}), c10::Error);
  EXPECT_TRUE(t->sizes().equals({2, 3}));
  EXPECT_EQ(t->numel(), 6);
  try {
    t->set_sizes_contiguous({2, -1});
  } catch (const c10::Error& e) {
    EXPECT_STREQ(e.what(), "Trying to create tensor with negative dimension -1: [2, -1]");
  }
}

TEST(TensorImpl, StridedGeometry) {
  auto t = make({4, 6});
  t->set_sizes_and_strides({6, 4}, {1, 6}, 2);
  EXPECT_FALSE(t->is_contiguous());
  EXPECT_TRUE(t->is_non_overlapping_and_dense());
  EXPECT_EQ(t->storage_offset(), 2);
  EXPECT_EQ(static_cast<const char*>(t->data()), static_cast<const char*>(t->storage().data()) + 8);
  t->set_sizes_and_strides({3, 4}, {0, 1});
  EXPECT_FALSE(t->is_non_overlapping_and_dense());
  t->set_sizes_and_strides({1, 4}, {99, 1});
  EXPECT_TRUE(t->is_contiguous());
  t->set_sizes_and_strides({3, 2, 5}, {-1, -1, -1});
  EXPECT_TRUE(t->is_contiguous());
  t->set_sizes_and_strides({2, 4}, {8, 1});
  EXPECT_FALSE(t->is_non_overlapping_and_dense());
}

TEST(TensorImpl, ChannelsLast) {
  auto t = make({2, 3, 4, 5});
  EXPECT_FALSE(t->is_contiguous(c10::MemoryFormat::ChannelsLast));
  t->empty_tensor_restride(c10::MemoryFormat::ChannelsLast);
  EXPECT_TRUE(t->strides().equals({60, 1, 15, 3}));
  EXPECT_TRUE(t->is_contiguous(c10::MemoryFormat::ChannelsLast));
  EXPECT_TRUE(t->is_strides_like_channels_last());
  EXPECT_FALSE(t->is_contiguous());
  EXPECT_TRUE(t->is_non_overlapping_and_dense());
  auto one = make({2, 1, 4, 5});
  EXPECT_TRUE(one->is_contiguous());
  EXPECT_TRUE(one->is_contiguous(c10::MemoryFormat::ChannelsLast));
  EXPECT_FALSE(one->is_strides_like_channels_last());
  auto v = make({2, 3, 4, 5, 6});
  v->empty_tensor_restride(c10::MemoryFormat::ChannelsLast3d);
  EXPECT_TRUE(v->strides().equals({360, 1, 90, 18, 3}));
  EXPECT_TRUE(v->is_contiguous(c10::MemoryFormat::ChannelsLast3d));
  EXPECT_THROW(make({2, 3})->empty_tensor_restride(c10::MemoryFormat::ChannelsLast), c10::Error);
}

TEST(TensorImpl, VersionsAreSharedByViews) {
  auto t = make({4});
  t->bump_version();
  EXPECT_EQ(t->version_counter().current_version(), 1u);
  auto view = c10::make_intrusive<TensorImpl>(TensorImpl::VIEW, c10::Storage(t->storage()), t->key_set(), t->dtype());
  view->set_version_counter(t->version_counter());
  view->unchecked_set_sizes_and_strides({2}, {2}, 1);
  EXPECT_EQ(view->version_counter().current_version(), 1u);
  const auto epoch = t->storage().unsafeGetStorageImpl()->write_epoch();
  view->mark_written();
  EXPECT_EQ(t->version_counter().current_version(), 2u);
  EXPECT_GT(t->storage().unsafeGetStorageImpl()->write_epoch(), epoch);
  auto data = t->shallow_copy_and_detach(c10::VariableVersion(0u), false);
  data->bump_version();
  EXPECT_EQ(t->version_counter().current_version(), 2u);
  EXPECT_THROW(data->set_sizes_contiguous({2}), c10::Error);
  auto detached = t->shallow_copy_and_detach(t->version_counter(), true);
  detached->bump_version();
  EXPECT_EQ(t->version_counter().current_version(), 3u);
  EXPECT_EQ(detached->storage().unsafeGetStorageImpl(), t->storage().unsafeGetStorageImpl());
  EXPECT_TRUE(detached->sizes().equals({4}));
}

TEST(TensorImpl, InferenceTensorsHaveNoVersion) {
  c10::intrusive_ptr<TensorImpl> t;
  {
    c10::InferenceMode mode;
    t = make({2});
  }
  EXPECT_TRUE(t->is_inference());
  EXPECT_EQ(t->key_set(), DispatchKeySet(DispatchKey::CPU));
  EXPECT_FALSE(t->version_counter().enabled());
  EXPECT_THROW(t->version_counter().current_version(), c10::Error);
  t->bump_version(); // nothing to raise
  EXPECT_THROW(t->set_requires_grad(true), c10::Error);
  EXPECT_THROW(t->set_version_counter(c10::VariableVersion(0u)), c10::Error);
  auto normal = make({2});
  EXPECT_FALSE(normal->is_inference());
  EXPECT_TRUE(normal->key_set().has(DispatchKey::AutogradCPU));
}

TEST(TensorImpl, RequiresGradOnlyForFloats) {
  auto t = make({2});
  EXPECT_FALSE(t->requires_grad());
  t->set_requires_grad(true);
  EXPECT_TRUE(t->requires_grad());
  t->set_requires_grad(false);
  EXPECT_FALSE(t->requires_grad());
  EXPECT_THROW(make({2}, c10::kLong)->set_requires_grad(true), c10::Error);
}

TEST(TensorImpl, ShallowCopyFrom) {
  auto a = make({2, 3}), b = make({4}, c10::kDouble);
  a->bump_version();
  a->shallow_copy_from(b);
  EXPECT_TRUE(a->sizes().equals({4}));
  EXPECT_EQ(a->scalar_type(), c10::kDouble);
  EXPECT_EQ(a->data(), b->data());
  EXPECT_EQ(a->version_counter().current_version(), 1u);
  auto meta = c10::make_intrusive<TensorImpl>(DispatchKeySet(DispatchKey::SparseCPU), caffe2::TypeMeta::Make<float>(), c10::Device(c10::kCPU));
  EXPECT_EQ(meta->layout(), c10::kSparse);
  EXPECT_THROW(a->shallow_copy_from(meta), c10::Error);
  EXPECT_THROW(meta->data(), c10::Error);
}

TEST(TensorImpl, WeakReferenceDropsTheStorage) {
  auto t = make({2});
  c10::weak_intrusive_ptr<c10::StorageImpl> s = t->storage().getWeakStorageImpl();
  c10::weak_intrusive_ptr<TensorImpl> w(t);
  t.reset();
  EXPECT_TRUE(s.expired());
  EXPECT_FALSE(w.lock().defined());
}

TEST(TensorImpl, ViewsMadeByManyThreads) {
  auto t = make({4});
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        auto view = c10::make_intrusive<TensorImpl>(TensorImpl::VIEW, c10::Storage(t->storage()), t->key_set(), t->dtype());
        view->set_version_counter(t->version_counter());
        view->unchecked_set_sizes_and_strides({2}, {1}, 0);
        view->bump_version();
      }
    });
  }
  for (auto& th : threads) {
    th.join();
  }
  EXPECT_EQ(t->version_counter().current_version(), 2000u);
}

TEST(Storage, ExternalMemoryAndResizing) {
  static int freed = 0;
  char bytes[8] = {};
  {
    c10::Storage s(
        c10::Storage::use_byte_size_t(), 8, c10::DataPtr(bytes, bytes, [](void*) { ++freed; }, c10::Device(c10::kCPU)), nullptr, false);
    EXPECT_EQ(s.data(), bytes);
    EXPECT_FALSE(s.resizable());
    c10::Storage alias = s;
    EXPECT_EQ(s.use_count(), 2u);
    EXPECT_TRUE(s.is_alias_of(alias));
    EXPECT_EQ(freed, 0);
    const auto epoch = s.unsafeGetStorageImpl()->write_epoch();
    c10::DataPtr old = s.set_data_ptr(c10::GetCPUAllocator()->allocate(16));
    s.set_nbytes(16);
    EXPECT_EQ(old.get(), bytes);
    EXPECT_GT(s.unsafeGetStorageImpl()->write_epoch(), epoch);
  }
  EXPECT_EQ(freed, 1);
  c10::Storage legacy = c10::Storage::create_legacy(c10::Device(c10::kCPU));
  EXPECT_EQ(legacy.nbytes(), 0u);
  EXPECT_TRUE(legacy.resizable());
  EXPECT_THROW(c10::Storage::create_legacy(c10::Device(c10::kCUDA)), c10::Error);
  EXPECT_FALSE(legacy.unsafeGetStorageImpl()->mutable_data_escaped());
  legacy.unsafeGetStorageImpl()->mark_mutable_data_escaped();
  EXPECT_TRUE(legacy.unsafeGetStorageImpl()->mutable_data_escaped());
}

} // namespace
