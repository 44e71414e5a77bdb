//===- MatrixDescriptor.cpp - How wgmma finds an operand ------------------===//
//
// See MatrixDescriptor.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/MatrixDescriptor.h"

#include <cassert>

using namespace mlir::tile;

uint64_t MatrixDescriptor::getConstantBits() const {
  constexpr unsigned kLeadingShift = 16, kStrideShift = 32, kModeShift = 62;
  constexpr int64_t kUnit = SharedLayout::kChunkBytes;
  // Encoded as 1 for 128 bytes, 2 for 64, 3 for 32.
  uint64_t mode = shared.getPitch() == 128  ? 1
                  : shared.getPitch() == 64 ? 2
                                            : 3;
  // From one group of 8 rows of memory to the next.
  uint64_t stride = kCoreRows * shared.getPitch() / kUnit;
  // From one panel to the next along M or N. Of K-major operands an instruction
  // stays inside one panel, and the field is not read.
  uint64_t leading = isKMajor() ? 1 : shared.getPanelBytes() / kUnit;
  return leading << kLeadingShift | stride << kStrideShift | mode << kModeShift;
}

int64_t MatrixDescriptor::getOffset(int64_t row, int64_t depth) const {
  constexpr int64_t kUnit = SharedLayout::kChunkBytes;
  int64_t perDepth = kDepthBytes / shared.getElementBytes();
  int64_t coordinates[2] = {row, depth * perDepth};
  // Parts begin at rows whose swizzle is the identity, so the offset of their
  // first element is theirs; only the chunk inside a K-major row is permuted,
  // by the hardware, from the address.
  if (isKMajor()) {
    int64_t byte = coordinates[1] * shared.getElementBytes();
    assert(row % kCoreRows == 0 && "parts begin at a core matrix");
    return (byte / shared.getPitch() * shared.getPanelBytes() +
            row * shared.getPitch() + byte % shared.getPitch()) /
           kUnit;
  }
  return shared.getOffset(coordinates) / kUnit;
}
