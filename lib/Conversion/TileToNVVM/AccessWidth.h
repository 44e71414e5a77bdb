//===- AccessWidth.h - How wide a load may be --------------------*- C++
//-*-===//
//
// Finds, for each tile.load, how many elements one instruction may read.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_TILETONVVM_ACCESSWIDTH_H
#define GL_CONVERSION_TILETONVVM_ACCESSWIDTH_H

#include "gl/Dialect/Tile/IR/TileOps.h"

namespace mlir::gl {

/// A number that provably divides the index `value`; 0 divides only 0, and is
/// returned for it.
int64_t getKnownDivisor(Value value);

/// Elements that one instruction may read for `load`: a power of two, at most
/// 16 bytes.
int64_t getAccessWidth(tile::LoadOp load);

/// Attaches its width to each load of `func` that can be wider than one
/// element.
void annotateAccessWidths(tile::FuncOp func);

} // namespace mlir::gl

#endif // GL_CONVERSION_TILETONVVM_ACCESSWIDTH_H
