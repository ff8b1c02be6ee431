#include <torch/csrc/jit/runtime/frame_arena.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace torch::jit {

// The slots follow the header. Memory of zeros is an array of IValues that are None.
struct FrameArena::Chunk {
  Chunk* previous;
  size_t slots;
  c10::IValue* previous_top;
  void* align;
  c10::IValue* begin() { return reinterpret_cast<c10::IValue*>(this + 1); }
};
static_assert(static_cast<uint32_t>(c10::IValue::Tag::None) == 0, "zeroed memory must be None");

namespace {
constexpr size_t kChunkSlots = 8192;  // 128 KiB
}

FrameArena& FrameArena::ofThread() {
  static thread_local FrameArena arena;
  return arena;
}

FrameArena::~FrameArena() {
  std::free(spare_);
  while (chunk_) {
    Chunk* previous = chunk_->previous;
    std::free(chunk_);
    chunk_ = previous;
  }
}

bool FrameArena::hasPrevious() const { return chunk_->previous != nullptr; }

c10::IValue* FrameArena::takeFromNewChunk(size_t n) {
  Chunk* fresh = nullptr;
  if (spare_ && spare_->slots >= n) {
    fresh = std::exchange(spare_, nullptr);
  } else {
    const size_t slots = std::max(n, kChunkSlots);
    fresh = static_cast<Chunk*>(std::calloc(1, sizeof(Chunk) + slots * sizeof(c10::IValue)));
    if (!fresh) throw std::bad_alloc();
    fresh->slots = slots;
  }
  fresh->previous = chunk_;
  fresh->previous_top = top_;
  chunk_ = fresh;
  begin_ = fresh->begin();
  end_ = begin_ + fresh->slots;
  top_ = begin_ + n;
  return begin_;
}

void FrameArena::giveChunk(c10::IValue*) {
  Chunk* old = chunk_;
  chunk_ = old->previous;
  top_ = old->previous_top;
  begin_ = chunk_->begin();
  end_ = begin_ + chunk_->slots;
  if (!spare_ || spare_->slots < old->slots) std::swap(spare_, old);
  std::free(old);
}

}  // namespace torch::jit
