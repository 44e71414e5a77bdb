//===- Passes.td - Passes on the gl dialect ----------------*- tablegen -*-===//
//
// Level 1: from what a program says to one fused_matmul per product, with schedules.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_TRANSFORMS_PASSES_TD
#define GL_DIALECT_GL_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def GLFuseGather : Pass<"gl-fuse-gather"> {
  let summary = "Turn a gather that feeds a product into the product's load indexing";
  let description = [{
    The left operand of each `gl.matmul_bias` is traced back through `gl.gather_concat`, `tensor.concat`, and chains of `linalg.transpose`,
    `tensor.expand_shape`, `tensor.collapse_shape` and `tensor.cast` that together are a gather-concat. If there is one, the product becomes a `gl.fused_matmul` that
    reads the ungathered tensors through index maps, and the gathered tensor disappears.

    Rule for several uses: every product that uses a gather reads the sources itself, because that costs nothing; the gather stays only for its other uses.

    Before:
    ```mlir
    %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
    %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
    ```
    After:
    ```mlir
    %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>] ...
    ```
    A chain that is a permutation but no gather-concat is left alone, with a remark that says why.
  }];
  let dependentDialects = ["::mlir::gl::GLDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def GLGeneralizeMatmul : Pass<"gl-generalize-matmul"> {
  let summary = "Turn each remaining matmul_bias into a fused_matmul that reads its operands directly";
  let description = [{
    After this pass `gl.fused_matmul` is the only product, so that later passes handle one form. Bias and activation become its epilogue.
  }];
  let dependentDialects = ["::mlir::gl::GLDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def GLFuseEpilogue : Pass<"gl-fuse-epilogue"> {
  let summary = "Move element-wise work that follows a product into its epilogue";
  let description = [{
    Element-wise `arith` and `math` operations on the result of a `gl.fused_matmul` move into its epilogue region: activations (relu, gelu exact and tanh, silu), a residual
    add, scales and casts. The other operand of such an operation may be a splat constant, a tensor of the result's shape (it becomes an input of the product), or a `linalg.broadcast` of one row or column.
    A product with other uses of its result is left alone, with a remark.
  }];
  let dependentDialects = ["::mlir::gl::GLDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def GLSelectSchedule : Pass<"gl-select-schedule", "::mlir::ModuleOp"> {
  let summary = "Choose the schedules of each fused_matmul";
  let description = [{
    Attaches `schedules` to every `gl.fused_matmul` that has none, from the problem's size, element type and the module's `gl.target`. Where sizes are known at run time only, there are
    several with an estimate, `cost`, of which each call takes the cheapest. An explicit `schedule` option is used for every product instead. A remark tells which schedules were chosen and why.
  }];
  let options = [Option<"schedule", "schedule", "std::string", "\"\"", "A #gl.schedule<...> to use for every product">];
  let dependentDialects = ["::mlir::gl::GLDialect"];
}

#endif // GL_DIALECT_GL_TRANSFORMS_PASSES_TD
