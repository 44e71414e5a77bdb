//===- AccessWidth.h - How wide an access may be ------------------*- C++
//-*-===//
//
// Finds how many elements one instruction may read or write.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_ACCESSWIDTH_H
#define GL_DIALECT_TILE_TRANSFORMS_ACCESSWIDTH_H

#include "gl/Dialect/Tile/IR/TileOps.h"

namespace mlir::tile {

/// A number that provably divides the index `value`; 0 divides only 0, and is
/// returned for it.
int64_t getKnownDivisor(Value value);

/// Elements that one instruction may move for `access` by threads that hold the
/// tile in `layout`: a power of two, at most 16 bytes.
int64_t getAccessWidth(const Access &access, const Layout &layout);

/// How neighbouring registers of a thread run through rows of a memref, if one
/// ends nowhere within them.
struct RowRuns {
  int64_t elements = 1; ///< that are neighbours, at most 16 bytes
  unsigned result = 0;  ///< the memref's dim that they are neighbours along
  AffineExpr divisor; ///< of the remainder that this dim is; null if it is none
  bool isOpen = false; ///< whether a row's length is known at run time only
};

/// Nothing if elements of `access` that are neighbours in the tile are not in
/// the memref. As getAccessWidth, but for what depends on where rows begin.
std::optional<RowRuns> getRowRuns(const Access &access, const Layout &layout);

/// Bytes of the aligned words that rows are read by which begin anywhere.
inline constexpr int64_t kWordBytes = 16;

/// Rows of fewer elements are not read by words: too often one ends in a step,
/// and keeps its warp busy both ways.
inline constexpr int64_t kLeastRowByWords = 256;

/// Name of the attribute that hands the width of a tile.load or tile.store to
/// its lowering.
inline constexpr llvm::StringLiteral kWidthAttrName = "tile.width";

/// Attaches its width to each load and store of `func`, whose tiles have
/// layouts, that can be wider than one element.
void annotateAccessWidths(FuncOp func);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_ACCESSWIDTH_H
