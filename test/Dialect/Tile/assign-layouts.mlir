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
