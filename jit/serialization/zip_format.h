#pragma once
// Numbers of the ZIP format that reader and writer share, and little-endian access to unaligned bytes. Internal.

#include <cstdint>
#include <cstring>

namespace torch::jit::zip {

constexpr uint32_t kLocalHeader = 0x04034b50, kDirectoryEntry = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr size_t kLocalHeaderSize = 30, kDirectoryEntrySize = 46, kEndSize = 22, kEnd64Size = 56, kEnd64LocatorSize = 20;
constexpr uint16_t kStored = 0, kDeflated = 8;
constexpr uint16_t kFlagEncrypted = 1, kFlagDescriptor = 8, kFlagPatched = 0x20, kFlagStrongEncryption = 0x40, kFlagUtf8 = 0x800, kFlagMasked = 0x2000;
constexpr uint16_t kExtraZip64 = 1, kExtraPadding = 0x4246; // "FB"

inline uint16_t get16(const uint8_t* p) {
  return static_cast<uint16_t>(p[0] | p[1] << 8);
}
inline uint32_t get32(const uint8_t* p) {
  return uint32_t(p[0]) | uint32_t(p[1]) << 8 | uint32_t(p[2]) << 16 | uint32_t(p[3]) << 24;
}
inline uint64_t get64(const uint8_t* p) {
  return get32(p) | uint64_t(get32(p + 4)) << 32;
}

} // namespace torch::jit::zip
