//===- TileOps.td - Operations of the tile dialect ---------*- tablegen -*-===//
//
// Kernels, tiles and what is done with them.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_TILEOPS_TD
#define GL_DIALECT_TILE_IR_TILEOPS_TD

include "gl/Dialect/GL/IR/GLAttrs.td"
include "gl/Dialect/Tile/IR/TileTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"

class Tile_Op<string mnemonic, list<Trait> traits = []> : Op<Tile_Dialect, mnemonic, traits>;

def Tile_Tile : StaticShapeTensorOf<[F32, F16, BF16, F8E4M3FN, F8E5M2]>;
def Tile_Memory : StridedMemRefRankOf<[F32, F16, BF16, F8E4M3FN, F8E5M2], [0, 1, 2, 3, 4, 5, 6, 7, 8]>;

def Tile_FuncOp : Tile_Op<"func", [Symbol, IsolatedFromAbove]> {
  let summary = "A kernel and its launch grid";
  let description = [{
    The body is the program; `tile.program_id` tells it which point of the grid it is. The grid region has the same arguments, computes
    one to three extents from their dims and yields them, so that host and device agree on the grid by construction. A grid with a 0 launches nothing.

    Arguments are memrefs. One that the kernel writes is marked `{tile.output}`, and does not overlap any other. `{tile.facts = #tile.facts<...>}` on an argument says
    what this variant of the kernel relies on. `{tile.reciprocals = array<i64: 2>}` has the host pass a number by which the kernel divides by dim 2
    without a division. `{tile.constant}` promises that no earlier kernel that may still run writes the argument. Optional attributes: `schedule`, how the kernel runs, and `shared_bytes`, the shared memory of one block, set by `tile-allocate-shared`.

    ```mlir
    tile.func @double(%x: memref<?xf32>, %y: memref<?xf32> {tile.output}) grid {
      %c0 = arith.constant 0 : index
      %c128 = arith.constant 128 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %g = arith.ceildivui %n, %c128 : index
      tile.yield %g
    } {
      %c128 = arith.constant 128 : index
      %p = tile.program_id 0
      %i = arith.muli %p, %c128 : index
      %t = tile.load %x[%i] : memref<?xf32> -> tensor<128xf32>
      %d = arith.addf %t, %t : tensor<128xf32>
      tile.store %d, %y[%i] : tensor<128xf32>, memref<?xf32>
      tile.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<GL_ScheduleAttr>:$schedule, OptionalAttr<I64Attr>:$shared_bytes);
  let regions = (region SizedRegion<1>:$body, SizedRegion<1>:$grid);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "StringRef":$name, "FunctionType":$type)>];
  let extraClassDeclaration = [{
    /// Name of the unit argument attribute that marks an argument as written.
    static constexpr llvm::StringLiteral kOutputAttrName = "tile.output";
    /// Name of the argument attribute that holds its `#tile.facts`.
    static constexpr llvm::StringLiteral kFactsAttrName = "tile.facts";
    /// Name of the argument attribute that lists dims the kernel divides by.
    static constexpr llvm::StringLiteral kReciprocalsAttrName = "tile.reciprocals";
    /// Name of the unit argument attribute that marks an argument as written by no earlier kernel that may still run.
    static constexpr llvm::StringLiteral kConstantAttrName = "tile.constant";
    // Two isolated regions with the same arguments rule out FunctionOpInterface, which wants one; these follow its names.
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    unsigned getNumArguments() { return getFunctionType().getNumInputs(); }
    BlockArgument getArgument(unsigned arg) { return getBody().getArgument(arg); }
    DictionaryAttr getArgAttrDict(unsigned arg) {
      return getArgAttrs() ? cast<DictionaryAttr>((*getArgAttrs())[arg]) : DictionaryAttr();
    }
    Attribute getArgAttr(unsigned arg, StringRef name) {
      DictionaryAttr attrs = getArgAttrDict(arg);
      return attrs ? attrs.get(name) : Attribute();
    }
    /// Sets or, with a null value, removes an attribute of an argument.
    void setArgAttr(unsigned arg, StringRef name, Attribute value);
    ArrayRef<int64_t> getReciprocals(unsigned arg) {
      auto dims = dyn_cast_if_present<DenseI64ArrayAttr>(getArgAttr(arg, kReciprocalsAttrName));
      return dims ? dims.asArrayRef() : ArrayRef<int64_t>();
    }
    bool isConstant(unsigned arg) { return !!getArgAttr(arg, kConstantAttrName); }
    bool isOutput(unsigned arg) { return !!getArgAttr(arg, kOutputAttrName); }
    FactsAttr getFacts(unsigned arg) { return dyn_cast_if_present<FactsAttr>(getArgAttr(arg, kFactsAttrName)); }
  }];
}

