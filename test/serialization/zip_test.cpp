// The container: what is written is read back; what is damaged, wrong or hostile is refused in plain words.
#include <torch/csrc/jit/serialization/byte_source.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/zip_reader.h>
#include <torch/csrc/jit/serialization/zip_writer.h>

#include <sstream>

#include "support.h"

using namespace testing_support;
using namespace torch::jit;

namespace {

std::string big(size_t size) {
  std::string bytes(size, '\0');
  uint32_t state = 1;
  for (char& byte : bytes) {
    byte = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  }
  return bytes;
}

void open(const std::string& bytes) {
  ZipReader reader(ByteSource::borrow(bytes.data(), bytes.size(), "x.pt"));
  for (const ZipRecord& record : reader.records()) {
    reader.read(record);
  }
}

// Where things are in an archive of our own writer.
size_t endOf(const std::string& zip) {
  return zip.size() - 22;
}
size_t directoryOf(const std::string& zip) {
  return get32(zip, endOf(zip) + 16);
}

} // namespace

TEST(Zip, RecordsComeBackAndAreAligned) {
  const Records records = {{"data/0", big(1000)}, {"data.pkl", "abc"}, {"empty", ""}, {"code/__torch__.py", std::string(5000, 'a')}};
  for (const bool deflate : {false, true}) {
    const std::string bytes = zipOf(records, deflate, "my.model");
    ZipReader reader(ByteSource::borrow(bytes.data(), bytes.size()));
    EXPECT_EQ(reader.archive_name(), "my.model");
    ASSERT_EQ(reader.records().size(), records.size());
    for (const auto& [name, data] : records) {
      EXPECT_EQ(reader.readString(name), data);
      EXPECT_EQ(reader.at(name).offset % 64, 0u);
    }
    EXPECT_EQ(reader.at("code/__torch__.py").compressed(), deflate);
    EXPECT_FALSE(reader.at("data/0").compressed()); // does not get smaller
    EXPECT_FALSE(reader.has("m/data.pkl"));
    expectError([&] { reader.read("data/1"); }, "data/1", "missing");
  }
  EXPECT_EQ(zipOf(records), zipOf(records));
}

TEST(Zip, ManyRecordsNeedZip64) {
  Records records;
  for (int i = 0; i < 70000; ++i) {
    records.emplace_back("d/" + std::to_string(i), i % 1000 == 0 ? "x" : "");
  }
  const std::string bytes = zipOf(records);
  ZipReader reader(ByteSource::borrow(bytes.data(), bytes.size()));
  EXPECT_EQ(reader.records().size(), 70000u);
  EXPECT_EQ(reader.readString("d/69000"), "x");
}

TEST(Zip, SourcesOfBytes) {
  const std::string bytes = zipOf({{"a", "1"}});
  const TemporaryFile file(bytes, "mod\xc3\xa8le_\xe6\xa8\xa1.pt");
  const auto mapped = ByteSource::fromFile(file.path());
  EXPECT_TRUE(mapped->is_mapped() && mapped->is_private());
  EXPECT_EQ(mapped->view(), bytes);
  const auto copied = ByteSource::fromFile(file.path(), true);
  EXPECT_TRUE(!copied->is_mapped() && copied->is_private());
  EXPECT_EQ(copied->view(), bytes);
  std::istringstream stream(bytes);
  stream.seekg(7); // a stream that was read from is taken from its start
  EXPECT_EQ(ByteSource::fromStream(stream)->view(), bytes);
  std::istringstream embedded("head" + bytes);
  embedded.seekg(4);
  EXPECT_EQ(ByteSource::fromStream(embedded)->view(), bytes);
  EXPECT_FALSE(ByteSource::borrow(bytes.data(), bytes.size())->is_private());
  expectError([] { ByteSource::fromFile("/nonexistent/mod\xc3\xa8le.pt"); }, "mod\xc3\xa8le.pt", "cannot be opened");
  expectError([] { ByteSource::fromFile("/tmp"); }, "folder");
  std::ifstream unopened("/nonexistent/x.pt");
  expectError([&] { ByteSource::fromStream(unopened); }, "failed state");
}

TEST(Zip, AMapIsPrivate) {
  const TemporaryFile file("0123456789");
  const auto mapped = ByteSource::fromFile(file.path());
  const_cast<uint8_t*>(mapped->data())[0] = 'x'; // as a tensor in it may
  EXPECT_EQ(fileBytes(file.path()), "0123456789");
}

