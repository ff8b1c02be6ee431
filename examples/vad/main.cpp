// Where does a WAV have speech?  vad MODEL.jit FILE.wav [--json FILE]
// Loads a TorchScript voice-activity detector (silero-vad's interface: forward(chunk, sample_rate) -> probability, state kept in the
// module), runs it over the file in chunks, and draws the segments. A program of libtorch's public API and nothing else.
#include "segments.h"

#include <sndfile.h>
#include <torch/script.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Sound {
  std::vector<float> samples; // one channel, in [-1, 1]
  int rate = 0;
};

Sound read_wav(const char* path) {
  SF_INFO info{};
  SNDFILE* file = sf_open(path, SFM_READ, &info);
  if (!file) throw std::runtime_error(std::string(path) + ": " + sf_strerror(nullptr));
  Sound sound;
  sound.rate = info.samplerate;
  std::vector<float> block(size_t(4096) * size_t(info.channels));
  for (sf_count_t n; (n = sf_readf_float(file, block.data(), 4096)) > 0;)
    for (sf_count_t i = 0; i < n; ++i) {
      float sum = 0;
      for (int c = 0; c < info.channels; ++c) sum += block[size_t(i * info.channels + c)];
      sound.samples.push_back(sum / float(info.channels));
    }
  sf_close(file);
  return sound;
}

std::vector<float> detect(torch::jit::Module& model, const Sound& sound, int64_t chunk) {
  c10::InferenceMode no_gradients;
  model.get_method("reset_states")({});
  std::vector<float> probabilities;
  const int64_t n = int64_t(sound.samples.size());
  for (int64_t at = 0; at < n; at += chunk) {
    // The last chunk is filled up with silence.
    auto piece = torch::zeros({1, chunk});
    std::copy_n(sound.samples.data() + at, std::min(chunk, n - at), piece.data_ptr<float>());
    probabilities.push_back(model.forward({piece, int64_t(sound.rate)}).toTensor().item<float>());
  }
  return probabilities;
}

void draw(const std::vector<float>& probabilities, const std::vector<vad::Segment>& segments, const Sound& sound, int64_t chunk) {
  constexpr int kColumns = 72;
  static const char* kBars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const double seconds = double(sound.samples.size()) / sound.rate, column_s = seconds / kColumns;
  std::string heights, marks;
  for (int c = 0; c < kColumns; ++c) {
    const double from = c * column_s, to = from + column_s;
    float top = 0;
    for (size_t i = size_t(from * sound.rate / double(chunk)); i < probabilities.size() && double(int64_t(i) * chunk) < to * sound.rate; ++i) top = std::max(top, probabilities[i]);
    heights += kBars[int(std::min(1.f, top) * 8 + 0.5f)];
    const auto middle = int64_t((from + to) / 2 * sound.rate);
    const bool speech = std::any_of(segments.begin(), segments.end(), [&](const vad::Segment& s) { return s.begin <= middle && middle < s.end; });
    marks += speech ? "━" : "·";
  }
  std::printf("probability %s\n", heights.c_str());
  std::printf("speech      %s\n", marks.c_str());
  std::printf("            0%*s%.1f s\n\n", kColumns - 6, "", seconds);
  for (const auto& s : segments) std::printf("speech from %6.2f s to %6.2f s\n", double(s.begin) / sound.rate, double(s.end) / sound.rate);
  if (segments.empty()) std::printf("no speech\n");
}

void write_json(const char* path, const std::vector<float>& probabilities, const std::vector<vad::Segment>& segments, int rate) {
  std::ofstream out(path);
  out << "{\"probabilities\": [";
  for (size_t i = 0; i < probabilities.size(); ++i) out << (i ? ", " : "") << probabilities[i];
  out << "], \"segments_s\": [";
  for (size_t i = 0; i < segments.size(); ++i) out << (i ? ", [" : "[") << double(segments[i].begin) / rate << ", " << double(segments[i].end) / rate << "]";
  out << "]}\n";
  if (!out.flush()) throw std::runtime_error(std::string("cannot write ") + path);
}

} // namespace

int main(int argc, char** argv) {
  const char* json = argc == 5 && std::strcmp(argv[3], "--json") == 0 ? argv[4] : nullptr;
  if (argc != 3 && !json) {
    std::fprintf(stderr, "usage: vad MODEL.jit FILE.wav [--json FILE]\n");
    return 2;
  }
  try {
    auto model = torch::jit::load(argv[1]);
    model.eval();
    const auto sound = read_wav(argv[2]);
    const int64_t chunk = sound.rate == 8000 ? 256 : 512 * std::max(1, sound.rate / 16000);
    const auto probabilities = detect(model, sound, chunk);
    const auto segments = vad::find_segments(probabilities, chunk, int64_t(sound.samples.size()), sound.rate);
    draw(probabilities, segments, sound, chunk);
    if (json) write_json(json, probabilities, segments, sound.rate);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vad: %s\n", error.what());
    return 1;
  }
  return 0;
}
