//===- TileOps.h - Operations of the tile dialect ----------------*- C++
//-*-===//
//
// See docs/TileDialect.md for the operations' documentation.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_TILEOPS_H
#define GL_DIALECT_TILE_IR_TILEOPS_H

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/Tile/IR/TileDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tile {
/// A tile's place in memory: element i of the tile is `map(origins + i)` of
/// `memory`, where the map's symbols are `symbols`.
struct Access {
  Value memory;
  ValueRange origins, symbols;
  AffineMap map;
  bool isSigned = false; ///< whether an origin may be negative
};
} // namespace mlir::tile

#define GET_OP_CLASSES
#include "gl/Dialect/Tile/IR/TileOps.h.inc"

#endif // GL_DIALECT_TILE_IR_TILEOPS_H