def Tile_YieldOp : Tile_Op<"yield", [Pure, Terminator, HasParent<"FuncOp">, AttrSizedOperandSegments]> {
  let summary = "Ends a grid region with the grid's extents";
  let description = [{
    `cost` is what the launch is estimated to take, in cycles. Of variants of a kernel that have one, a call takes the cheapest.

    ```mlir
    tile.yield %columns, %rows cost %cycles
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents, Optional<Index>:$cost);
  let assemblyFormat = "$extents (`cost` $cost^)? attr-dict";
  let builders = [OpBuilder<(ins "ValueRange":$extents), [{ build($_builder, $_state, extents, Value()); }]>];
}

def Tile_ReturnOp : Tile_Op<"return", [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "Ends a program";
  let assemblyFormat = "attr-dict";
}

def Tile_ProgramIdOp : Tile_Op<"program_id", [Pure]> {
  let summary = "The program's place along one dim of the grid";
  let arguments = (ins ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<2>]>:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$dim attr-dict";
  let hasVerifier = 1;
}

def Tile_ClusterRankOp : Tile_Op<"cluster_rank", [Pure]> {
  let summary = "The program's place in its cluster, from 0";
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

class Tile_AccessOp<string mnemonic, list<Trait> traits = []> : Tile_Op<mnemonic, traits> {
  code accessDeclaration = [{
    /// The map from tile-space coordinates to those of the memref; the identity if none is written.
    AffineMap getIndexMap();
    /// Where the access goes, free of which operation makes it.
    Access getAccess();
  }];
}

def Tile_LoadOp : Tile_AccessOp<"load", [AttrSizedOperandSegments]> {
  let summary = "Read a tile; elements outside the memref are zero";
  let description = [{
    Element (i0, i1, ...) of the tile has the coordinates `d = origin + i`, and is read at `map(d)[symbols]` of the memref, or is zero if that lies outside it in any dim.
    Without a map the coordinates are the memref's own. Coordinates are 32-bit: dims of 2^31 − 2^16 and above are refused at launch, and what divides a coordinate among several dims is to see that their product is below that, too. An origin may be negative.

    ```mlir
    %t = tile.load %x[%m, %k] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%h)
       : memref<?x?x?xf32> -> tensor<16x32xf32>
    ```
    Constants in a map are not negative, and divisors are positive.

    `by_words` is for rows that begin anywhere in memory: each 16 bytes of a row that a thread holds side by side are read as the two aligned words of 16 bytes that they lie in, and
    shifted into place. Where a row ends within them, or a word would reach beyond what the memref has, elements are read one by one.
  }];
  let arguments = (ins Arg<Tile_Memory, "source", [MemRead]>:$source, Variadic<Index>:$origins, Variadic<Index>:$symbols, OptionalAttr<AffineMapAttr>:$map, UnitAttr:$by_words);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $source `[` $origins `]` (`map` $map^)? (`symbols` `(` $symbols^ `)`)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = accessDeclaration;
}

def Tile_StoreOp : Tile_AccessOp<"store", [AttrSizedOperandSegments]> {
  let summary = "Write a tile; elements outside the memref are dropped";
  let description = "The counterpart of `tile.load`. The map must not send two elements to one place.";
  let arguments = (ins Tile_Tile:$value, Arg<Tile_Memory, "target", [MemWrite]>:$target, Variadic<Index>:$origins, Variadic<Index>:$symbols, OptionalAttr<AffineMapAttr>:$map);
  let assemblyFormat = [{
    $value `,` $target `[` $origins `]` (`map` $map^)? (`symbols` `(` $symbols^ `)`)? attr-dict `:` type($value) `,` type($target)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = accessDeclaration;
}

def Tile_DotOp : Tile_Op<"dot", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "Accumulate a matrix product of two tiles";
  let description = [{
    `result[m, n] = acc[m, n] + sum over k of lhs[m, k] * rhs[n, k]`, with products and sums in f32. `rhs` is N x K. `precision` is that of `gl.matmul_bias`.

    ```mlir
    %d = tile.dot %a, %b, %acc : tensor<16x32xf16>, tensor<8x32xf16>, tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$lhs, Tile_Tile:$rhs, Tile_Tile:$acc, DefaultValuedAttr<GL_PrecisionAttr, "::mlir::gl::Precision::ieee">:$precision);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs) `,` type($rhs) `,` type($acc)";
  let hasVerifier = 1;
}

