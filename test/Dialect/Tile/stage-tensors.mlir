// What tile-stage-tensors makes of loads that feed a product: rings with panels, tensor maps at the start of the kernel, boxes, and a product of the rings.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file --remarks-filter='tile-stage-tensors' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

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
// REMARK: stage-tensors.mlir:[[@LINE+19]]:10: remark: [Analysis] StageTensor | Category:tile-stage-tensors | Function=plain | Remark="lhs goes to shared memory by TMA, 1 boxes in panels of 128 bytes"
// REMARK: stage-tensors.mlir:[[@LINE+19]]:10: remark: [Analysis] StageTensor {{.*}} Remark="rhs goes to shared memory by TMA, 1 boxes in panels of 128 bytes"
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

// -----

// A gather of which each step takes a slice: the slice is a coordinate, and so is the one of the weight. Of a slice of 96 the second box is half outside.
// CHECK-LABEL: tile.func @walk
// CHECK-DAG: %[[C96:.*]] = arith.constant 96 : index
// CHECK-DAG: %[[XM:.*]] = tile.tensor_map %arg0 extents[%{{.*}}, %{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] : {{.*}} -> <box = [64, 64, 1], element = bf16, swizzle = 128>
// CHECK-DAG: %[[R:.*]] = arith.divui %{{.*}}, %{{.*}} : index
// CHECK-DAG: %[[WM:.*]] = tile.tensor_map %arg1 extents[%{{.*}}, %{{.*}}, %[[R]]] strides[%{{.*}}, %{{.*}}] : {{.*}} -> <box = [64, 64, 1], element = bf16, swizzle = 128>
// CHECK: scf.for %[[I:[^ ]*]] = 
// CHECK: tile.copy_tensor %[[XM]][%{{.*}}, %{{.*}}, %[[I]]] into
// CHECK: tile.copy_tensor %[[WM]][%{{.*}}, %{{.*}}, %[[I]]] into
tile.func @walk(%x: memref<4x?x96xbf16, strided<[?, ?, 1]>>, %w: memref<64x?xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %m = memref.dim %x, %c1 : memref<4x?x96xbf16, strided<[?, ?, 1]>>
    %v = memref.subview %x[%i, 0, 0] [1, %m, 96] [1, 1, 1] : memref<4x?x96xbf16, strided<[?, ?, 1]>> to memref<1x?x96xbf16, strided<[?, ?, 1], offset: ?>>
    %a = tile.load %v[%r, %c64] map affine_map<(m, k) -> (0, m, k)> : memref<1x?x96xbf16, strided<[?, ?, 1], offset: ?>> -> tensor<64x64xbf16>
    %o = arith.muli %i, %c96 : index
    %u = memref.subview %w[0, %o] [64, 96] [1, 1] : memref<64x?xbf16> to memref<64x96xbf16, strided<[?, 1], offset: ?>>
    %b = tile.load %u[%c0, %c64] : memref<64x96xbf16, strided<[?, 1], offset: ?>> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// A step that runs on from one slice to the next: boxes that do not cross its end, here 32 of 96 elements, each with a place of its own.
// CHECK-LABEL: tile.func @split_64
// CHECK-DAG: %[[XM:.*]] = tile.tensor_map %arg0 extents[%{{.*}}, %{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] : {{.*}} -> <box = [32, 64, 1], element = bf16, swizzle = 64>
// CHECK-DAG: %[[A:.*]] = tile.alloc_ring : <stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 64>
// CHECK: scf.for
// CHECK-NEXT: %[[K:.*]] = arith.muli
// CHECK: %[[K0:.*]] = arith.remui %[[K]], %{{.*}}
// CHECK: %[[R0:.*]] = arith.divui %[[K]], %{{.*}}
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %{{.*}}
// CHECK: %[[K1:.*]] = arith.remui %[[NEXT]]
// CHECK: %[[AGAIN:.*]] = arith.addi %[[K]], %{{.*}}
// CHECK: %[[R1:.*]] = arith.divui %[[AGAIN]]
// CHECK: tile.copy_tensor %[[XM]][%[[K0]], %{{.*}}, %[[R0]]] into %[[A]][%{{.*}}] at = [0, 0] :
// CHECK: tile.copy_tensor %[[XM]][%[[K1]], %{{.*}}, %[[R1]]] into %[[A]][%{{.*}}] at = [0, 32] :
tile.func @split_64(%x: memref<4x64x96xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%c0, %k] map affine_map<(m, k) -> (k floordiv 96, m, k mod 96)> : memref<4x64x96xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Slices of 16 elements: four boxes, in the narrowest panels.
// CHECK-LABEL: tile.func @split_32
// CHECK: <box = [16, 64, 1], element = bf16, swizzle = 32>
// CHECK: at = [0, 0]
// CHECK: at = [0, 16]
// CHECK: at = [0, 32]
// CHECK: at = [0, 48]
// REMARK: Function=split_32 | Remark="lhs goes to shared memory by TMA, 4 boxes in panels of 32 bytes"
tile.func @split_32(%x: memref<4x64x16xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = scf.for %i = %c0 to %c1 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%c0, %k] map affine_map<(m, k) -> (k floordiv 16, m, k mod 16)> : memref<4x64x16xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Rows of two dims that lie evenly are one dim to the engine.
// CHECK-LABEL: tile.func @merged
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 128 : index
// CHECK-DAG: tile.tensor_map %arg0 extents[%{{.*}}, %[[ROWS]]] strides[%{{.*}}] : memref<4x32x64xbf16> -> <box = [64, 64], element = bf16, swizzle = 128>
tile.func @merged(%x: memref<4x32x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%r, %c0] map affine_map<(m, k) -> (m floordiv 32, m mod 32, k)> : memref<4x32x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %s = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Rows of two dims that do not: the tile lies in one of them.
// CHECK-LABEL: tile.func @rows
// CHECK-DAG: %[[XM:.*]] = tile.tensor_map %arg0 {{.*}} -> <box = [64, 64, 1], element = bf16, swizzle = 128>
// CHECK: %[[M:.*]] = arith.remui %[[R:.*]], %{{.*}}
// CHECK: %[[B:.*]] = arith.divui %[[R]], %{{.*}}
// CHECK: tile.copy_tensor %[[XM]][%{{.*}}, %[[M]], %[[B]]] into
tile.func @rows(%x: memref<4x128x64xbf16, strided<[16384, 64, 1]>>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%r, %c0] map affine_map<(m, k) -> (m floordiv 128, m mod 128, k)> : memref<4x128x64xbf16, strided<[16384, 64, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %s = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// A weight (K, N): rows run across K, in panels of 64 of N. Only where rows along K cannot be had.
// CHECK-LABEL: tile.func @across
// CHECK-DAG: tile.tensor_map %arg1 extents[%[[N:.*]], %[[K:.*]]] strides[%{{.*}}] : {{.*}} -> <box = [64, 64], element = bf16, swizzle = 128>
// CHECK-DAG: tile.alloc_ring : <stages = 2, tile = tensor<128x64xbf16>, along = 0, swizzle = 128>
// CHECK: tile.copy_tensor {{.*}} at = [0, 0] : {{.*}}along = 1
// CHECK: tile.copy_tensor {{.*}} at = [0, 0] : {{.*}}along = 0
// CHECK: tile.copy_tensor {{.*}} at = [64, 0] : {{.*}}along = 0
tile.func @across(%x: memref<64x64xbf16>, %w: memref<64x128xbf16>, %y: memref<64x128xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] map affine_map<(n, k) -> (k, n)> : memref<64x128xbf16> -> tensor<128x64xbf16>
  %s = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
  tile.store %s, %y[%c0, %c0] : tensor<64x128xf32>, memref<64x128xf32>
  tile.return
}

// -----

// A box has at most 256 rows; 384 are two of 192.
// CHECK-LABEL: tile.func @tall
// CHECK: <box = [64, 192], element = bf16, swizzle = 128>
// CHECK: at = [0, 0]
// CHECK: at = [192, 0]
tile.func @tall(%x: memref<384x64xbf16>, %w: memref<8x64xbf16>, %y: memref<384x8xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [384, 8, 64], warps = [12, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<384x8xf32>
  %a = tile.load %x[%c0, %c0] : memref<384x64xbf16> -> tensor<384x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<8x64xbf16> -> tensor<8x64xbf16>
  %s = tile.dot %a, %b, %zero : tensor<384x64xbf16>, tensor<8x64xbf16>, tensor<384x8xf32>
  tile.store %s, %y[%c0, %c0] : tensor<384x8xf32>, memref<384x8xf32>
  tile.return
}

// -----

// Operands that change places, and tf32: what the schedule and the product say goes along.
// CHECK-LABEL: tile.func @swapped
// CHECK: tile.ring_dot {{.*}} {precision = #gl.precision<tf32>, swapped} : <stages = 2, tile = tensor<16x32xf32>, along = 1, swizzle = 128>, <stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, tensor<16x64xf32>
tile.func @swapped(%x: memref<16x32xf32>, %w: memref<64x32xf32>, %y: memref<16x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 64, 64], warps = [1, 4], stages = 2, swap = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<16x32xf32> -> tensor<16x32xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x32xf32> -> tensor<64x32xf32>
  %s = tile.dot %a, %b, %zero {precision = #gl.precision<tf32>} : tensor<16x32xf32>, tensor<64x32xf32>, tensor<16x64xf32>
  tile.store %s, %y[%c0, %c0] : tensor<16x64xf32>, memref<16x64xf32>
  tile.return
}

// -----

// A product outside any loop gets one of a single step, and its loads go with it; so does a load that two operands share.
// CHECK-LABEL: tile.func @no_loop
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK: tile.copy_tensor
// CHECK: tile.copy_tensor
// CHECK: tile.ring_dot
// CHECK: scf.yield
// CHECK-NOT: tile.load
tile.func @no_loop(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %s = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Which of two tensors a step takes is decided where it is copied: both have maps, and one ring.
// CHECK-LABEL: tile.func @branches
// CHECK-DAG: tile.tensor_map %arg0
// CHECK-DAG: tile.tensor_map %arg1
// CHECK: scf.if %{{.*}} {
// CHECK: tile.copy_tensor %[[FIRST:.*]][{{.*}} into %[[A:.*]][%
// CHECK: } else {
// CHECK: tile.copy_tensor %{{.*}}[{{.*}} into %[[A]][%
// CHECK: tile.copy_tensor
// CHECK: tile.ring_dot %[[A]]
// CHECK-NOT: tile.load
tile.func @branches(%x: memref<64x128xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %first = arith.cmpi ult, %i, %c1 : index
    %a = scf.if %first -> (tensor<64x64xbf16>) {
      %u = tile.load %x[%c0, %k] : memref<64x128xbf16> -> tensor<64x64xbf16>
      scf.yield %u : tensor<64x64xbf16>
    } else {
      %v = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
      scf.yield %v : tensor<64x64xbf16>
    }
    %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// A view that starts where the host can tell is an offset of the coordinates, and ends the map.
// CHECK-LABEL: tile.func @shifted_view
// CHECK-DAG: %[[O:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[XM:.*]] = tile.tensor_map %arg0 extents[%[[C72:.*]], %{{.*}}] strides
// CHECK-DAG: %[[C72]] = arith.constant 72 : index
// CHECK: tile.copy_tensor %[[XM]][%[[O]], %{{.*}}] into
tile.func @shifted_view(%x: memref<64x128xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.subview %x[0, 8] [64, 64] [1, 1] : memref<64x128xbf16> to memref<64x64xbf16, strided<[128, 1], offset: 8>>
  %a = tile.load %v[%c0, %c0] : memref<64x64xbf16, strided<[128, 1], offset: 8>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %s = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Kernels of other families are left alone.
// CHECK-LABEL: tile.func @other
// CHECK: tile.dot
tile.func @other(%x: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [64, 64, 64], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %a, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}
