//===- GLOps.td - Operations of the gl dialect -------------*- tablegen -*-===//
//
// Level 1: gather_concat, matmul_bias, and what fusion makes of them.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_GLOPS_TD
#define GL_DIALECT_GL_IR_GLOPS_TD

include "gl/Dialect/GL/IR/GLAttrs.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

class GL_Op<string mnemonic, list<Trait> traits = []> : Op<GL_Dialect, mnemonic, traits>;

def GL_Element : AnyTypeOf<[F32, F16, BF16]>;
def GL_Tensor : RankedTensorOf<[F32, F16, BF16]>;
/// A number that is known at the call only.
def GL_Scale : 0DTensorOf<[F32]>;
/// What can be gathered and multiplied: f8 are types of storage, nothing is computed in them.
def GL_Operand : RankedTensorOf<[F32, F16, BF16, F8E4M3FN, F8E5M2]>;

def GL_GatherConcatOp : GL_Op<"gather_concat", [
    Pure, InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "Join parts along one dim";
  let description = [{
    Variadic form: joins one or more tensors of equal rank along dim `axis` of the result; all other dims are equal.

    Stacked form: one tensor whose dim 0 counts the parts, as an all-gather leaves it behind; part r is the slice
    `x[r, ...]`, and the parts are joined along dim `axis` of the result.

    ```
    variadic, axis = -1:  result[b, offset_i + h] = part_i[b, h]       (B, H_i)...  -> (B, sum of H_i)
    stacked,  axis = -1:  result[b, r*H + h]      = x[r, b, h]         (R, B, H)    -> (B, R*H)
    ```

    `axis` counts from the end when negative; -1, the last dim, is the default. Leading dims are free in number.

    ```mlir
    %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
    %c = gl.gather_concat %p, %q : tensor<?x11xf16>, tensor<?x23xf16> -> tensor<?x34xf16>
    ```
  }];
  let arguments = (ins Variadic<GL_Operand>:$parts, UnitAttr:$stacked, DefaultValuedAttr<I64Attr, "-1">:$axis);
  let results = (outs GL_Operand:$result);
  let assemblyFormat = "(`stacked` $stacked^)? $parts attr-dict `:` type($parts) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// `axis` counted from the front, in [0, rank of the result).
    int64_t getNormalizedAxis();
    RankedTensorType getResultType() { return cast<RankedTensorType>(getResult().getType()); }
  }];
}

