//===- SignedOrigins.h - Tiles that may begin before their memory *- C++
//-*-===//
//
// Which accesses of a kernel have origins that may be negative.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_TILETONVVM_SIGNEDORIGINS_H
#define GL_CONVERSION_TILETONVVM_SIGNEDORIGINS_H

#include "gl/Dialect/Tile/IR/TileOps.h"

namespace mlir::gl {

/// Marks the accesses of `func`, before any of it is lowered.
void annotateSignedOrigins(tile::FuncOp func);

/// Whether `op` was marked.
bool hasSignedOrigin(Operation *op);

} // namespace mlir::gl

#endif // GL_CONVERSION_TILETONVVM_SIGNEDORIGINS_H
