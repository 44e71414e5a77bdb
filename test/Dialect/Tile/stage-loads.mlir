// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-loads))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-loads))' --split-input-file --remarks-filter='tile-stage-loads' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Each operand has a ring of its own. All is copied, and waited for, in the step that uses it; a depth of K is what one instruction takes.

// CHECK-LABEL: tile.func @aligned
// CHECK-DAG: %[[W:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<64x64xbf16>, along = 1>
// CHECK-DAG: %[[X:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<32x64xbf16>, along = 1>
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<32x64xf32>)
// CHECK-NOT: tile.load
// CHECK: tile.copy_async %arg0[%{{.*}}, %{{.*}}] into %[[X]][%[[SLOT:.*]]] width = 8 : memref<512x1024xbf16> -> <stages = 4
// CHECK: tile.copy_async %arg1[%{{.*}}, %{{.*}}] into %[[W]][%[[SLOT]]] width = 8 :
// CHECK-NEXT: tile.commit_copies
// CHECK-NEXT: tile.wait_copies pending = 0
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: %[[X0:.*]] = tile.ring_load %[[X]][%[[SLOT]]] at = [0, 0] : {{.*}} -> tensor<32x16xbf16>
// CHECK-NEXT: %[[W0:.*]] = tile.ring_load %[[W]][%[[SLOT]]] at = [0, 0] : {{.*}} -> tensor<64x16xbf16>
// CHECK-NEXT: %[[D0:.*]] = tile.dot %[[X0]], %[[W0]], %[[ACC]] : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
// CHECK-NEXT: tile.ring_load %[[X]][%[[SLOT]]] at = [0, 16]
// CHECK-NEXT: tile.ring_load %[[W]][%[[SLOT]]] at = [0, 16]
// CHECK-NEXT: tile.dot %{{.*}}, %{{.*}}, %[[D0]]
// CHECK: at = [0, 32]
// CHECK: tile.ring_load %[[W]][%[[SLOT]]] at = [0, 48]
// CHECK-NEXT: %[[D3:.*]] = tile.dot
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: scf.yield %[[D3]]
// REMARK: stage-loads.mlir:[[@LINE+15]]:{{.*}}Function=aligned | Remark="lhs goes to shared memory by cp.async of 16 bytes"
// REMARK: stage-loads.mlir:[[@LINE+15]]:{{.*}}Function=aligned | Remark="rhs goes to shared memory by cp.async of 16 bytes"
tile.func @aligned(%x: memref<512x1024xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %w: memref<256x1024xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<512x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 64], warps = [2, 2], vector = 8, stages = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%c0, %k] : memref<512x1024xbf16> -> tensor<32x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<256x1024xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<32x64xbf16>, tensor<64x64xbf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// What alignment proves: 8 bytes by the address, 4 by a stride, in one kernel. Facts speak for dynamic strides and dims.

// CHECK-LABEL: tile.func @by_facts
// CHECK: tile.copy_async %arg0[{{.*}}] into %{{.*}} width = 4 :
// CHECK: tile.copy_async %arg1[{{.*}}] into %{{.*}} width = 2 :
// REMARK: Function=by_facts | Remark="lhs goes to shared memory by cp.async of 8 bytes"
// REMARK: Function=by_facts | Remark="rhs goes to shared memory by cp.async of 4 bytes"
tile.func @by_facts(%x: memref<?x?xf16, strided<[?, 1]>> {tile.facts = #tile.facts<align = 8, strides = [8, 1], dims = [1, 8]>},
    %w: memref<?x?xf16, strided<[?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [2, 1], dims = [1, 8]>}, %y: memref<?x?xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], vector = 2, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c32 : index
    %a = tile.load %x[%c0, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<32x32xf16>
    %b = tile.load %w[%c0, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x32xf16>
    %d = tile.dot %a, %b, %acc : tensor<32x32xf16>, tensor<64x32xf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<?x?xf32>
  tile.return
}

// -----

// Dims limit as strides do: a row of 42 elements ends in the middle of a wider copy, and so does a part of 42 of a gathered one. The rows of
// the weight are 84 elements, 4 of which are 8 bytes.

// CHECK-LABEL: tile.func @by_dims
// CHECK: tile.copy_async %arg0[{{.*}}] map #{{.*}} into %{{.*}} width = 2 : memref<2x512x42xbf16>
// CHECK: tile.copy_async %arg1[{{.*}}] into %{{.*}} width = 4 : memref<256x84xbf16>
// REMARK: Function=by_dims | Remark="lhs goes to shared memory by cp.async of 4 bytes"
// REMARK: Function=by_dims | Remark="rhs goes to shared memory by cp.async of 8 bytes"
tile.func @by_dims(%x: memref<2x512x42xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1, 1], dims = [1, 1, 1]>},
    %w: memref<256x84xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<512x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], vector = 2, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c32 : index
    %a = tile.load %x[%c0, %k] map affine_map<(m, k) -> (k floordiv 42, m, k mod 42)> : memref<2x512x42xbf16> -> tensor<32x32xbf16>
    %b = tile.load %w[%c0, %k] : memref<256x84xbf16> -> tensor<64x32xbf16>
    %d = tile.dot %a, %b, %acc : tensor<32x32xbf16>, tensor<64x32xbf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// Odd rows of 2-byte elements are not aligned to 4 bytes: the lhs stays loaded, and is stored from registers, two elements at a time. The rhs
