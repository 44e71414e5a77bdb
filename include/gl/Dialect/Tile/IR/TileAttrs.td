//===- TileAttrs.td - Attributes of the tile dialect -------*- tablegen -*-===//
//
// Layouts of tiles over threads, and what is known of kernel arguments.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_TILEATTRS_TD
#define GL_DIALECT_TILE_IR_TILEATTRS_TD

include "gl/Dialect/Tile/IR/TileDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

class Tile_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Tile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Tile_LayoutAttr : Tile_Attr<"Layout", "layout", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Which thread holds which element of a tile, in which register";
  let description = [{
    Three mixed-radix counters, the register, the lane and the warp, each written as a list of digits, the fastest first.
    A digit `4 x d1 * 8` counts to 4 and adds 8 times its value to the coordinate along tile dim 1. A digit
    `8 x rep` moves through copies of the same elements. A digit `8 x sum` moves through 8 partial values whose sum is the element.

    ```mlir
    // A 2 x 128 tile of f32 in one warp: 16 lanes along dim 1 with two vectors of 4 each; the other 16 lanes hold copies.
    #tile.layout<registers = [4 x d1 * 1, 2 x d1 * 64, 2 x d0 * 1], lanes = [16 x d1 * 4, 2 x rep], warps = []>
    ```
    A tensor type with a layout is valid if the digits cover each dim exactly once; a counter has at most 65536 values.
    The plain C++ class `Layout` holds the arithmetic.
  }];
  let parameters = (ins "Layout":$layout);
  let hasCustomAssemblyFormat = 1;
  let genMnemonicAlias = 1;
}

def Tile_FactsAttr : Tile_Attr<"Facts", "facts"> {
  let summary = "What a variant of a kernel may rely on about an argument";
  let description = [{
    ```mlir
    #tile.facts<align = 16, strides = [4, 4, 1], dims = [1, 1, 4]>
    ```
    The address of the first element is a multiple of `align` bytes; stride i is a multiple of `strides[i]` elements; dim i is a multiple of `dims[i]`.
    Two more may follow: `limited[1] to 128` says that the product of the dims listed is at most 128, and `within 1024` that no stride is negative and
    that all elements lie less than 1024 elements behind the first.
    The runtime checks facts (and the static strides of the argument's type) before it launches the variant.
  }];
  let parameters = (ins "int64_t":$align, ArrayRefParameter<"int64_t">:$strides, ArrayRefParameter<"int64_t">:$dims,
      OptionalArrayRefParameter<"int64_t">:$limited, DefaultValuedParameter<"int64_t", "0">:$limit, DefaultValuedParameter<"int64_t", "0">:$reach);
  let assemblyFormat = [{
    `<` `align` `=` $align `,` `strides` `=` `[` $strides `]` `,` `dims` `=` `[` $dims `]` (`limited` `[` $limited^ `]` `to` $limit)? (`within` $reach^)? `>`
  }];
  let builders = [AttrBuilder<(ins "int64_t":$align, "ArrayRef<int64_t>":$strides, "ArrayRef<int64_t>":$dims), [{
    return $_get($_ctxt, align, strides, dims, ArrayRef<int64_t>(), 0, 0);
  }]>];
  let extraClassDeclaration = [{
    /// The same facts, and that the product of `dims` is at most `limit`.
    FactsAttr withLimit(ArrayRef<int64_t> dims, int64_t limit) const {
      return get(getContext(), getAlign(), getStrides(), getDims(), dims, limit, getReach());
    }
    FactsAttr withReach(int64_t reach) const {
      return get(getContext(), getAlign(), getStrides(), getDims(), getLimited(), getLimit(), reach);
    }
  }];
}

def Tile_ReduceKind : I32EnumAttr<"ReduceKind", "how elements are combined", [
    I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"max", 1>]> {
  let cppNamespace = "::mlir::tile";
  let genSpecializedAttr = 0;
}
def Tile_ReduceKindAttr : EnumAttr<Tile_Dialect, Tile_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // GL_DIALECT_TILE_IR_TILEATTRS_TD