def GL_MatmulBiasOp : GL_Op<"matmul_bias", [
    Pure, AttrSizedOperandSegments,
    InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "Matrix product with a weight, plus bias, plus activation";
  let description = [{
    ```
    result[..., m, n] = act(bias[n] + scale * sum over k of lhs[..., m, k] * rhs[n, k])
    ```

    `lhs` is (..., M, K) of rank 2 or more; `rhs` is (N, K), or (K, N) with `rhs_layout = #gl.rhs_layout<kn>`; `bias` is (N), or absent.
    `lhs` and `rhs` have one element type; the bias has it too, or is f32; the result has it too, or is any of f32, f16, bf16. With f8 operands bias
    and result are each any of f32, f16 and bf16. The sum is accumulated in f32 (`acc_type`, when given, must be f32), bias and activation are applied
    in f32, and the result is rounded once.

    ```mlir
    %y = gl.matmul_bias %x, %w, %b {activation = #gl.activation<relu>}
       : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
    ```

    `scale` is the product of `scales`, in f32; without any it is 1. Operands that were quantised give the numbers by which they were divided:

    ```mlir
    %y = gl.matmul_bias %x, %w, %b scales(%sx, %sw : tensor<f32>, tensor<f32>)
       : tensor<12x128xf8E4M3FN>, tensor<56x128xf8E4M3FN>, tensor<56xbf16> -> tensor<12x56xbf16>
    ```
  }];
  let arguments = (ins GL_Operand:$lhs, GL_Operand:$rhs, Optional<GL_Tensor>:$bias, Variadic<GL_Scale>:$scales,
      DefaultValuedAttr<GL_RhsLayoutAttr, "RhsLayout::nk">:$rhs_layout,
      DefaultValuedAttr<GL_PrecisionAttr, "Precision::ieee">:$precision,
      DefaultValuedAttr<GL_ActivationAttr, "Activation::none">:$activation,
      OptionalAttr<TypeAttr>:$acc_type);
  let results = (outs GL_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` $bias^)? (`scales` `(` $scales^ `:` type($scales) `)`)? attr-dict `:` type($lhs) `,` type($rhs) (`,` type($bias)^)? `->` type($result)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    RankedTensorType getResultType() { return cast<RankedTensorType>(getResult().getType()); }
  }];
}

def GL_FusedMatmulOp : GL_Op<"fused_matmul", [
    Pure, AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "A matrix product whose operands are read through index maps";
  let description = [{
    What fusion makes of a gather and a product. The GEMM is

    ```
    acc[m, n] = sum over segments s, sum over k of lhs_s[lhs_map_s(m, k)] * rhs_s[rhs_map_s(n, k)]
    result[result_map(m, n)] = epilogue(acc[m, n], in_0[in_map_0(m, n)], ...)
    ```

    Each `lhs` operand is a *segment*: a slice of the reduction axis with a map from (m, k), k counted from the segment's start, into one source
    tensor. There is one `rhs` operand per segment, or a single one that all segments read, each from the k at which it starts.

    Maps have two dims and as many symbols as the operand has dims; symbol i is the operand's dim i. Every dim of the operand belongs to
    exactly one of the two axes, and an axis that owns several dims is split over them, outermost first; so the stacked tensor (R, B, H) has
    the map `(m, k)[R, B, H] -> (k floordiv H, m, k mod H)`. The extent of an axis is the product of its dims. Input maps may also leave an axis out (a bias
    ignores m), or both (a scale, of rank 0, has the map `(m, n) -> ()`).

    The epilogue region gets the f32 accumulator and one scalar of each input, and yields the scalar of the result. It may hold element-wise
    `arith` and `math` operations.

    `schedules` is an ordered list of `#gl.schedule`: one kernel variant is compiled for each, and at run time the first whose requirements hold is launched.

    ```mlir
    %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
        rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
        ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
        -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)> epilogue {
      ^bb0(%acc: f32, %bias: f32):
        %0 = arith.addf %acc, %bias : f32
        gl.yield %0 : f32
    }
    ```
  }];
  let arguments = (ins Variadic<GL_Operand>:$lhs, Variadic<GL_Operand>:$rhs, Variadic<GL_Tensor>:$inputs,
      AffineMapArrayAttr:$lhs_maps, AffineMapArrayAttr:$rhs_maps, AffineMapArrayAttr:$input_maps, AffineMapAttr:$result_map,
      DefaultValuedAttr<GL_PrecisionAttr, "Precision::ieee">:$precision,
      OptionalAttr<TypedArrayAttrBase<GL_ScheduleAttr, "list of schedules">>:$schedules);
  let results = (outs GL_Tensor:$result);
  let regions = (region SizedRegion<1>:$epilogue);
  let assemblyFormat = [{
    `lhs` `(` $lhs `:` type($lhs) `)` `maps` $lhs_maps
    `rhs` `(` $rhs `:` type($rhs) `)` `maps` $rhs_maps
    `ins` `(` ($inputs^ `:` type($inputs))? `)` `maps` $input_maps
    `->` type($result) `map` $result_map attr-dict-with-keyword `epilogue` $epilogue
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    RankedTensorType getResultType() { return cast<RankedTensorType>(getResult().getType()); }
    /// The rhs operand that segment `i` reads (the shared one, or its own).
    unsigned getRhsIndex(unsigned segment) { return getRhs().size() == 1 ? 0 : segment; }
    /// Static extent of M, N or of a segment's K; ShapedType::kDynamic if unknown.
    int64_t getStaticM();
    int64_t getStaticN();
    int64_t getStaticSegmentK(unsigned segment);
    /// Sum of the segments' K; ShapedType::kDynamic if unknown.
    int64_t getStaticK();
    AffineMap getLhsMap(unsigned i) { return cast<AffineMapAttr>(getLhsMaps()[i]).getValue(); }
    AffineMap getRhsMap(unsigned i) { return cast<AffineMapAttr>(getRhsMaps()[i]).getValue(); }
    AffineMap getInputMap(unsigned i) { return cast<AffineMapAttr>(getInputMaps()[i]).getValue(); }
  }];
}

def GL_YieldOp : GL_Op<"yield", [Pure, Terminator, HasParent<"FusedMatmulOp">]> {
  let summary = "The scalar that an epilogue makes";
  let arguments = (ins GL_Element:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // GL_DIALECT_GL_IR_GLOPS_TD