// does not follow it.

// CHECK-LABEL: tile.func @odd_rows
// CHECK: %[[A:.*]] = tile.load %arg0
// CHECK: tile.copy_async %arg1[{{.*}}] into %{{.*}} width = 8
// CHECK: tile.ring_store %[[A]], %[[X:.*]][%{{.*}}] width = 2 : tensor<32x32xbf16>, <stages = 2, tile = tensor<32x32xbf16>, along = 1>
// CHECK: tile.commit_copies
// CHECK: tile.ring_load %[[X]]
// REMARK: Function=odd_rows | Remark="lhs goes to shared memory through registers: not even 4 bytes are provably aligned, and cp.async copies 4, 8 or 16"
// REMARK: Function=odd_rows | Remark="rhs goes to shared memory by cp.async of 16 bytes"
tile.func @odd_rows(%x: memref<512x129xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %w: memref<256x136xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<512x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c32 : index
    %a = tile.load %x[%c0, %k] : memref<512x129xbf16> -> tensor<32x32xbf16>
    %b = tile.load %w[%c0, %k] : memref<256x136xbf16> -> tensor<64x32xbf16>
    %d = tile.dot %a, %b, %acc : tensor<32x32xbf16>, tensor<64x32xbf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// A single f32 is 4 bytes, which is enough whatever the strides. Its rows are in the order of memory still.

// CHECK-LABEL: tile.func @odd_f32
// CHECK: tile.copy_async %arg0[{{.*}}] into %{{.*}} width = 1 : {{.*}} -> <stages = 2, tile = tensor<32x16xf32>, along = 1>
// CHECK: tile.copy_async %arg1[{{.*}}] into %{{.*}} width = 1 : {{.*}} -> <stages = 2, tile = tensor<64x16xf32>, along = 0>
// CHECK: tile.ring_load {{.*}} -> tensor<32x8xf32>
// CHECK: tile.dot {{.*}} {precision = #gl.precision<tf32>}
// REMARK: Function=odd_f32 | Remark="lhs goes to shared memory by cp.async of 4 bytes"
// REMARK: Function=odd_f32 | Remark="rhs goes to shared memory by cp.async of 4 bytes"
tile.func @odd_f32(%x: memref<?x?xf32, strided<[?, 1]>>, %w: memref<?x?xf32, strided<[1, ?]>>, %y: memref<?x?xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 16], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    %a = tile.load %x[%c0, %k] : memref<?x?xf32, strided<[?, 1]>> -> tensor<32x16xf32>
    %b = tile.load %w[%c0, %k] : memref<?x?xf32, strided<[1, ?]>> -> tensor<64x16xf32>
    %d = tile.dot %a, %b, %acc {precision = #gl.precision<tf32>} : tensor<32x16xf32>, tensor<64x16xf32>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<?x?xf32>
  tile.return
}

// -----

// A weight stored (K, N): neighbours along N are neighbours in the ring, and are copied as wide as their alignment says.

// CHECK-LABEL: tile.func @kn
// CHECK-DAG: tile.alloc_ring : <stages = 3, tile = tensor<32x32xbf16>, along = 1>
// CHECK-DAG: %[[W:.*]] = tile.alloc_ring : <stages = 3, tile = tensor<64x32xbf16>, along = 0>
// CHECK: tile.copy_async %arg1[{{.*}}] map #{{.*}} into %[[W]][%{{.*}}] width = 8 : memref<1024x256xbf16> ->
// CHECK: tile.ring_load %[[W]][%{{.*}}] at = [0, 16] : <stages = 3, tile = tensor<64x32xbf16>, along = 0> -> tensor<64x16xbf16>
tile.func @kn(%x: memref<512x1024xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %w: memref<1024x256xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<512x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], vector = 8, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c32 : index
    %a = tile.load %x[%c0, %k] : memref<512x1024xbf16> -> tensor<32x32xbf16>
    %b = tile.load %w[%c0, %k] map affine_map<(n, k) -> (k, n)> : memref<1024x256xbf16> -> tensor<64x32xbf16>
    %d = tile.dot %a, %b, %acc : tensor<32x32xbf16>, tensor<64x32xbf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// A step belongs to one of two parts: each part's copy stays in its branch, as wide as its own source allows, and the branch yields nothing any more.

// CHECK-LABEL: tile.func @parts
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: tile.copy_async %arg0[{{.*}}] into %[[X:.*]][%{{.*}}] width = 8 :
// CHECK-NEXT: } else {
// CHECK: tile.copy_async %arg1[{{.*}}] into %[[X]][%{{.*}}] width = 4 :
// CHECK-NEXT: }
// CHECK-NEXT: tile.copy_async %arg2[{{.*}}] into %{{.*}} width = 8 :
// REMARK: Function=parts | Remark="lhs goes to shared memory by cp.async of 16 bytes"
// REMARK: Function=parts | Remark="lhs goes to shared memory by cp.async of 8 bytes"
// REMARK: Function=parts | Remark="rhs goes to shared memory by cp.async of 16 bytes"
tile.func @parts(%x: memref<512x512xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %z: memref<512x512xbf16> {tile.facts = #tile.facts<align = 8, strides = [1, 1], dims = [1, 1]>},
    %w: memref<256x1024xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<512x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 64], warps = [2, 2], vector = 4, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %first = arith.cmpi ult, %i, %c8 : index
    %k = arith.muli %i, %c64 : index
    %a = scf.if %first -> (tensor<32x64xbf16>) {
      %t = tile.load %x[%c0, %k] : memref<512x512xbf16> -> tensor<32x64xbf16>
      scf.yield %t : tensor<32x64xbf16>
    } else {
      %i2 = arith.subi %i, %c8 : index
      %k2 = arith.muli %i2, %c64 : index
      %t = tile.load %z[%c0, %k2] : memref<512x512xbf16> -> tensor<32x64xbf16>
      scf.yield %t : tensor<32x64xbf16>
    }
    %b = tile.load %w[%c0, %k] : memref<256x1024xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<32x64xbf16>, tensor<64x64xbf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// One part that must go through registers takes the others with it.

// CHECK-LABEL: tile.func @odd_part
// CHECK: %[[A:.*]] = scf.if
// CHECK: tile.load %arg0
// CHECK: tile.load %arg1
// CHECK: tile.ring_store %[[A]], %{{.*}} width = 2
// CHECK-NOT: tile.copy_async %arg{{[01]}}
// CHECK: tile.return
// REMARK-COUNT-2: Function=odd_part | Remark="lhs goes to shared memory through registers
// REMARK: Function=odd_part | Remark="rhs goes to shared memory by cp.async of 16 bytes"
tile.func @odd_part(%x: memref<512x512xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %z: memref<512x511xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %w: memref<256x1024xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<512x256xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 64], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %first = arith.cmpi ult, %i, %c8 : index
    %k = arith.muli %i, %c64 : index
    %a = scf.if %first -> (tensor<32x64xbf16>) {
      %t = tile.load %x[%c0, %k] : memref<512x512xbf16> -> tensor<32x64xbf16>
      scf.yield %t : tensor<32x64xbf16>
    } else {
      %t = tile.load %z[%c0, %k] : memref<512x511xbf16> -> tensor<32x64xbf16>
      scf.yield %t : tensor<32x64xbf16>
    }
    %b = tile.load %w[%c0, %k] : memref<256x1024xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<32x64xbf16>, tensor<64x64xbf16>, tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<512x256xf32>
  tile.return
}

// -----

// A product without a loop needs one slot, however many stages the schedule has. Family simt takes a chunk of 16 bytes of each of its lanes along K.

// CHECK-LABEL: tile.func @once
// CHECK-DAG: tile.alloc_ring : <stages = 1, tile = tensor<32x16xf32>, along = 1>
// CHECK-DAG: tile.alloc_ring : <stages = 1, tile = tensor<64x16xf32>, along = 1>
// CHECK-COUNT-2: tile.copy_async {{.*}} width = 4
// CHECK: tile.ring_load {{.*}} at = [0, 0] : {{.*}} -> tensor<32x4xf32>
// CHECK-COUNT-4: tile.dot {{.*}} : tensor<32x4xf32>, tensor<64x4xf32>, tensor<32x64xf32>
// CHECK-NOT: tile.dot
// CHECK: tile.store
tile.func @once(%x: memref<32x16xf32> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
    %w: memref<64x16xf32> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<32x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [32, 64, 16], warps = [2, 2], lanes = [4, 8, 1], vector = 4, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<32x16xf32> -> tensor<32x16xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x16xf32> -> tensor<64x16xf32>
  %d = tile.dot %a, %b, %zero : tensor<32x16xf32>, tensor<64x16xf32>, tensor<32x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// A schedule without stages leaves all as it is.

// CHECK-LABEL: tile.func @unstaged
// CHECK-NOT: tile.alloc_ring
// CHECK: tile.load
// CHECK: tile.load
// CHECK: tile.dot {{.*}} : tensor<32x16xf32>
tile.func @unstaged(%x: memref<32x16xf32>, %w: memref<64x16xf32>, %y: memref<32x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [32, 64, 16], warps = [2, 2], lanes = [4, 8, 1], vector = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<32x16xf32> -> tensor<32x16xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x16xf32> -> tensor<64x16xf32>
  %d = tile.dot %a, %b, %zero : tensor<32x16xf32>, tensor<64x16xf32>, tensor<32x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}
