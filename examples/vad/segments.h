// Speech segments from a detector's probabilities, one a chunk, by the hysteresis rule silero-vad documents: a segment starts where
// p >= 0.5, ends where p has stayed under 0.35 for 100 ms, is dropped under 250 ms, and is widened by 30 ms on both sides.
#pragma once
#include <cstdint>
#include <vector>

namespace vad {

struct Segment {
  int64_t begin, end; // in samples; `end` is one past the last
};

struct Rule {
  double start = 0.5, stop = 0.35;
  double silence_s = 0.1, speech_s = 0.25, pad_s = 0.03;
};

std::vector<Segment> find_segments(const std::vector<float>& probabilities, int64_t chunk, int64_t samples, int64_t sample_rate, const Rule& rule = {});

} // namespace vad
