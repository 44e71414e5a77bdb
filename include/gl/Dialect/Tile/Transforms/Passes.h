//===- Passes.h - Passes on the tile dialect ---------------------- -*- C++
//-*-===//
//
// Declared in Passes.td; documented in docs/Passes.md.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_PASSES_H
#define GL_DIALECT_TILE_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tile {
#define GEN_PASS_DECL
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_PASSES_H
