#include <torch/csrc/jit/serialization/value_shape.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace torch::jit {
namespace {

using c10::IValue;

bool isContainer(const IValue& value) {
  return value.isTuple() || value.isList() || value.isGenericDict() || value.isObject();
}

// What a container needs to know of itself while and after it is walked.
struct Seen {
  bool done = false;
  uint32_t height = 1; // levels of containers below and with it
  uint64_t count = 1; // values in it, shared ones each time
};

struct Frame {
  const void* id;
  std::vector<IValue> children; // containers only
  size_t next = 0;
  uint32_t height = 1;
  uint64_t count = 1;
};

class Walk {
 public:
  Walk(const std::string& where, uint64_t limit) : where_(where), limit_(limit) {}

  uint64_t run(const IValue& value) {
    if (!isContainer(value)) {
      checkPlain(value);
      return 1;
    }
    enter(value);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.next < frame.children.size()) {
        visit(IValue(frame.children[frame.next++]));
      } else {
        leave();
      }
    }
    return seen_[value.internalToPointer()].count;
  }

 private:
  template <class... Args>
  void check(bool ok, const Args&... what) const {
    TORCH_CHECK(ok, where_, where_.empty() ? "" : ": ", what...);
  }
  void checkPlain(const IValue& value) const {
    check(!value.isCapsule(), "a name, a storage or an unfinished object stands where a value is needed");
  }

  void visit(const IValue& child) {
    const auto found = seen_.find(child.internalToPointer());
    if (found == seen_.end()) {
      enter(child);
      return;
    }
    check(found->second.done, "a value contains itself");
    include(stack_.back(), found->second);
  }

  void include(Frame& frame, const Seen& child) {
    frame.height = std::max(frame.height, child.height + 1);
    check(frame.height <= limits::kMaxValueDepth, "values are nested deeper than ", limits::kMaxValueDepth, " levels");
    frame.count += child.count; // each is at most limit_, so a sum of two cannot overflow
    check(frame.count <= limit_, "values share parts so often that they would be more than ", limit_, " when written out");
  }

  void enter(const IValue& value) {
    check(stack_.size() < limits::kMaxValueDepth, "values are nested deeper than ", limits::kMaxValueDepth, " levels");
    Frame frame{value.internalToPointer(), {}};
    const auto add = [&](const IValue& child) {
      if (isContainer(child)) {
        frame.children.push_back(child);
      } else {
        checkPlain(child);
        ++frame.count;
      }
    };
    if (value.isTuple()) {
      for (const IValue& child : value.toTupleRef().elements()) {
        add(child);
      }
    } else if (value.isList()) {
      for (const IValue& child : value.toListRef()) {
        add(child);
      }
    } else if (value.isGenericDict()) {
      for (const auto& entry : value.toGenericDict()) {
        add(entry.key());
        add(entry.value());
      }
    } else {
      for (const IValue& child : value.toObjectRef().slots()) {
        add(child);
      }
    }
    seen_.emplace(frame.id, Seen());
    stack_.push_back(std::move(frame));
  }

  void leave() {
    Seen& seen = seen_[stack_.back().id];
    seen = {true, stack_.back().height, stack_.back().count};
    stack_.pop_back();
    if (!stack_.empty()) {
      include(stack_.back(), seen);
    }
  }

  const std::string& where_;
  const uint64_t limit_;
  std::unordered_map<const void*, Seen> seen_;
  std::vector<Frame> stack_;
};

} // namespace

uint64_t checkValueShape(const IValue& value, const std::string& where, uint64_t limit) {
  return Walk(where, limit).run(value);
}

} // namespace torch::jit
