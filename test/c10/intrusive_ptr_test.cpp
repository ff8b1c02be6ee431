#include <c10/util/intrusive_ptr.h>
#include <gtest/gtest.h>

#include <thread>
#include <unordered_set>
#include <vector>

namespace {

struct Base : c10::intrusive_ptr_target {
  explicit Base(int* alive) : alive(alive) {
    ++*alive;
  }
  ~Base() override {
    --*alive;
  }
  void release_resources() override {
    released = true;
  }
  int* alive;
  bool released = false;
};
struct Derived final : Base {
  using Base::Base;
};

TEST(IntrusivePtr, CountsAndDestroys) {
  int alive = 0;
  {
    auto a = c10::make_intrusive<Derived>(&alive);
    EXPECT_EQ(a.use_count(), 1u);
    EXPECT_TRUE(a.is_uniquely_owned());
    c10::intrusive_ptr<Base> b = a;
    EXPECT_EQ(a.use_count(), 2u);
    EXPECT_FALSE(a.unique());
    c10::intrusive_ptr<Base> c = std::move(a);
    EXPECT_FALSE(a.defined());
    EXPECT_EQ(c.use_count(), 2u);
    EXPECT_TRUE(b == c);
    b = nullptr;
    EXPECT_EQ(c.use_count(), 1u);
    c = c10::make_intrusive<Derived>(&alive);
    EXPECT_EQ(alive, 1);
    auto& same = c;
    c = same;
    EXPECT_EQ(c.use_count(), 1u);
    auto d = c10::static_intrusive_pointer_cast<Derived>(c);
    EXPECT_EQ(d.use_count(), 2u);
    EXPECT_TRUE(c10::dynamic_intrusive_pointer_cast<Derived>(c).defined());
  }
  EXPECT_EQ(alive, 0);
}

TEST(IntrusivePtr, ReleaseAndReclaim) {
  int alive = 0;
  auto a = c10::make_intrusive<Base>(&alive);
  Base* raw = a.release();
  EXPECT_FALSE(a);
  c10::raw::intrusive_ptr::incref(raw);
  EXPECT_EQ(c10::raw::intrusive_ptr::use_count(raw), 2u);
  c10::raw::intrusive_ptr::decref(raw);
  EXPECT_EQ(alive, 1);
  auto b = c10::intrusive_ptr<Base>::reclaim(raw);
  auto c = c10::intrusive_ptr<Base>::reclaim_copy(raw);
  EXPECT_EQ(b.use_count(), 2u);
  c.reset();
  b.reset();
  EXPECT_EQ(alive, 0);
}

TEST(IntrusivePtr, WeakPointers) {
  int alive = 0;
  auto a = c10::make_intrusive<Base>(&alive);
  c10::weak_intrusive_ptr<Base> w(a);
  EXPECT_EQ(w.use_count(), 1u);
  EXPECT_TRUE(w.lock() == a);
  EXPECT_EQ(a.use_count(), 1u);
  Base* raw = a.get();
  a.reset();
  EXPECT_TRUE(w.expired());
  EXPECT_FALSE(w.lock().defined());
  EXPECT_EQ(alive, 1); // the shell stays for the weak pointer
  EXPECT_TRUE(raw->released);
  auto w2 = w;
  w.reset();
  EXPECT_EQ(alive, 1);
  w2.reset();
  EXPECT_EQ(alive, 0);
}

TEST(IntrusivePtr, FromUniqueAndHash) {
  int alive = 0;
  c10::intrusive_ptr<Base> a(std::make_unique<Base>(&alive));
  std::unordered_set<c10::intrusive_ptr<Base>> set{a, a};
  EXPECT_EQ(set.size(), 1u);
  EXPECT_EQ(a.use_count(), 2u);
}

TEST(IntrusivePtr, ManyThreads) {
  int alive = 0;
  auto a = c10::make_intrusive<Base>(&alive);
  c10::weak_intrusive_ptr<Base> w(a);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([copy = a, &w]() mutable {
      for (int i = 0; i < 2000; ++i) {
        auto other = copy;
        auto locked = w.lock();
        other.reset();
      }
      copy.reset();
    });
  }
  a.reset();
  for (auto& t : threads) {
    t.join();
  }
  EXPECT_EQ(alive, 1);
  EXPECT_TRUE(w.expired());
  w.reset();
  EXPECT_EQ(alive, 0);
}

} // namespace
