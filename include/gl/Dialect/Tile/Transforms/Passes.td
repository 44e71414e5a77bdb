//===- Passes.td - Passes on the tile dialect --------------*- tablegen -*-===//
//
// Level 3: from a tile program to a chip, one decision at a time.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_PASSES_TD
#define GL_DIALECT_TILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileAssignLayouts : Pass<"tile-assign-layouts", "::mlir::tile::FuncOp"> {
  let summary = "Say which thread holds which element of each tile";
  let description = [{
    Gives every tile of a kernel a `#tile.layout` encoding, from the kernel's schedule. Where a value is wanted in another layout than it has, a `tile.convert_layout` is put in.

    For family `simt` the accumulator of a `tile.dot` is spread over warps, lanes and registers along M and N, and holds partial sums over the lanes along K; its operands
    are spread alike along K. What follows the loop uses the completed sums.

    A kernel without a schedule gets a default one. Refuses a dot whose tile the schedule's threads do not divide.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect"];
}

def TileCheckResources : Pass<"tile-check-resources", "::mlir::ModuleOp"> {
  let summary = "Check threads, registers and grid of each kernel against the target";
  let description = "Changes nothing. Reports need and limit at the operation that the user wrote.";
}

#endif // GL_DIALECT_TILE_TRANSFORMS_PASSES_TD
