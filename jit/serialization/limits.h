#pragma once
// Every limit that the archive reader and the front end of loaded code set on what a file may ask for. A file is untrusted: it may claim any count, size or
// depth. Most counts are bounded by the bytes that the file really has (an opcode costs a byte, a directory entry 46), so the numbers here only bound what
// can grow out of few bytes: inflated records, values that share parts many times over, nesting. Crossing a limit is an error that names it.

#include <cstddef>
#include <cstdint>

namespace torch::jit::limits {

// ZIP container.
constexpr uint64_t kMaxRecords = 1u << 20; // records of an archive
constexpr size_t kMaxRecordName = 4096; // bytes of a record's name
// Inflated bytes of all records together: this much, and this many times the size of the file. (Deflate itself cannot pass 1032 times.)
constexpr uint64_t kInflateAllowance = uint64_t(64) << 20;
constexpr uint64_t kInflateRatio = 200;
constexpr uint64_t kDeflateMaxRatio = 1032;
// Every record of an archive up to this size has its CRC checked when it is read; of larger ones only the weights that safe mode asks for.
constexpr uint64_t kAlwaysCheckedArchive = uint64_t(8) << 20;
constexpr uint64_t kDataAlignment = 64; // of a record's data in the file, and of a tensor's memory

// Code and pickles.
constexpr uint64_t kMaxCodeFile = uint64_t(64) << 20; // bytes of one code file
constexpr uint64_t kMaxPickle = uint64_t(1) << 30; // bytes of one pickle
constexpr size_t kMaxGlobalName = 4096; // bytes of a module or class name
constexpr size_t kMaxValueDepth = 1000; // containers, tuples and objects inside each other
// Values of a pickle when parts that are shared are counted each time they are met: this many, and this many for each byte of the pickle.
constexpr uint64_t kExpandedAllowance = uint64_t(1) << 20;
constexpr uint64_t kExpandedRatio = 16;
constexpr uint64_t kMaxWrittenValues = uint64_t(1) << 32; // of a value that is pickled
constexpr size_t kMaxTensorDims = 256;
constexpr size_t kMaxTypeDepth = 64; // of a type tag such as List[List[int]]
constexpr size_t kMaxTypeTag = 1u << 16; // bytes of a type tag

// Versions of the archive format that can be read.
constexpr uint64_t kMinVersion = 1;
constexpr uint64_t kMaxVersion = 10;

} // namespace torch::jit::limits
