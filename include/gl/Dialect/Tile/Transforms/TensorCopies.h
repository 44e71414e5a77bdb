//===- TensorCopies.h - Tiles as boxes of tensor maps ------------*- C++
//-*-===//
//
// Whether the copy engine can move a tile, and by which maps and boxes. The
// engine moves boxes of up to 5 dims of a tensor whose strides are multiples of
// 16 bytes, and fills with zeros what lies outside the tensor. A tile is one
// box if its rows and columns each run along one dim of memory; where they are
// gathered over two, it is several.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_TENSORCOPIES_H
#define GL_DIALECT_TILE_TRANSFORMS_TENSORCOPIES_H

#include "gl/Dialect/Tile/IR/TileOps.h"

namespace mlir::tile {

/// A tile as boxes of one tensor map.
struct TensorCopies {
  Value map;
  struct Box {
    SmallVector<Value> coordinates; ///< of its first element, innermost first
    SmallVector<int64_t> at;        ///< its place in the tile
  };
  SmallVector<Box> boxes;
  /// Elements along tile dim 1 behind which all are outside the tensor,
  /// whatever the tile's place; absent if there is no such bound.
  std::optional<int64_t> extent;
};

/// How the tile of `shape` that `access` reads or writes is moved, in shared
/// memory as panels of `swizzle` bytes along tile dim `along`. Maps are made at
/// the start of the kernel `func`, coordinates by `builder`. If the engine
/// cannot move it, returns nothing, changes nothing and sets `reason`.
/// With `span`, boxes of the shape are to move a tile of that size, by adding
/// to the coordinates of the first: then no tile dim may be gathered over two.
std::optional<TensorCopies> makeTensorCopies(OpBuilder &builder, Location loc,
                                             FuncOp func, const Access &access,
                                             ArrayRef<int64_t> shape,
                                             unsigned along, int64_t swizzle,
                                             std::string &reason,
                                             ArrayRef<int64_t> span = {});

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_TENSORCOPIES_H
