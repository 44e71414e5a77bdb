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

    `swizzle = 128` (or 64 or 32) cuts rows into panels of so many bytes, one behind the other, as the copy engine writes them and `wgmma` reads them.
  }];
  let parameters = (ins "int64_t":$stages, "::mlir::RankedTensorType":$tile, "int64_t":$along, DefaultValuedParameter<"int64_t", "0">:$swizzle);
  let builders = [TypeBuilder<(ins "int64_t":$stages, "::mlir::RankedTensorType":$tile, "int64_t":$along), [{
    return $_get($_ctxt, stages, tile, along, 0);
  }]>];
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Where the elements of one slot lie.
    SharedLayout getSharedLayout() const;
    /// Bytes of one slot, and of all.
    int64_t getSlotBytes() const { return getSharedLayout().getBytes(); }
    int64_t getBytes() const { return getStages() * getSlotBytes(); }
    /// One of `parts` parts of the tile's rows.
    ::mlir::RankedTensorType getPart(int64_t parts) const;
    /// Bytes from the start of one part to that of the next.
    int64_t getPartPitch(int64_t parts) const { return getSharedLayout().getOffset({getTile().getDimSize(0) / parts, 0}); }
  }];
}

def Tile_TensorMap : TypeDef<Tile_Dialect, "TensorMap"> {
  let mnemonic = "tensor_map";
  let summary = "How Hopper's copy engine (TMA) sees a tensor, and the box that one copy moves";
  let description = [{
    ```mlir
    !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128>
    ```
    `box` gives the elements of one copy along each of 1 to 5 dims, innermost first, each 1 to 256. The innermost extent is a multiple of 16 bytes.
    `swizzle`: bytes of the span inside which 16-byte chunks are permuted in shared memory, 32, 64 or 128, and then the innermost extent of the box is
    at most that; 0 is no permutation. The limits are those of `cuTensorMapEncodeTiled` (CUDA driver API, "Tensor Map Object Management").
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$box, "::mlir::Type":$element, "int64_t":$swizzle);
  let assemblyFormat = "`<` `box` `=` `[` $box `]` `,` `element` `=` $element `,` `swizzle` `=` $swizzle `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getBox().size(); }
    /// Bytes that one copy writes to shared memory, also where the box lies outside the tensor.
    int64_t getBoxBytes() const;
  }];
}

def Tile_Barriers : TypeDef<Tile_Dialect, "Barriers"> {
  let mnemonic = "barriers";
  let summary = "Barriers in shared memory, one for each slot of a ring";
  let description = [{
    ```mlir
    !tile.barriers<count = 4, arrivals = 8>
    ```
    Each is an `mbarrier` (PTX ISA, "mbarrier"): its phase ends when it has been arrived at `arrivals` times, and all the bytes expected of copies have come.
    Then the next begins; phases are told apart by their parity, which starts at 0.
  }];
  let parameters = (ins "int64_t":$count, "int64_t":$arrivals);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes of shared memory.
    int64_t getBytes() const { return getCount() * 8; }
  }];
}

#endif // GL_DIALECT_TILE_IR_TILETYPES_TD
