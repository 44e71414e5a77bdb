// What tile-stage-tensors makes of loads that feed a product: rings with panels, tensor maps at the start of the kernel, boxes, and a product of the rings.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file --remarks-filter='.*' --remark-policy=all 2>&1 >%t.out | FileCheck %s --check-prefix=REMARK

// A plain product: one box an operand, in panels as wide as there are. The map reaches as far as the tensor, so what lies behind its end arrives as zero.
// CHECK-LABEL: tile.func @plain
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[XM:.*]] = tile.tensor_map %arg0 extents[%[[K:.*]], %[[M:.*]]] strides[%[[SX:.*]]] : memref<?x?xbf16, strided<[?, 1]>> -> <box = [64, 128], element = bf16, swizzle = 128>
// CHECK-DAG: tile.tensor_map %arg1 extents[%{{.*}}, %{{.*}}] strides[%{{.*}}] : memref<256x?xbf16, strided<[?, 1]>> -> <box = [64, 256], element = bf16, swizzle = 128>
// CHECK-DAG: %[[A:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>
// CHECK-DAG: %[[B:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<256x64xbf16>, along = 1, swizzle = 128>
// CHECK: scf.for
// CHECK-NOT: tile.load
// CHECK: tile.copy_tensor %[[XM]][%[[AT:.*]], %[[ROW:.*]]] into %[[A]][%{{.*}}] at = [0, 0] :
// CHECK: tile.copy_tensor %{{.*}}[%[[AT]], %{{.*}}] into %[[B]][%{{.*}}] at = [0, 0] :
// CHECK: tile.ring_dot %[[A]][%{{.*}}], %[[B]][%{{.*}}], %{{.*}} :
// REMARK: stage-tensors.mlir:[[@LINE+22]]:10: remark: [Analysis] StageTensor | Category:tile-stage-tensors | Function=plain | Remark="lhs goes to shared memory by TMA, 1 boxes in panels of 128 bytes"
// REMARK: stage-tensors.mlir:[[@LINE+22]]:10: remark: [Analysis] StageTensor {{.*}} Remark="rhs goes to shared memory by TMA, 1 boxes in panels of 128 bytes"
tile.func @plain(%x: memref<?x?xbf16, strided<[?, 1]>>, %w: memref<256x?xbf16, strided<[?, 1]>>, %y: memref<?x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4>} grid {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %m = memref.dim %y, %c0 : memref<?x256xf32>
  %g = arith.ceildivui %m, %c128 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c128 : index
  %kd = memref.dim %x, %c1 : memref<?x?xbf16, strided<[?, 1]>>
  %s = scf.for %k = %c0 to %kd step %c64 iter_args(%acc = %zero) -> (tensor<128x256xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x?xbf16, strided<[?, 1]>> -> tensor<128x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<256x?xbf16, strided<[?, 1]>> -> tensor<256x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<256x64xbf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x256xf32>, memref<?x256xf32>
  tile.return
}
