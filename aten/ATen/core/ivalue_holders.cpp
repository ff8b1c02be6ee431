// Releasing nested values, Object, EnumHolder, Future.
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <condition_variable>
#include <mutex>

namespace c10 {

namespace detail {

namespace {

constexpr int kMaxReleaseDepth = 64;

struct ReleaseState {
  int depth;
  std::vector<IValue>* pending; // values whose release was put off; made when first needed
};
WICK_FAST_THREAD_LOCAL ReleaseState release_state;

bool may_nest(const IValue& v) {
  switch (v.tag()) {
    case IValue::Tag::Tuple:
    case IValue::Tag::GenericList:
    case IValue::Tag::GenericDict:
    case IValue::Tag::Object:
    case IValue::Tag::Future:
      return true;
    default:
      return false;
  }
}

} // namespace

void release_values(std::vector<IValue>& values) noexcept {
  bool nests = false;
  for (const IValue& v : values) {
    nests = nests || may_nest(v);
  }
  if (!nests) {
    values.clear();
    return;
  }
  ReleaseState& state = release_state;
  if (state.depth >= kMaxReleaseDepth) {
    try {
      if (state.pending == nullptr) {
        state.pending = new std::vector<IValue>();
      }
      for (IValue& v : values) {
        if (may_nest(v)) {
          state.pending->push_back(std::move(v));
        }
      }
    } catch (...) {
      // No memory for the list: recurse after all.
    }
    values.clear();
    return;
  }
  ++state.depth;
  values.clear();
  // The outermost call works the list off, at depth 1 so that what it releases only adds to the list.
  if (state.depth == 1) {
    while (state.pending != nullptr) {
      std::vector<IValue>* batch = std::exchange(state.pending, nullptr);
      while (!batch->empty()) {
        IValue v = std::move(batch->back());
        batch->pop_back();
      }
      delete batch;
    }
  }
  --state.depth;
}

} // namespace detail

namespace ivalue {

intrusive_ptr<Object> Object::create(std::shared_ptr<ClassType> type, size_t num_slots) {
  auto cu = type->compilation_unit();
  return create(StrongTypePtr(std::move(cu), std::move(type)), num_slots);
}

void Object::resizeObject(size_t slot) {
  const size_t wanted = type_ref().numAttributes();
  TORCH_CHECK(slot < wanted, "attribute slot ", slot, " of an object whose class ", name(), " has ", wanted, " attributes");
  slots_.resize(wanted);
}

std::string Object::name() const {
  const auto& n = type_ref().name();
  return n ? n->qualifiedName() : std::string("<anonymous class>");
}
IValue Object::getAttr(const std::string& name) const { return getSlot(type_ref().getAttributeSlot(name)); }
void Object::setAttr(const std::string& name, IValue v) { setSlot(type_ref().getAttributeSlot(name), std::move(v)); }
void Object::unsafeRemoveSlot(size_t slot) {
  TORCH_CHECK(slot < slots_.size(), "attribute slot ", slot, " of an object with ", slots_.size());
  slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(slot));
  epoch_.fetch_add(1, std::memory_order_release);
}
void Object::unsafeRemoveAttr(const std::string& name) { unsafeRemoveSlot(type_ref().getAttributeSlot(name)); }

intrusive_ptr<Object> Object::copy() const {
  auto object = cu_ ? Object::create(StrongTypePtr(cu_, type_), slots_.size()) : Object::create(WeakTypePtr(weak_cu_, type_), slots_.size());
  object->slots_ = slots_;
  return object;
}
intrusive_ptr<Object> Object::copy_to_weak_compilation_ref() const {
  auto object = Object::create(WeakTypePtr(cu_ ? std::weak_ptr<torch::jit::CompilationUnit>(cu_) : weak_cu_, type_), slots_.size());
  object->slots_ = slots_;
  return object;
}

std::string EnumHolder::qualifiedClassName() const { return type_->qualifiedClassName().qualifiedName(); }
std::string EnumHolder::unqualifiedClassName() const { return type_->qualifiedClassName().name(); }

// ---- Future

struct Future::State {
  mutable std::mutex mutex;
  std::condition_variable done;
  bool completed = false;
  IValue value;
  std::exception_ptr error;
  std::vector<std::function<void(Future&)>> callbacks;
};

Future::Future(TypePtr type) : type_(std::move(type)), state_(std::make_unique<State>()) {}
Future::~Future() {
  std::vector<IValue> value;
  value.push_back(std::move(state_->value));
  detail::release_values(value);
}
bool Future::completed() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->completed;
}
bool Future::hasError() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->error != nullptr;
}
bool Future::hasValue() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->completed && state_->error == nullptr;
}
std::exception_ptr Future::exception_ptr() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->error;
}
void Future::wait() {
  std::unique_lock<std::mutex> lock(state_->mutex);
  state_->done.wait(lock, [this] { return state_->completed; });
  if (state_->error) {
    std::rethrow_exception(state_->error);
  }
}
IValue Future::value() {
  std::lock_guard<std::mutex> lock(state_->mutex);
  TORCH_CHECK(state_->completed, "the value of a Future that is not completed");
  if (state_->error) {
    std::rethrow_exception(state_->error);
  }
  return state_->value;
}
void Future::markCompleted(IValue value) {
  std::vector<std::function<void(Future&)>> callbacks;
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    TORCH_CHECK(!state_->completed, "Attempting to mark a completed Future as complete again");
    state_->value = std::move(value);
    state_->completed = true;
    callbacks.swap(state_->callbacks);
  }
  state_->done.notify_all();
  for (auto& c : callbacks) {
    c(*this);
  }
}
void Future::setError(std::exception_ptr error) {
  std::vector<std::function<void(Future&)>> callbacks;
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    if (state_->completed) {
      return; // the first outcome counts
    }
    state_->error = std::move(error);
    state_->completed = true;
    callbacks.swap(state_->callbacks);
  }
  state_->done.notify_all();
  for (auto& c : callbacks) {
    c(*this);
  }
}
void Future::addCallback(std::function<void(Future&)> callback) {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    if (!state_->completed) {
      state_->callbacks.push_back(std::move(callback));
      return;
    }
  }
  callback(*this);
}

} // namespace ivalue
} // namespace c10