def Tile_ReduceOp : Tile_Op<"reduce", [Pure]> {
  let summary = "Combine the elements along one dim";
  let description = [{
    ```mlir
    %s = tile.reduce %t axis = 1 kind = <add> : tensor<16x32xf32> -> tensor<16xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$source, I64Attr:$axis, Tile_ReduceKindAttr:$kind);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$source `axis` `=` $axis `kind` `=` $kind attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_BroadcastOp : Tile_Op<"broadcast", [Pure]> {
  let summary = "Repeat a tile along new dims";
  let description = [{
    `dims[i]` is the dim of the result that dim i of the source becomes; the source repeats along all others.

    ```mlir
    %t = tile.broadcast %bias dims = [1] : tensor<8xf32> -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$source, DenseI64ArrayAttr:$dims);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$source `dims` `=` $dims attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_ConvertLayoutOp : Tile_Op<"convert_layout", [Pure]> {
  let summary = "The same tile, held by threads in another way";
  let description = [{
    Source and result have one shape and element type, and each has a `#tile.layout` as its encoding. A source whose layout has
    `sum` digits is summed over them.
  }];
  let arguments = (ins Tile_Tile:$source);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shared memory (level 3)
//===----------------------------------------------------------------------===//

def Tile_AllocRingOp : Tile_Op<"alloc_ring"> {
  let summary = "Shared memory for the stages of one operand";
  let description = [{
    The ring lives as long as the kernel. `offset`, in bytes from the start of the block's shared memory, is set by `tile-allocate-shared`.

    ```mlir
    %ring = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<Tile_Ring, "", [MemAlloc]>:$ring);
  let assemblyFormat = "attr-dict `:` type($ring)";
}

def Tile_CopyAsyncOp : Tile_AccessOp<"copy_async", [AttrSizedOperandSegments]> {
  let summary = "Start to copy a tile from memory into a slot of a ring";
  let description = [{
    The tile is read as by `tile.load`; elements outside the memref are zero. `width` is the number of elements in one instruction: `cp.async`
    copies 4, 8 or 16 bytes, and the source must be aligned to them. The copy belongs to the group that the next `tile.commit_copies` closes.
    With a condition that is false nothing is read, and what the slot then holds is not defined.
    With `parts = C` the program whose place in its cluster is p copies the p-th of C parts of the slot's rows alone; origins are the part's.
    If `cached`, what comes along with the copied elements stays in the first-level cache for a later copy; copies of fewer than 16 bytes always go through it.

    ```mlir
    tile.copy_async %x[%m, %k] map affine_map<(m, k) -> (k floordiv 64, m, k mod 64)> into %ring[%slot] width = 8
       : memref<4x12x64xbf16> -> !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
    ```
    Upstream's `nvgpu.device_async_copy` copies one vector of one thread; this one copies a tile by all threads and zeroes what lies outside.
  }];
  let arguments = (ins Arg<Tile_Memory, "source", [MemRead]>:$source, Variadic<Index>:$origins, Variadic<Index>:$symbols,
      Arg<Tile_Ring, "ring", [MemWrite]>:$ring, Index:$slot, Optional<I1>:$condition, OptionalAttr<AffineMapAttr>:$map, I64Attr:$width,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$parts, UnitAttr:$cached);
  let assemblyFormat = [{
    $source `[` $origins `]` (`map` $map^)? (`symbols` `(` $symbols^ `)`)? `into` $ring `[` $slot `]` (`if` $condition^)? `width` `=` $width (`parts` `=` $parts^)?
    (`cached` $cached^)? attr-dict
    `:` type($source) `->` type($ring)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = accessDeclaration;
}

def Tile_CommitCopiesOp : Tile_Op<"commit_copies", [MemoryEffects<[MemWrite]>]> {
  let summary = "Close a group of asynchronous copies; it may be empty";
  let assemblyFormat = "attr-dict";
}

def Tile_WaitCopiesOp : Tile_Op<"wait_copies", [MemoryEffects<[MemWrite]>]> {
  let summary = "Wait until at most `pending` groups of this thread's copies are unfinished";
  let description = "What other threads copied is visible after a `tile.barrier` behind their wait.";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$pending);
  let assemblyFormat = "`pending` `=` $pending attr-dict";
}

def Tile_BarrierOp : Tile_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Wait for all threads of the block or, if so marked, of the cluster";
  let arguments = (ins UnitAttr:$cluster);
  let assemblyFormat = "(`cluster` $cluster^)? attr-dict";
}

def Tile_RingStoreOp : Tile_Op<"ring_store"> {
  let summary = "Store a tile from registers into a slot of a ring";
  let description = [{
    The way into shared memory for what `tile.copy_async` cannot copy. `width` is the number of neighbouring elements that a thread holds, and so loads at once.
    With `parts = C` the value is the p-th of C parts of the tile's rows, where p is the program's place in its cluster.
    ```mlir
    tile.ring_store %t, %ring[%slot] width = 1 : tensor<64x32xbf16>, !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
    ```
  }];
  let arguments = (ins Tile_Tile:$value, Arg<Tile_Ring, "ring", [MemWrite]>:$ring, Index:$slot, ConfinedAttr<I64Attr, [IntPositive]>:$width,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$parts);
  let assemblyFormat = "$value `,` $ring `[` $slot `]` `width` `=` $width (`parts` `=` $parts^)? attr-dict `:` type($value) `,` type($ring)";
  let hasVerifier = 1;
}

def Tile_RingLoadOp : Tile_Op<"ring_load"> {
  let summary = "Load a part of the tile in a slot of a ring into registers";
  let description = [{
    `at` is the place of the part in the tile.

    ```mlir
    %a = tile.ring_load %ring[%slot] at = [0, 16] : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1> -> tensor<128x16xbf16>
    ```
  }];
  let arguments = (ins Arg<Tile_Ring, "ring", [MemRead]>:$ring, Index:$slot, DenseI64ArrayAttr:$at);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$ring `[` $slot `]` `at` `=` $at attr-dict `:` type($ring) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_LowPartOp : Tile_Op<"low_part", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "What TF32 has no room for in f32 elements";
  let description = [{
    x minus x without its 13 lowest mantissa bits, which are those that tensor cores leave out of an f32 operand. It is exact. Products with it are the second and third
    of `tf32x3`.

    ```mlir
    %low = tile.low_part %x : tensor<128x32xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$source);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
}

def Tile_ReduceSplitOp : Tile_Op<"reduce_split"> {
  let summary = "Add the tiles of the programs that share a reduction, and share out the rows of the sum";
  let description = [{
    The programs of a cluster each hold a tile of the same shape (M, N). Program s of S gets rows `s * M/S` to `(s + 1) * M/S` of the
    sum, whose terms are added in the order of the programs, so the result does not depend on timing. `offset` is the place of the
    exchange in shared memory, set by `tile-allocate-shared`; it may overlap rings, which are no longer in use.

    ```mlir
    %part = tile.reduce_split %acc : tensor<64x64xf32> -> tensor<16x64xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$source, OptionalAttr<I64Attr>:$offset);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Programs of the cluster.
    int64_t getSplit() { return getSource().getType().getDimSize(0) / getResult().getType().getDimSize(0); }
    /// Bytes from one row of the exchanged tile to the next: padded by 16, so that rows start in different banks.
    int64_t getExchangePitch() { return getSource().getType().getDimSize(1) * 4 + 16; }
    int64_t getExchangeBytes() { return getSource().getType().getDimSize(0) * getExchangePitch(); }
  }];
}

//===----------------------------------------------------------------------===//
// The copy engine and warp roles (level 3, Hopper)
//===----------------------------------------------------------------------===//

def Tile_TensorMapOp : Tile_Op<"tensor_map", [Pure, AttrSizedOperandSegments]> {
  let summary = "A tensor map of a kernel argument, made by the host";
  let description = [{
    Dim i of the map has `extents[i]` elements, and dim i + 1 goes `strides[i]` elements further in memory with each step; the innermost dim's stride is 1. The map's
    dims need not be the memref's: one of the memref's may be left out, or stand as two. Extents and strides are computed from the dims and strides of
    the kernel's arguments, by the host: a map becomes a parameter of the kernel.

    The address, and strides times the size of an element, are multiples of 16 bytes; extents are 1 to 2^31, which coordinates reach, strides below 2^40 bytes. The guard of the kernel's variant says so
    where types and facts do not.

    ```mlir
    %map = tile.tensor_map %x extents [%h, %b, %r] strides [%s1, %s0] : memref<?x?x?xbf16, strided<[?, ?, 1]>> -> !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128>
    ```
    Upstream's `nvgpu.tma.create.descriptor` is host code that calls a runtime of its own; here the kernel says what it needs and the bundle records it.
  }];
  let arguments = (ins Tile_Memory:$memory, Variadic<Index>:$extents, Variadic<Index>:$strides);
  let results = (outs Tile_TensorMap:$map);
  let assemblyFormat = "$memory `extents` `[` $extents `]` `strides` `[` $strides `]` attr-dict `:` type($memory) `->` type($map)";
  let hasVerifier = 1;
}

def Tile_CopyTensorOp : Tile_Op<"copy_tensor", [AttrSizedOperandSegments]> {
  let summary = "Start to copy a box of a tensor into a slot of a ring";
  let description = [{
    The box of the map whose first element has the given coordinates, innermost first; elements outside the tensor arrive as zero. The box lands where element `at` of the
    ring's tile lies. Its bytes count towards the barrier of the slot. Executed by one thread.
    The innermost coordinate times the size of an element is a multiple of 16 bytes: the engine stops the kernel with an illegal instruction otherwise, though no manual says so (seen on an H200).

    ```mlir
    tile.copy_tensor %map[%k, %m, %r] into %ring[%slot] at = [0, 0] signals %full
       : !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128> -> !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 4, arrivals = 1>
    ```
    With `multicast = C` the box is one of C parts of the tile's rows: program p of a cluster of C copies the p-th behind the coordinates to all of them, and its
    bytes count towards the barriers of all.

    As `tile-stage-tensors` makes them, before `tile-specialize-warps`, copies signal nothing and the product behind them waits.
    Upstream's `nvgpu.tma.async.load` takes memrefs and barrier groups; a ring is neither.
  }];
  let arguments = (ins Tile_TensorMap:$map, Variadic<Index>:$coordinates, Arg<Tile_Ring, "ring", [MemWrite]>:$ring, Index:$slot,
      DenseI64ArrayAttr:$at, Arg<Optional<Tile_Barriers>, "barriers", [MemWrite]>:$barriers,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$multicast);
  let assemblyFormat = [{
    $map `[` $coordinates `]` `into` $ring `[` $slot `]` `at` `=` $at (`signals` $barriers^)? (`multicast` `=` $multicast^)? attr-dict `:` type($map) `->` type($ring) (`,` type($barriers)^)?
  }];
  let hasVerifier = 1;
}

def Tile_RingDotOp : Tile_Op<"ring_dot", [AllTypesMatch<["acc", "result"]>, AttrSizedOperandSegments]> {
  let summary = "Accumulate a matrix product of two tiles in shared memory";
  let description = [{
    The `tile.dot` of the tiles in the slots, by `wgmma`, which reads both operands from shared memory. Waits until the product is done, so that the
    slots are free behind it. If `swapped`, rhs is the instruction's left operand. `depth` says that from this element of K on both tiles are zero, so that
    they need not be multiplied.

    If `promoted`, no more than 128 bytes of K are summed inside the tensor cores: such a sum starts from zero, and is added to the accumulator in f32. Hopper's tensor
    cores keep about 14 bits of a sum of f8 products, which is enough for a short sum only. It is a property of the operation, since only the
    instructions' part of the accumulator (64 rows) needs its second sum at a time; an addition of tiles would need registers for another accumulator.

    Products of precision `tf32x3` have the operands' low parts (`tile.low_part`) in rings of the same shapes, and are `lhs * low rhs + low lhs * rhs + lhs * rhs`. They are
    promoted: tensor cores do not round their sums to nearest, so that the error of a long one would be far above that of f32.

    A product that is left `under_way` waits only for those before it: its slots are still read, and its result is nothing but the accumulator of another such product until
    a `tile.await_product`.

    ```mlir
    %d = tile.ring_dot %a[%slot], %b[%slot], %acc : !tile.ring<...>, !tile.ring<...>, tensor<128x256xf32>
    %e = tile.ring_dot %a[%slot], %b[%slot], %acc low %al, %bl {precision = #gl.precision<tf32x3>, promoted} : !tile.ring<...>, !tile.ring<...>, tensor<128x128xf32>
    ```
    Upstream's `nvgpu.warpgroup.mma` takes descriptors of memrefs and an accumulator type of its own.
  }];
  let arguments = (ins Arg<Tile_Ring, "lhs", [MemRead]>:$lhs, Index:$lhsSlot, Arg<Tile_Ring, "rhs", [MemRead]>:$rhs, Index:$rhsSlot, Tile_Tile:$acc,
      Arg<Optional<Tile_Ring>, "low parts of lhs", [MemRead]>:$lhsLow, Arg<Optional<Tile_Ring>, "low parts of rhs", [MemRead]>:$rhsLow,
      DefaultValuedAttr<GL_PrecisionAttr, "::mlir::gl::Precision::ieee">:$precision, UnitAttr:$swapped,
      OptionalAttr<I64Attr>:$depth, UnitAttr:$promoted, UnitAttr:$under_way);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $lhs `[` $lhsSlot `]` `,` $rhs `[` $rhsSlot `]` `,` $acc (`low` $lhsLow^ `,` $rhsLow)? attr-dict `:` type($lhs) `,` type($rhs) `,` type($acc)
    (`low` type($lhsLow)^ `,` type($rhsLow))?
  }];
  let hasVerifier = 1;
}

def Tile_AwaitProductOp : Tile_Op<"await_product", [AllTypesMatch<["acc", "result"]>]> {
  let summary = "Wait until products that were left under way are done";
  let description = [{
    Returns the sum that they make. Upstream's `nvgpu.warpgroup.mma` waits by itself.

    ```mlir
    %sum = tile.await_product %acc : tensor<128x256xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$acc);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = "$acc attr-dict `:` type($acc)";
}

def Tile_StoreTensorOp : Tile_Op<"store_tensor"> {
  let summary = "Write a tile to a tensor by the copy engine";
  let description = [{
    Element (i0, i1) of the tile goes to the coordinates plus (i1, i0), innermost first; what lies outside the tensor is dropped. Each warp hands its rows to the
    copy engine by itself, a box at a time, through its own slots of the staging ring: slots `w * stages / warps` and following belong to warp w of all that compute.
    The write is under way when the next operation runs; `tile-specialize-warps` regions and kernels end only when all such writes have read their slots.

    ```mlir
    tile.store_tensor %t, %map[%n, %m] through %staging : tensor<128x256xbf16>, !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>, !tile.ring<stages = 16, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
    ```
  }];
  let arguments = (ins Tile_Tile:$value, Tile_TensorMap:$map, Variadic<Index>:$coordinates, Arg<Tile_Ring, "staging", [MemRead, MemWrite]>:$staging);
  let assemblyFormat = "$value `,` $map `[` $coordinates `]` `through` $staging attr-dict `:` type($value) `,` type($map) `,` type($staging)";
  let hasVerifier = 1;
}

def Tile_AllocBarriersOp : Tile_Op<"alloc_barriers"> {
  let summary = "Barriers that live as long as the kernel, in their first phase";
  let description = [{
    `offset`, in bytes from the start of the block's shared memory, is set by `tile-allocate-shared`. One thread prepares them; a `tile.barrier` has to follow
    before they are used. Upstream's `nvgpu.mbarrier.create` names memory of its own.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<Tile_Barriers, "", [MemAlloc]>:$barriers);
  let assemblyFormat = "attr-dict `:` type($barriers)";
}

def Tile_ExpectCopiesOp : Tile_Op<"expect_copies"> {
  let summary = "Arrive at a barrier, and have its phase wait for bytes of copies";
  let arguments = (ins Arg<Tile_Barriers, "barriers", [MemWrite]>:$barriers, Index:$slot, ConfinedAttr<I64Attr, [IntPositive]>:$bytes);
  let assemblyFormat = "$barriers `[` $slot `]` `bytes` `=` $bytes attr-dict `:` type($barriers)";
}

def Tile_ArriveOp : Tile_Op<"arrive"> {
  let summary = "Arrive at a barrier, once for each warp";
  let description = [{
    With `cluster = C` at the barrier in the same place of each of the C programs of the cluster. If `ordered`, what the warp's threads wrote to shared memory before is
    visible to the threads that wait; if `fenced`, also to their products, and so is what had been visible to the warp.
  }];
  let arguments = (ins Arg<Tile_Barriers, "barriers", [MemRead, MemWrite]>:$barriers, Index:$slot,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$cluster, UnitAttr:$ordered, UnitAttr:$fenced);
  let assemblyFormat = "$barriers `[` $slot `]` (`cluster` `=` $cluster^)? (`ordered` $ordered^)? (`fenced` $fenced^)? attr-dict `:` type($barriers)";
}

def Tile_ArriveCopiedOp : Tile_Op<"arrive_copied"> {
  let summary = "Arrive at a barrier, once for each thread, when its asynchronous copies are done";
  let description = [{
    All those that the thread has made so far. Nobody waits for them here; what they brought is visible to the threads that wait at the barrier (PTX ISA, "cp.async.mbarrier.arrive").
  }];
  let arguments = (ins Arg<Tile_Barriers, "barriers", [MemRead, MemWrite]>:$barriers, Index:$slot);
  let assemblyFormat = "$barriers `[` $slot `]` attr-dict `:` type($barriers)";
}

def Tile_AwaitOp : Tile_Op<"await"> {
  let summary = "Wait until a barrier's phase of the given parity has ended";
  let description = "The phase before the first counts as one of parity 1 that has ended.";
  let arguments = (ins Arg<Tile_Barriers, "barriers", [MemRead, MemWrite]>:$barriers, Index:$slot, I32:$parity);
  let assemblyFormat = "$barriers `[` $slot `]` `parity` `=` $parity attr-dict `:` type($barriers)";
}

def Tile_SharePartOp : Tile_Op<"share_part"> {
  let summary = "Copy the program's part of a slot to the other programs of its cluster";
  let description = [{
    Of C parts of the tile's rows, the p-th, where p is the program's place in a cluster of C. It lands in the same place of the others' slots, and its bytes count towards the
    barriers of those slots. Executed by one warp, to which the part has to be visible; it is visible to the program's own products when the warp arrives at a barrier behind this.
    The slots of all programs have to be empty, and stay as they are until the others' barriers have been waited for.

    ```mlir
    tile.share_part %ring[%slot] parts = 2 signals %full : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 4, arrivals = 1>
    ```
  }];
  let arguments = (ins Arg<Tile_Ring, "ring", [MemRead, MemWrite]>:$ring, Index:$slot, ConfinedAttr<I64Attr, [IntPositive]>:$parts,
      Arg<Tile_Barriers, "barriers", [MemWrite]>:$barriers);
  let assemblyFormat = "$ring `[` $slot `]` `parts` `=` $parts `signals` $barriers attr-dict `:` type($ring) `,` type($barriers)";
  let hasVerifier = 1;
}

def Tile_PrefetchOp : Tile_AccessOp<"prefetch", [AttrSizedOperandSegments, MemoryEffects<[MemWrite]>]> {
  let summary = "Bring what a tile of rank 1 will be loaded from closer";
  let description = [{
    Asks for the cache lines of `size` elements from the origin on; nothing waits for them. Executed by one thread. What lies outside the memref is left out.
    It counts as a write, of what caches hold: an operation that only reads would be dead.

    ```mlir
    tile.prefetch %bias[%n] size = 256 : memref<?xbf16>
    ```
    Upstream's `memref.prefetch` touches one element's line, without bounds.
  }];
  let arguments = (ins Tile_Memory:$source, Variadic<Index>:$origins, Variadic<Index>:$symbols, OptionalAttr<AffineMapAttr>:$map,
      ConfinedAttr<I64Attr, [IntPositive]>:$size);
  let assemblyFormat = [{
    $source `[` $origins `]` (`map` $map^)? (`symbols` `(` $symbols^ `)`)? `size` `=` $size attr-dict `:` type($source)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = accessDeclaration;
}

def Tile_SpecializeWarpsOp : Tile_Op<"specialize_warps", [NoTerminator, SingleBlock, RecursiveMemoryEffects]> {
  let summary = "What the warps of a kernel do, by their role";
  let description = [{
    One thread runs `copies`; all threads of the schedule's `warps` run `products`, and those of its `fill_warps` run `fills`. The thread that copies is in a warpgroup of its own
    behind those of the products, where another warp runs `relay`, and the `fills` are behind it. `registers` gives the registers of a thread of the warpgroups of copies, fills and products, in this
    order (PTX ISA, "setmaxnreg"), multiples of 8 from 24 to 240; empty leaves them alone.

    With `sets = S` there are S sets of the schedule's warps, and `products` is what one of them does, given its number: a tile in it is spread over the warps of one set, and an
    arrival at a barrier is one of each of its warps. With `fill_sets = S` the `fill_warps` are S sets, and the same holds of `fills`.

    ```mlir
    tile.specialize_warps registers = [40, 232] copies {
      ...
    } products {
      ...
    }
    tile.specialize_warps registers = [40, 72, 200] fill_sets = 2 copies {
      ...
    } fills {
    ^bb0(%set: index):
      ...
    } relay {
      ...
    } products {
      ...
    }
    tile.specialize_warps registers = [40, 232] sets = 2 copies {
      ...
    } products {
    ^bb0(%set: index):
      ...
    }
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$registers, DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$sets,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$fill_sets);
  let regions = (region SizedRegion<1>:$copies, MaxSizedRegion<1>:$fills, MaxSizedRegion<1>:$relay, SizedRegion<1>:$products);
  let assemblyFormat = "`registers` `=` $registers (`sets` `=` $sets^)? (`fill_sets` `=` $fill_sets^)? `copies` $copies (`fills` $fills^)? (`relay` $relay^)? `products` $products attr-dict";
  let hasVerifier = 1;
}

def Tile_LaunchOp : Tile_Op<"launch", [Pure, AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Run a kernel over its grid and return what it writes";
  let description = [{
    The host's side of a `tile.func`: `kernels` names variants of one kernel in order of preference; the first whose facts hold is launched, or,
    if it has a cost, the cheapest of those that do and stand before the next one without whose facts hold. The inputs are its
    first arguments; the result, whose dynamic dims are given in brackets, is the last one.

    ```mlir
    %y = tile.launch [@main_0_vec, @main_0] (%x, %w, %b) [%m] : (tensor<?x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    ```

    `takes`, if given, lists for each kernel which of the inputs its arguments are; else every kernel takes all. A launch whose result only kernels take
    that a call does not choose is not made in that call:

    ```mlir
    %t = tile.launch [@main_0_copy] (%x) [] : (tensor<2x8x5xbf16>) -> tensor<8x64xbf16>
    %y = tile.launch [@main_1_copied, @main_1] (%x, %w, %t) [] {takes = [array<i64: 2, 1>, array<i64: 0, 1>]}
        : (tensor<2x8x5xbf16>, tensor<4x10xbf16>, tensor<8x64xbf16>) -> tensor<8x4xbf16>
    ```
  }];
  let arguments = (ins FlatSymbolRefArrayAttr:$kernels, Variadic<AnyRankedTensor>:$inputs, Variadic<Index>:$dims,
      OptionalAttr<TypedArrayAttrBase<DenseI64ArrayAttr, "numbers of inputs for each kernel">>:$takes);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$kernels `(` $inputs `)` `[` $dims `]` attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The inputs that the arguments of a kernel, counted in `kernels`, are.
    SmallVector<Value> getInputsOf(unsigned kernel);
  }];
}

#endif // GL_DIALECT_TILE_IR_TILEOPS_TD
