// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-assign-layouts))' --split-input-file | FileCheck %s

// The accumulator holds partial sums over the 16 lanes along K; the sum is completed by a conversion before
// anything but a dot uses it.

// CHECK-DAG: #[[PARTIAL:.*]] = #tile.layout<registers = [2 x d0 * 1], lanes = [16 x sum, 2 x d1 * 1], warps = [4 x d1 * 2]>
// CHECK-DAG: #[[DONE:.*]] = #tile.layout<registers = [2 x d0 * 1], lanes = [16 x rep, 2 x d1 * 1], warps = [4 x d1 * 2]>
// CHECK-DAG: #[[LHS:.*]] = #tile.layout<registers = [4 x d1 * 1, 2 x d1 * 64, 2 x d0 * 1], lanes = [16 x d1 * 4, 2 x rep], warps = [4 x rep]>
// CHECK-DAG: #[[RHS:.*]] = #tile.layout<registers = [4 x d1 * 1, 2 x d1 * 64], lanes = [16 x d1 * 4, 2 x d0 * 1], warps = [4 x d0 * 2]>
// CHECK-DAG: #[[BIAS:.*]] = #tile.layout<registers = [], lanes = [16 x rep, 2 x d0 * 1], warps = [4 x d0 * 2]>
// CHECK-LABEL: tile.func @loop
// CHECK: tile.load {{.*}} -> tensor<8xf32, #[[BIAS]]>
// CHECK: tile.broadcast {{.*}} -> tensor<2x8xf32, #[[DONE]]>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<2x8xf32, #[[PARTIAL]]>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]]) -> (tensor<2x8xf32, #[[PARTIAL]]>)
// CHECK: tile.load {{.*}} -> tensor<2x128xf32, #[[LHS]]>
// CHECK: tile.load {{.*}} -> tensor<8x128xf32, #[[RHS]]>
// CHECK: tile.dot
// CHECK: tile.convert_layout %{{.*}} : tensor<2x8xf32, #[[PARTIAL]]> -> tensor<2x8xf32, #[[DONE]]>
// CHECK: arith.addf {{.*}} : tensor<2x8xf32, #[[DONE]]>
// CHECK-NOT: tile.convert_layout
// CHECK: tile.store
tile.func @loop(%x: memref<12x?xf32>, %w: memref<56x?xf32>, %b: memref<56xf32>, %y: memref<12x56xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %k = memref.dim %x, %c1 : memref<12x?xf32>
  %bias = tile.load %b[%c0] : memref<56xf32> -> tensor<8xf32>
  %row = tile.broadcast %bias dims = [1] : tensor<8xf32> -> tensor<2x8xf32>
  %zero = arith.constant dense<0.0> : tensor<2x8xf32>
  %sum = scf.for %i = %c0 to %k step %c128 iter_args(%acc = %zero) -> (tensor<2x8xf32>) {
    %a = tile.load %x[%c0, %i] : memref<12x?xf32> -> tensor<2x128xf32>
    %c = tile.load %w[%c0, %i] : memref<56x?xf32> -> tensor<8x128xf32>
    %d = tile.dot %a, %c, %acc : tensor<2x128xf32>, tensor<8x128xf32>, tensor<2x8xf32>
    scf.yield %d : tensor<2x8xf32>
  }
  %r = arith.addf %sum, %row : tensor<2x8xf32>
  tile.store %r, %y[%c0, %c0] : tensor<2x8xf32>, memref<12x56xf32>
  tile.return
}

// -----

// A dot that starts from something other than zero: the value goes to the first lane of each sum.

// CHECK-DAG: #[[PARTIAL:.*]] = #tile.layout<registers = [2 x d0 * 1], lanes = [16 x sum
// CHECK-LABEL: tile.func @start
// CHECK: %[[START:.*]] = tile.load
// CHECK: %[[SPREAD:.*]] = tile.convert_layout %[[START]] : {{.*}} -> tensor<2x8xf32, #[[PARTIAL]]>
// CHECK: tile.dot %{{.*}}, %{{.*}}, %[[SPREAD]]
tile.func @start(%x: memref<2x128xf32>, %w: memref<8x128xf32>, %y: memref<2x8xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %s = tile.load %y[%c0, %c0] : memref<2x8xf32> -> tensor<2x8xf32>
  %a = tile.load %x[%c0, %c0] : memref<2x128xf32> -> tensor<2x128xf32>
  %c = tile.load %w[%c0, %c0] : memref<8x128xf32> -> tensor<8x128xf32>
  %d = tile.dot %a, %c, %s : tensor<2x128xf32>, tensor<8x128xf32>, tensor<2x8xf32>
  tile.store %d, %y[%c0, %c0] : tensor<2x8xf32>, memref<2x8xf32>
  tile.return
}

