#include "segments.h"

#include <algorithm>

namespace vad {

std::vector<Segment> find_segments(const std::vector<float>& probabilities, int64_t chunk, int64_t samples, int64_t sample_rate, const Rule& rule) {
  const auto silence = int64_t(rule.silence_s * sample_rate), speech = int64_t(rule.speech_s * sample_rate), pad = int64_t(rule.pad_s * sample_rate);
  std::vector<Segment> found;
  int64_t begin = -1, quiet_since = -1;
  auto close = [&](int64_t end) {
    if (end - begin > speech) found.push_back({begin, end});
    begin = quiet_since = -1;
  };
  for (size_t i = 0; i < probabilities.size(); ++i) {
    const int64_t now = int64_t(i) * chunk;
    const float p = probabilities[i];
    if (p >= rule.start) {
      quiet_since = -1;
      if (begin < 0) begin = now;
    } else if (begin >= 0 && p < rule.stop) {
      if (quiet_since < 0) quiet_since = now;
      if (now - quiet_since >= silence) close(quiet_since);
    }
  }
  if (begin >= 0) close(samples);

  for (size_t i = 0; i < found.size(); ++i) {
    // Neighbours closer than two paddings meet in the middle of the gap.
    const int64_t before = i == 0 ? found[i].begin : (found[i].begin - found[i - 1].end);
    found[i].begin = i == 0 ? std::max<int64_t>(0, found[i].begin - pad) : found[i].begin - std::min(pad, before);
    const int64_t after = (i + 1 < found.size() ? found[i + 1].begin : samples) - found[i].end;
    const int64_t room = i + 1 < found.size() ? after / 2 : after;
    found[i].end += std::max<int64_t>(0, std::min(pad, room));
  }
  return found;
}

} // namespace vad