TEST(Zip, SaysWhatTheFileIs) {
  const auto says = [](const std::string& bytes, std::string_view words) { expectError([&] { open(bytes); }, "x.pt", words); };
  says("", "empty");
  says("P", "not a TorchScript archive");
  says("just some text, nothing else", "not a zip archive");
  says("\n <!DOCTYPE html><html>404</html>", "web page");
  says("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS");
  says(std::string("\x80\x02\x8a\x0al\xfc\x9c", 6), "torch.save");
  says("PYTORCH1........................", "PYTORCH1");
  says(std::string("\x1f\x8b\x08", 3), "gzip");
  const std::string good = zipOf({{"a", "1"}});
  says(good.substr(0, good.size() / 2), "truncated");
  says(std::string(32, 'j') + good, "in front");
  says(good + std::string(10, 'x'), "truncated or damaged");
  says(std::string("PK\5\6", 4) + std::string(18, '\0'), "empty");
  open(good + std::string(100, '\0')); // zeros behind the archive are padding
}

TEST(Zip, TruncationAtEveryLength) {
  const std::string good = zipOf({{"a", big(300)}, {"b.py", std::string(2000, 'q')}}, true);
  for (size_t size = 0; size < good.size(); ++size) {
    expectError([&] { open(good.substr(0, size)); }, "x.pt");
  }
}

TEST(Zip, DirectoryFieldsBeyondTheFile) {
  const std::string good = zipOf({{"a", "12345"}, {"b", "6"}});
  const size_t end = endOf(good), entry = directoryOf(good);
  const auto refuses = [&](size_t at, uint32_t value, int bytes, std::string_view words = "x.pt") {
    std::string bad = good;
    bytes == 2 ? put16(bad, at, static_cast<uint16_t>(value)) : put32(bad, at, value);
    expectError([&] { open(bad); }, words);
  };
  refuses(end + 16, 0xfffffff0, 4, "directory"); // offset
  refuses(end + 16, 0xffffffff, 4);
  refuses(end + 12, 0x7fffffff, 4, "directory"); // size
  refuses(end + 12, 0, 4);
  refuses(end + 10, 65535, 2); // count
  refuses(end + 8, 7, 2);
  refuses(end + 4, 1, 2, "split");
  refuses(end + 20, 1, 2); // comment
  refuses(entry + 28, 65535, 2, "reaches beyond"); // name length
  refuses(entry + 28, 0, 2, "name");
  refuses(entry + 30, 60000, 2, "reaches beyond"); // extra length
  refuses(entry + 24, 0x7fffffff, 4, "record 'm/a'"); // sizes
  refuses(entry + 20, 0x7fffffff, 4, "record 'm/a'");
  refuses(entry + 24, 0xffffffff, 4, "record 'm/a'");
  refuses(entry + 42, 0x7ffffff0, 4, "outside"); // local header
  refuses(entry + 42, 1, 4, "does not agree");
  refuses(entry + 8, 1, 2, "encrypted");
  refuses(entry + 10, 12, 2, "method 12");
  refuses(entry + 34, 3, 2, "split");
  refuses(entry + 16, 0x12345678, 4); // CRC
}

TEST(Zip, LyingSizes) {
  std::string bad = zipOf({{"a", "12345"}, {"b", "6"}});
  const size_t entry = directoryOf(bad);
  put32(bad, entry + 20, 4); // both sizes, and those of the local header
  put32(bad, entry + 24, 4);
  put32(bad, 18, 4);
  put32(bad, 22, 4);
  expectError([&] { open(bad); }, "'a'", "checksum");
  std::string longer = zipOf({{"c", std::string(3000, 'z')}, {"d", "6"}}, true);
  const size_t c = directoryOf(longer);
  put32(longer, c + 24, 3001);
  put32(longer, 22, 3001);
  expectError([&] { open(longer); }, "'c'", "compressed data is damaged");
  put32(longer, c + 24, 2999);
  put32(longer, 22, 2999);
  expectError([&] { open(longer); }, "'c'", "compressed data is damaged");
}

TEST(Zip, DescriptorsLeaveSizesToTheDirectory) {
  std::string zip = zipOf({{"a", "12345"}});
  const size_t entry = directoryOf(zip);
  put16(zip, 6, 0x808); // as PyTorch writes: sizes and CRC follow the data
  put16(zip, entry + 8, 0x808);
  put32(zip, 14, 0);
  put32(zip, 18, 0);
  put32(zip, 22, 0);
  ZipReader reader(ByteSource::borrow(zip.data(), zip.size()));
  EXPECT_EQ(reader.readString("a"), "12345");
}

