#pragma once
// Registers of running frames: one stack of IValues a thread, in chunks that are kept between calls. A slot outside of a live frame holds no reference, so a
// frame is taken and given back without touching its slots; whoever gives one back has released what it held.

#include <ATen/core/ivalue.h>

#include <cstddef>

namespace torch::jit {

class FrameArena {
 public:
  static FrameArena& ofThread();

  // n registers, all without reference.
  c10::IValue* take(size_t n) {
    if (C10_LIKELY(static_cast<size_t>(end_ - top_) >= n)) {
      c10::IValue* frame = top_;
      top_ += n;
      return frame;
    }
    return takeFromNewChunk(n);
  }
  // The frame taken last.
  void give(c10::IValue* frame, size_t n) {
    if (C10_LIKELY(frame != begin_ || chunk_ == nullptr || !hasPrevious())) {
      top_ = frame;
    } else {
      giveChunk(frame);
    }
  }

  FrameArena() = default;
  ~FrameArena();
  FrameArena(const FrameArena&) = delete;
  FrameArena& operator=(const FrameArena&) = delete;

  // Interpreter runs on this thread's C++ stack at once; bounded by the interpreter.
  size_t nesting = 0;
  // Script frames of all of them.
  size_t depth = 0;

 private:
  struct Chunk;
  bool hasPrevious() const;
  c10::IValue* takeFromNewChunk(size_t n);
  void giveChunk(c10::IValue* frame);

  c10::IValue* begin_ = nullptr;
  c10::IValue* top_ = nullptr;
  c10::IValue* end_ = nullptr;
  Chunk* chunk_ = nullptr;
  Chunk* spare_ = nullptr;
};

}  // namespace torch::jit
