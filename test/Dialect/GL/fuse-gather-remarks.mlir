// Remarks about fused gathers; a compile without a filter prints none.

// RUN: gl-opt %s --gl-fuse-gather --remarks-filter=gl-fuse-gather -o - 2>&1 | FileCheck %s
// RUN: gl-opt %s --gl-fuse-gather -o /dev/null 2>&1 | count 0

// CHECK: fuse-gather-remarks.mlir:[[#@LINE+5]]:{{[0-9]+}}: remark: [Passed] GatherFused | Category:gl-fuse-gather | Function=partly | Remark="the product reads 2 segments in place of the gather"
// CHECK: remark: [Analysis] TraceEnd | Category:gl-fuse-gather | Function=partly | Remark="the trace ends there: a part is a permutation but not a gather-concat: M is spelled by dims [1] and K by dims [0] of tensor<8x9xf32>;
func.func @partly(%a: tensor<8x9xf32>, %b: tensor<9x24xf32>, %w: tensor<16x32xf32>, %e: tensor<9x8xf32>) -> (tensor<9x16xf32>, tensor<9x32xf32>) {
  %t = linalg.transpose ins(%a : tensor<8x9xf32>) outs(%e : tensor<9x8xf32>) permutation = [1, 0]
  %g = gl.gather_concat %t, %b : tensor<9x8xf32>, tensor<9x24xf32> -> tensor<9x32xf32>
  %y = gl.matmul_bias %g, %w : tensor<9x32xf32>, tensor<16x32xf32> -> tensor<9x16xf32>
  return %y, %g : tensor<9x16xf32>, tensor<9x32xf32>
}

// Doubling eleven times makes 2048 parts; the trace stops at its limit.
// CHECK: remark: [Analysis] TraceEnd | Category:gl-fuse-gather | Function=doubled | Remark="the trace ends there: gl.gather_concat brings the parts to more than 1024"
func.func @doubled(%p0: tensor<3x?xf32>, %w: tensor<56x?xf32>) -> tensor<3x56xf32> {
  %p1 = gl.gather_concat %p0, %p0 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p2 = gl.gather_concat %p1, %p1 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p3 = gl.gather_concat %p2, %p2 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p4 = gl.gather_concat %p3, %p3 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p5 = gl.gather_concat %p4, %p4 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p6 = gl.gather_concat %p5, %p5 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p7 = gl.gather_concat %p6, %p6 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p8 = gl.gather_concat %p7, %p7 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p9 = gl.gather_concat %p8, %p8 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p10 = gl.gather_concat %p9, %p9 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %p11 = gl.gather_concat %p10, %p10 : tensor<3x?xf32>, tensor<3x?xf32> -> tensor<3x?xf32>
  %y = gl.matmul_bias %p11, %w : tensor<3x?xf32>, tensor<56x?xf32> -> tensor<3x56xf32>
  return %y : tensor<3x56xf32>
}

// What stays is known, and said, once all products are done.
// CHECK: fuse-gather-remarks.mlir:[[#@LINE-24]]:{{[0-9]+}}: remark: [Analysis] GatherStays | Category:gl-fuse-gather | Function=partly | Remark="the gather stays for its other uses"

// The part that is transposed is read as the transpose leaves it.
// CHECK-LABEL: func.func @partly(
// CHECK: %[[T:.+]] = linalg.transpose
// CHECK: gl.fused_matmul lhs(%[[T]], %{{.+}} : tensor<9x8xf32>, tensor<9x24xf32>)