TEST(Zip, WrongChecksum) {
  std::string bad = zipOf({{"a", "12345"}});
  ZipReader reader(ByteSource::borrow(bad.data(), bad.size(), "x.pt"));
  bad[reader.at("a").offset] ^= 1;
  expectError([&] { reader.read("a"); }, "x.pt", "'a'", "checksum");
  // Small archives have their weights checked too; large ones when it is asked for.
  expectError([&] { reader.readWeights(reader.at("a"), false); }, "checksum");
  std::string large = zipOf({{"w", big(limits::kAlwaysCheckedArchive)}});
  ZipReader lazy(ByteSource::borrow(large.data(), large.size()));
  large[lazy.at("w").offset] ^= 1;
  EXPECT_EQ(lazy.readWeights(lazy.at("w"), false).size, limits::kAlwaysCheckedArchive);
  expectError([&] { lazy.readWeights(lazy.at("w"), true); }, "checksum");
  expectError([&] { lazy.read("w"); }, "checksum");
}

TEST(Zip, DuplicateAndOverlappingRecords) {
  expectError([] { open(zipOf({{"a", "1"}, {"a", "2"}})); }, "'m/a'", "twice");
  // Two entries that point to the same local header: names must differ in the directory, so the header disagrees with one of them.
  std::string same = zipOf({{"a", "1"}, {"b", "2"}});
  const size_t entry = directoryOf(same), second = entry + 46 + 3;
  put32(same, second + 42, 0);
  expectError([&] { open(same); }, "does not agree");
  // A record whose data swallows the next one.
  std::string swallow = zipOf({{"a", "1"}, {"b", "2"}});
  put32(swallow, entry + 20, 60);
  put32(swallow, entry + 24, 60);
  put32(swallow, 18, 60);
  put32(swallow, 22, 60);
  expectError([&] { open(swallow); }, "overlap");
}

TEST(Zip, Bombs) {
  // 1,032 times is the most that deflate can do; a claim beyond it is a lie.
  std::string lie = zipOf({{"a", std::string(3000, 'z')}}, true);
  put32(lie, directoryOf(lie) + 24, 0x7fffffff);
  put32(lie, 22, 0x7fffffff);
  expectError([&] { open(lie); }, "impossible");
  // An honest bomb: 100 MB of zeros in 100 KB.
  const std::string zeros(100u << 20, '\0');
  const std::string bomb = zipOf({{"a", zeros}}, true);
  ASSERT_LT(bomb.size(), 1u << 20);
  expectError([&] { open(bomb); }, "would take", "allowed");
}

TEST(Zip, Names) {
  expectError([] { open(zipOf({{std::string("a\0b", 3), "1"}})); }, "zero byte");
  std::string flat = zipOf({{"a", "1"}});
  flat[30 + 1] = '_'; // m/a -> m_a, in both places
  flat[directoryOf(flat) + 46 + 1] = '_';
  expectError([&] { open(flat); }, "not in a folder");
  EXPECT_EQ(archiveNameFor("/a/b.c/net.v1.pt"), "net.v1");
  EXPECT_EQ(archiveNameFor("net"), "net");
  EXPECT_EQ(archiveNameFor(".pt"), "archive");
}

TEST(Zip, WriterRefusesWhatCannotBeRead) {
  MemorySink sink;
  expectError([&] { ZipWriter(sink, "a/b"); }, "a/b");
  ZipWriter zip(sink, "m");
  zip.finish();
  expectError([&] { zip.add("a", "1"); }, "finished");
  expectError([] { FileSink("/nonexistent/x.pt"); }, "/nonexistent/x.pt");
}

TEST(Zip, AFileAppearsWhenItIsComplete) {
  const std::string path = ::testing::TempDir() + "wick_sink_" + std::to_string(::getpid());
  {
    FileSink abandoned(path);
    abandoned.write("x", 1);
  }
  EXPECT_FALSE(std::ifstream(path).good());
  {
    FileSink kept(path);
    kept.write("x", 1);
    kept.finish();
  }
  EXPECT_EQ(fileBytes(path), "x");
  ::unlink(path.c_str());
}