// -----

// Without a schedule and without a dot: neighbouring lanes on neighbouring elements.

// CHECK: #[[LAYOUT:.*]] = #tile.layout<registers = [8 x d0 * 128], lanes = [32 x d0 * 1], warps = [4 x d0 * 32]>
// CHECK: #[[SCHEDULE:.*]] = #gl.schedule<family = simt
// CHECK: tile.func @copy({{.*}}) attributes {schedule = #[[SCHEDULE]]}
// CHECK: tensor<1024xf32, #[[LAYOUT]]>
tile.func @copy(%x: memref<1024xf32>, %y: memref<1024xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<1024xf32> -> tensor<1024xf32>
  tile.store %t, %y[%c0] : tensor<1024xf32>, memref<1024xf32>
  tile.return
}

// -----

// Fragments of mma.sync: a lane holds two neighbours of 16 bits along K in one register; of a 16 x 16 part of lhs first the two rows, then the two
// halves of K. A warp of 2 x 2 has 32 x 32 of 64 x 64. The loop carries the first fragments as what they are loaded as.

// CHECK-DAG: #[[ACC:.*]] = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8, 4 x d1 * 8, 2 x d0 * 16], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [2 x d1 * 32, 2 x d0 * 32]>
// CHECK-DAG: #[[LHS:.*]] = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8, 2 x d1 * 8, 2 x d0 * 16], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [2 x rep, 2 x d0 * 32]>
// CHECK-DAG: #[[RHS:.*]] = #tile.layout<registers = [2 x d1 * 1, 2 x d1 * 8, 4 x d0 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [2 x d0 * 32, 2 x rep]>
// The way to shared memory through registers: runs of two elements, lanes along the row of the ring.
// CHECK-DAG: #[[COPY:.*]] = #tile.layout<registers = [2 x d1 * 1, 4 x d0 * 16], lanes = [8 x d1 * 2, 4 x d0 * 1], warps = [4 x d0 * 4]>
// CHECK-LABEL: tile.func @mma
// CHECK: %[[FIRST:.*]] = tile.ring_load {{.*}} -> tensor<64x16xbf16, #[[LHS]]>
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32, #[[ACC]]>, tensor<64x16xbf16, #[[LHS]]>)
// CHECK: %[[T:.*]] = tile.load {{.*}} -> tensor<64x16xbf16, #[[COPY]]>
// CHECK: tile.ring_store %[[T]]
// CHECK: tile.ring_load {{.*}} -> tensor<64x16xbf16, #[[RHS]]>
// CHECK-NOT: tile.convert_layout
// CHECK: tile.dot {{.*}} : tensor<64x16xbf16, #[[LHS]]>, tensor<64x16xbf16, #[[RHS]]>, tensor<64x64xf32, #[[ACC]]>
// CHECK-NOT: tile.convert_layout
// CHECK: tile.store {{.*}} : tensor<64x64xf32, #[[ACC]]>
tile.func @mma(%x: memref<64x1024xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [64, 64, 16], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
  %sum:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero, %f = %a0) -> (tensor<64x64xf32>, tensor<64x16xbf16>) {
    %k = arith.muli %i, %c16 : index
    %t = tile.load %x[%c0, %k] : memref<64x1024xbf16> -> tensor<64x16xbf16>
    tile.ring_store %t, %a[%c1] width = 2 : tensor<64x16xbf16>, !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1>
    %b0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %n = tile.ring_load %a[%c1] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d = tile.dot %f, %b0, %acc : tensor<64x16xbf16>, tensor<64x16xbf16>, tensor<64x64xf32>
    scf.yield %d, %n : tensor<64x64xf32>, tensor<64x16xbf16>
  }
  tile.store %sum#0, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Elements of 32 bits: one to a register, 8 along K, 4 bytes of a lane 4 apart. The bias follows the accumulator's columns.

