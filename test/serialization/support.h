#pragma once
// Helpers of the serialization tests: archives and pickles made by hand, and errors checked by what they say.

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/zip_writer.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace testing_support {

// `run` throws a c10::Error that says all of `words`.
template <class F, class... Words>
void expectError(F&& run, const Words&... words) {
  try {
    run();
    ADD_FAILURE() << "no error";
  } catch (const c10::Error& error) {
    const std::string text = error.what();
    for (const std::string_view word : std::initializer_list<std::string_view>{words...}) {
      EXPECT_NE(text.find(word), std::string::npos) << "'" << word << "' is not in: " << text;
    }
  }
}

using Records = std::vector<std::pair<std::string, std::string>>;

inline std::string zipOf(const Records& records, bool deflate = false, const std::string& folder = "m") {
  torch::jit::MemorySink sink;
  torch::jit::ZipWriter zip(sink, folder);
  for (const auto& [name, data] : records) {
    zip.add(name, data, deflate);
  }
  zip.finish();
  return std::string(sink.bytes.begin(), sink.bytes.end());
}

inline std::string fileBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

inline std::string dataFile(const char* name) {
  return std::string(WICK_TEST_DATA) + "/" + name;
}

// A file that is there while the object lives.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content, const std::string& name = "archive.pt") : path_(::testing::TempDir() + "wick_" + std::to_string(::getpid()) + "_" + name) {
    std::ofstream(path_, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  ~TemporaryFile() {
    ::unlink(path_.c_str());
  }
  const std::string& path() const {
    return path_;
  }

 private:
  std::string path_;
};

template <class T>
std::string raw(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

inline void put32(std::string& bytes, size_t at, uint32_t value) {
  std::memcpy(&bytes[at], &value, 4);
}
inline void put16(std::string& bytes, size_t at, uint16_t value) {
  std::memcpy(&bytes[at], &value, 2);
}
inline uint32_t get32(const std::string& bytes, size_t at) {
  uint32_t value;
  std::memcpy(&value, &bytes[at], 4);
  return value;
}

// Opcodes with their operands, for pickles by hand.
inline std::string text(std::string_view value) {
  std::string bytes = "X";
  const auto size = static_cast<uint32_t>(value.size());
  bytes.append(reinterpret_cast<const char*>(&size), 4).append(value);
  return bytes;
}
inline std::string name(std::string_view module, std::string_view object) {
  return "c" + std::string(module) + "\n" + std::string(object) + "\n";
}
inline std::string small(int value) {
  return {'K', static_cast<char>(value)};
}
inline std::string pickle(std::string_view body) {
  return "\x80\x02" + std::string(body) + ".";
}

} // namespace testing_support
