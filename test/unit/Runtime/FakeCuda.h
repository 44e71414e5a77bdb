//===-- FakeCuda.h - A CUDA driver for tests --------------------*- C++ -*-===//
//
// What the tests set and see of the stand-in for libcuda in FakeCuda.cpp. It
// has two devices whose memory is host memory, takes some images and refuses
// others, and records launches in place of running them.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TEST_UNIT_RUNTIME_FAKECUDA_H
#define GL_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

struct FakeLaunch {
  std::string kernel;
  int device;
  unsigned grid[3], block[3], sharedBytes;
  void *stream;
  /// The first eight bytes of each of the first `fakeCuda().numParams`
  /// parameters.
  std::vector<uint64_t> params;
  /// Whether it may begin before the kernel before it has ended.
  int dependent;
};

/// What cuTensorMapEncodeTiled was given.
struct FakeEncoding {
  int dataType;
  void *address;
  std::vector<uint64_t> extents, strides;
  std::vector<uint32_t> box, elementStrides;
  int interleave, swizzle, l2Promotion, fill;
};

struct FakeCuda {
  // Set by tests.
  int ccMajor = 9, ccMinor = 0;
  int maxSharedBytes = 232448;
  int staticSharedBytes = 0;
  /// The result of loading an image that begins with "cubin" or ".version".
  int cubinResult = 0, ptxResult = 0;
  std::string ptxLog;
  int launchResult = 0;
  int encodeResult = 0;
  size_t numParams = 0;

  // Seen by tests.
  std::vector<FakeLaunch> launches;
  /// The bytes of a map begin with its place here.
  std::vector<FakeEncoding> encodings;
  std::vector<std::string> images;
  std::map<std::string, int> sharedAttribute;
  std::vector<void *> contextStack;
  /// Allocations: address to bytes and device.
  std::map<uint64_t, std::pair<size_t, int>> memory;
  int captureMode = 0;
  int modeDuringLoad = -1;
  int liveModules = 0, liveObjects = 0;
  std::string log;
};

FakeCuda &fakeCuda();

#endif // GL_TEST_UNIT_RUNTIME_FAKECUDA_H