// CHECK-DAG: #[[ACC:.*]] = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8, 4 x d1 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = []>
// CHECK-DAG: #[[LHS:.*]] = #tile.layout<registers = [2 x d0 * 8, 2 x d1 * 4], lanes = [4 x d1 * 1, 8 x d0 * 1], warps = []>
// CHECK-DAG: #[[RHS:.*]] = #tile.layout<registers = [2 x d1 * 4, 4 x d0 * 8], lanes = [4 x d1 * 1, 8 x d0 * 1], warps = []>
// CHECK-DAG: #[[BIAS:.*]] = #tile.layout<registers = [2 x d0 * 1, 4 x d0 * 8], lanes = [4 x d0 * 2, 8 x rep], warps = []>
// CHECK-LABEL: tile.func @mma_f32
// CHECK: tile.load {{.*}} -> tensor<16x8xf32, #[[LHS]]>
// CHECK: tile.load {{.*}} -> tensor<32x8xf32, #[[RHS]]>
// CHECK: tile.dot {{.*}}, tensor<16x32xf32, #[[ACC]]>
// CHECK: tile.load {{.*}} -> tensor<32xf32, #[[BIAS]]>
// CHECK: tile.broadcast {{.*}} -> tensor<16x32xf32, #[[ACC]]>
tile.func @mma_f32(%x: memref<16x8xf32>, %w: memref<32x8xf32>, %b: memref<32xf32>, %y: memref<16x32xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [16, 32, 8], warps = [1, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %a = tile.load %x[%c0, %c0] : memref<16x8xf32> -> tensor<16x8xf32>
  %c = tile.load %w[%c0, %c0] : memref<32x8xf32> -> tensor<32x8xf32>
  %d = tile.dot %a, %c, %zero {precision = #gl.precision<tf32>} : tensor<16x8xf32>, tensor<32x8xf32>, tensor<16x32xf32>
  %bias = tile.load %b[%c0] : memref<32xf32> -> tensor<32xf32>
  %row = tile.broadcast %bias dims = [1] : tensor<32xf32> -> tensor<16x32xf32>
  %r = arith.addf %d, %row : tensor<16x32xf32>
  tile.store %r, %y[%c0, %c0] : tensor<16x32xf32>, memref<16x32xf32>
  tile.return
}

// -----

// The rows that are left of a shared sum are spread evenly, in runs of 4, and what is added to them likewise.

// CHECK-DAG: #[[ROWS:.*]] = #tile.layout<registers = [4 x d1 * 1, 2 x d0 * 8], lanes = [8 x d1 * 4, 4 x d0 * 1], warps = [2 x d0 * 4]>
// CHECK-LABEL: tile.func @split
// CHECK: tile.reduce_split %{{.*}} -> tensor<16x32xf32, #[[ROWS]]>
// CHECK: tile.load {{.*}} -> tensor<16x32xf32, #[[ROWS]]>
// CHECK-NOT: tile.convert_layout
// CHECK: tile.store
tile.func @split(%x: memref<64x16xbf16>, %w: memref<32x16xbf16>, %z: memref<64x32xf32>, %y: memref<64x32xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [64, 32, 16], warps = [2, 1], stages = 2, split_k = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x16xbf16> -> tensor<64x16xbf16>
  %c = tile.load %w[%c0, %c0] : memref<32x16xbf16> -> tensor<32x16xbf16>
  %d = tile.dot %a, %c, %zero : tensor<64x16xbf16>, tensor<32x16xbf16>, tensor<64x32xf32>
  %part = tile.reduce_split %d : tensor<64x32xf32> -> tensor<16x32xf32>
  %more = tile.load %z[%c0, %c0] : memref<64x32xf32> -> tensor<16x32xf32>
  %r = arith.addf %part, %more : tensor<16x32xf32>
  tile.store %r, %y[%c0, %c0] : tensor<16x32xf32>, memref<64x32xf32>
  tile.return
}
