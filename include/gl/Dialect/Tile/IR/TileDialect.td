//===- TileDialect.td - The tile dialect -------------------*- tablegen -*-===//
//
// Level 2 and 3 of the compiler: programs over small static tiles.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_TILEDIALECT_TD
#define GL_DIALECT_TILE_IR_TILEDIALECT_TD

include "mlir/IR/DialectBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::mlir::tile";
  let summary = "Programs over small static tiles of large tensors";
  let description = [{
    A `tile.func` is one kernel: a program that runs once for every point of a launch grid. It reads tiles of its `memref` arguments into
    values of static `tensor` type, computes on them with `tile`, `arith` and `math` operations inside `scf` loops, and stores tiles back.

    Nothing a program can write reads or writes out of bounds: a load or store names the memref and the origin of the tile, and the bounds come
    from the memref's own type. Elements outside load as zero and are not stored.

    The same program runs on every target. On a GPU, `tile-assign-layouts` gives each tile a `#tile.layout` as its encoding, which says
    which thread holds which element in which register; from then on the conversion between layouts is an operation.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::gl::GLDialect"];
}

#endif // GL_DIALECT_TILE_IR_TILEDIALECT_TD
