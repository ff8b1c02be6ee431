#include <torch/csrc/jit/serialization/byte_source.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <istream>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace torch::jit {

struct ByteSourceAccess {
  static std::shared_ptr<ByteSource> make(std::string name) {
    std::shared_ptr<ByteSource> source(new ByteSource());
    source->name_ = std::move(name);
    return source;
  }
  static uint8_t* allocate(ByteSource& source, size_t size) {
    source.owned_ = ::operator new(size == 0 ? 1 : size, std::align_val_t(limits::kDataAlignment));
    source.data_ = static_cast<const uint8_t*>(source.owned_);
    source.size_ = size;
    source.private_ = true;
    return static_cast<uint8_t*>(source.owned_);
  }
  static void map(ByteSource& source, int file, size_t size) {
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file, 0);
    TORCH_CHECK(memory != MAP_FAILED, source.name_, ": cannot be mapped into memory: ", std::strerror(errno));
    source.data_ = static_cast<const uint8_t*>(memory);
    source.size_ = size;
    source.private_ = source.mapped_ = true;
  }
  static void view(ByteSource& source, std::shared_ptr<const void> owner, const void* data, size_t size) {
    source.owner_ = std::move(owner);
    source.data_ = static_cast<const uint8_t*>(data);
    source.size_ = size;
  }
};

namespace {

struct File {
  int descriptor;
  ~File() {
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }
};

// Bytes of unknown number, gathered in blocks so that nothing is moved twice.
class Gathered {
 public:
  template <class Read> // size_t read(char* to, size_t at most); 0 at the end
  void readAll(Read&& read) {
    for (size_t block = size_t(64) << 10;; block = std::min(block * 2, size_t(64) << 20)) {
      std::vector<char> bytes(block);
      size_t have = 0;
      while (have < block) {
        const size_t n = read(bytes.data() + have, block - have);
        if (n == 0) {
          break;
        }
        have += n;
      }
      bytes.resize(have);
      size_ += have;
      blocks_.push_back(std::move(bytes));
      if (have < block) {
        return;
      }
    }
  }
  void copyTo(uint8_t* to) const {
    for (const auto& block : blocks_) {
      if (!block.empty()) {
        std::memcpy(to, block.data(), block.size());
        to += block.size();
      }
    }
  }
  size_t size() const {
    return size_;
  }

 private:
  std::vector<std::vector<char>> blocks_;
  size_t size_ = 0;
};

size_t readFile(int descriptor, void* to, size_t size, const std::string& name) {
  for (;;) {
    const ssize_t n = ::read(descriptor, to, size);
    if (n >= 0) {
      return static_cast<size_t>(n);
    }
    TORCH_CHECK(errno == EINTR, name, ": cannot be read: ", std::strerror(errno));
  }
}

} // namespace

ByteSource::~ByteSource() {
  if (mapped_) {
    ::munmap(const_cast<uint8_t*>(data_), size_);
  } else if (owned_ != nullptr) {
    ::operator delete(owned_, std::align_val_t(limits::kDataAlignment));
  }
}

ByteSourcePtr ByteSource::fromFile(const std::string& path, bool copy) {
  TORCH_CHECK(path.find('\0') == std::string::npos, "a file name cannot contain a zero byte");
  auto source = ByteSourceAccess::make(path);
  const File file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  TORCH_CHECK(file.descriptor >= 0, path, ": cannot be opened: ", std::strerror(errno));
  struct stat status {};
  TORCH_CHECK(::fstat(file.descriptor, &status) == 0, path, ": cannot be read: ", std::strerror(errno));
  TORCH_CHECK(!S_ISDIR(status.st_mode), path, ": is a folder, not an archive");
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<size_t>(status.st_size);
    if (!copy) {
      ByteSourceAccess::map(*source, file.descriptor, size);
      return source;
    }
    uint8_t* to = ByteSourceAccess::allocate(*source, size);
    for (size_t have = 0; have < size;) {
      const size_t n = readFile(file.descriptor, to + have, size - have, path);
      TORCH_CHECK(n != 0, path, ": became shorter while it was read");
      have += n;
    }
    return source;
  }
  Gathered all; // a pipe, a device, or a file of /proc that does not know its size
  all.readAll([&](char* to, size_t most) { return readFile(file.descriptor, to, most, path); });
  all.copyTo(ByteSourceAccess::allocate(*source, all.size()));
  return source;
}

ByteSourcePtr ByteSource::fromStream(std::istream& in, std::string name) {
  auto source = ByteSourceAccess::make(std::move(name));
  TORCH_CHECK(!in.bad() && !in.fail(), source->name(), ": the stream is in a failed state; was the file opened?");
  // All of a stream that can seek belongs to the archive, wherever it stands, unless an archive begins right there.
  const auto here = in.tellg();
  if (here != std::istream::pos_type(-1)) {
    char magic[4] = {};
    in.read(magic, 4);
    const bool begins_here = in.gcount() == 4 && std::memcmp(magic, "PK\3\4", 4) == 0;
    in.clear();
    in.seekg(begins_here ? here : std::istream::pos_type(0));
  } else {
    in.clear();
  }
  Gathered all;
  all.readAll([&](char* to, size_t most) {
    in.read(to, static_cast<std::streamsize>(most));
    TORCH_CHECK(!in.bad(), source->name(), ": reading the stream failed");
    return static_cast<size_t>(in.gcount());
  });
  in.clear(in.rdstate() & ~std::ios::failbit); // the end was reached on purpose
  all.copyTo(ByteSourceAccess::allocate(*source, all.size()));
  return source;
}

ByteSourcePtr ByteSource::fromMemory(std::shared_ptr<const void> owner, const void* data, size_t size, std::string name) {
  TORCH_CHECK(data != nullptr || size == 0, name, ": null pointer given for ", size, " bytes");
  auto source = ByteSourceAccess::make(std::move(name));
  ByteSourceAccess::view(*source, std::move(owner), data, size);
  return source;
}

ByteSourcePtr ByteSource::copyOf(const void* data, size_t size, std::string name) {
  TORCH_CHECK(data != nullptr || size == 0, name, ": null pointer given for ", size, " bytes");
  auto source = ByteSourceAccess::make(std::move(name));
  uint8_t* to = ByteSourceAccess::allocate(*source, size);
  if (size != 0) {
    std::memcpy(to, data, size);
  }
  return source;
}

ByteSourcePtr ByteSource::borrow(const void* data, size_t size, std::string name) {
  return fromMemory(nullptr, data, size, std::move(name));
}

} // namespace torch::jit
