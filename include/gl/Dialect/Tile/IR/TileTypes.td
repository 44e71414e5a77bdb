//===- TileTypes.td - Types of the tile dialect ------------*- tablegen -*-===//
//
// Shared memory that tiles pass through.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_TILETYPES_TD
#define GL_DIALECT_TILE_IR_TILETYPES_TD

include "gl/Dialect/Tile/IR/TileAttrs.td"

def Tile_Ring : TypeDef<Tile_Dialect, "Ring"> {
  let mnemonic = "ring";
  let summary = "A ring of shared-memory buffers, each of which holds one tile";
  let description = [{
    ```mlir
    !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1>
    ```
    `stages` slots, each a tile of rank 2 whose elements along dim `along` are neighbours in memory. Within a slot the 16-byte chunks of a
    row are permuted, so that threads which read one column of chunks, or write one row, meet no bank conflict: see the plain C++ class `SharedLayout`.
  }];
  let parameters = (ins "int64_t":$stages, "::mlir::RankedTensorType":$tile, "int64_t":$along);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Where the elements of one slot lie.
    SharedLayout getSharedLayout() const;
    /// Bytes of one slot, and of all.
    int64_t getSlotBytes() const { return getSharedLayout().getBytes(); }
    int64_t getBytes() const { return getStages() * getSlotBytes(); }
  }];
}

#endif // GL_DIALECT_TILE_IR_TILETYPES_TD
