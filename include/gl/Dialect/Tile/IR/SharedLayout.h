//===- SharedLayout.h - Tiles in shared memory -------------------*- C++
//-*-===//
//
// Where the elements of a tile lie in shared memory, free of IR. A tile is
// stored as rows of 16-byte chunks. Shared memory has 32 banks of 4 bytes, and
// what a warp reads in one go conflicts where two lanes want different words of
// one bank. Two access patterns matter: eight threads that copy eight chunks of
// one row, and eight threads that read the same chunk of eight rows (one matrix
// of `ldmatrix`, or one phase of 16-byte loads). Rows of a power of two of
// chunks are swizzled: chunk c of row r lies at c XOR f(r), which serves both.
// Other rows are padded to an odd number of chunks, which does too.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_SHAREDLAYOUT_H
#define GL_DIALECT_TILE_IR_SHAREDLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace mlir::tile {

class SharedLayout {
public:
  static constexpr int64_t kChunkBytes = 16, kBanks = 32, kBankBytes = 4;

  /// A tile of `shape` (rank 2); its elements along dim `along` are neighbours,
  /// and that dim is a multiple of 16 bytes.
  /// With `panelBytes` (32, 64 or 128) rows are cut into panels of so many
  /// bytes, one behind the other: what the copy engine writes with a swizzle of
  /// that span, and wgmma reads.
  SharedLayout(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
               unsigned along, int64_t panelBytes = 0);

  unsigned getAlong() const { return along; }
  int64_t getElementBytes() const { return elementBytes; }
  /// Bytes from one row to the next inside a panel, of a panel, and of the
  /// whole tile. Without panels the tile is one.
  int64_t getPitch() const { return pitch; }
  int64_t getPanelBytes() const { return rows * pitch; }
  int64_t getBytes() const { return panels * rows * pitch; }
  int64_t getNumPanels() const { return panels; }

  /// Number of bits by which a row's chunks are permuted: 0 if not at all.
  /// Chunk c of row r lies at `c ^ (r / rowsPerStep * step & mask)`.
  int64_t getSwizzleMask() const { return mask; }
  int64_t getRowsPerStep() const { return rowsPerStep; }
  int64_t getSwizzleStep() const { return step; }
  /// What row `row` XORs into its chunk numbers.
  int64_t getSwizzle(int64_t row) const {
    return row / rowsPerStep * step & mask;
  }
  /// Rows after which the swizzle repeats.
  int64_t getSwizzlePeriod() const {
    return mask == 0 ? 1 : (mask / step + 1) * rowsPerStep;
  }

  /// Byte offset of the element at (coordinates[0], coordinates[1]).
  int64_t getOffset(llvm::ArrayRef<int64_t> coordinates) const;

  /// Wavefronts beyond the least that a warp's request of `bytes` (2 to 16) at
  /// each of `offsets` (one per lane, in lane order) takes. Lanes are served in
  /// phases of 128 bytes: 32 lanes of up to 4 bytes, 16 of 8, 8 of 16.
  static int64_t countBankConflicts(llvm::ArrayRef<int64_t> offsets,
                                    int64_t bytes);

private:
  int64_t rows, elementBytes, pitch, panels = 1;
  unsigned along;
  int64_t mask = 0, rowsPerStep = 1, step = 1;
};

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_IR_SHAREDLAYOUT_H
