//===- MatrixDescriptor.h - How wgmma finds an operand -----------*- C++
//-*-===//
//
// The 64-bit descriptor by which `wgmma` reads an operand from shared memory
// (PTX ISA, "Matrix Descriptor Format"), free of IR. Addresses and strides are
// in units of 16 bytes; the address comes first, so a descriptor is moved by
// adding.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_MATRIXDESCRIPTOR_H
#define GL_DIALECT_TILE_IR_MATRIXDESCRIPTOR_H

#include "gl/Dialect/Tile/IR/SharedLayout.h"

namespace mlir::tile {

/// One operand of a product in a slot of a ring.
class MatrixDescriptor {
public:
  /// Bytes of K that one instruction takes.
  static constexpr int64_t kDepthBytes = 32;
  /// Rows of the core matrix that the hardware reads as one.
  static constexpr int64_t kCoreRows = 8;

  /// `shared` has panels. The operand's K is tile dim 1.
  explicit MatrixDescriptor(const SharedLayout &shared) : shared(shared) {}

  /// Whether neighbours along K are neighbours in memory; else rows run along
  /// M or N, which 16-bit elements allow.
  bool isKMajor() const { return shared.getAlong() == 1; }

  /// All but the address: strides and the swizzle.
  uint64_t getConstantBits() const;

  /// Units of 16 bytes from the slot's start to the part that begins at row
  /// `row` (of M or N, a multiple of 64) and instruction `depth` along K.
  int64_t getOffset(int64_t row, int64_t depth) const;

private:
  SharedLayout shared;
};

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_IR_MATRIXDESCRIPTOR_H
