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

/// Name of the attribute that hands the width of a tile.load or tile.store to
/// its lowering.
inline constexpr llvm::StringLiteral kWidthAttrName = "tile.width";

/// Attaches its width to each load and store of `func`, whose tiles have
/// layouts, that can be wider than one element.
void annotateAccessWidths(FuncOp func);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_ACCESSWIDTH_H
