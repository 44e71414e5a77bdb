//===- GLDialect.td - The gl dialect -----------------------*- tablegen -*-===//
//
// Level 1 of the compiler: what a gather-linear program means, on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_GLDIALECT_TD
#define GL_DIALECT_GL_IR_GLDIALECT_TD

include "mlir/IR/DialectBase.td"

def GL_Dialect : Dialect {
  let name = "gl";
  let cppNamespace = "::mlir::gl";
  let summary = "Gather, then linear, on tensors";
  let description = [{
    The `gl` dialect says *what* a gather-linear program computes:

    ```
    y[b, n] = act(bias[n] + sum over r, h of x[r, b, h] * w[n, r*H + h])
    ```

    A program is written with `gl.gather_concat` and `gl.matmul_bias` (or comes from `tensor.concat`,
    `linalg.transpose` and reshapes). Fusion replaces the two by one `gl.fused_matmul`, in which the
    gather has become the index map of the left operand. In GEMM terms M is the number of rows b, N the number
    of output features n, and K the reduction r*H + h.

    Element types are f32, f16 and bf16, and of what is gathered and multiplied also f8E4M3FN and f8E5M2; sums are accumulated in f32. f32 means IEEE f32 unless `precision` says otherwise.
    Tensors with an encoding are refused, because no lowering would honour it.

    Zeros: the accumulator starts at +0, the products are added to it, and the bias is added last; so a zero
    result is +0 on every target, also when the bias is -0 or K is 0.

    A module may carry `gl.target`, a `#gl.target` attribute with the facts that schedules rest on. An argument of a function may carry `gl.name`, what messages call it,
    and `gl.constant`, a promise about programmatic dependent launches: no kernel that was launched before the function's, and may still run, writes the tensor. Weights
    and biases are such arguments. Their loads do not wait for those kernels.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // GL_DIALECT_GL_IR_GLDIALECT_TD
