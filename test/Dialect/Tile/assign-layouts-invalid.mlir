// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-assign-layouts))' --verify-diagnostics --split-input-file

tile.func @indivisible(%x: memref<2x96xf32>, %w: memref<8x96xf32>, %y: memref<2x8xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %s = arith.constant dense<0.0> : tensor<2x8xf32>
  %a = tile.load %x[%c0, %c0] : memref<2x96xf32> -> tensor<2x96xf32>
  %c = tile.load %w[%c0, %c0] : memref<8x96xf32> -> tensor<8x96xf32>
  // expected-error @below {{tile K 96 is not a multiple of the 64 elements that the threads of}}
  %d = tile.dot %a, %c, %s : tensor<2x96xf32>, tensor<8x96xf32>, tensor<2x8xf32>
  tile.store %d, %y[%c0, %c0] : tensor<2x8xf32>, memref<2x8xf32>
  tile.return
}

// -----

// expected-error @below {{has a schedule of family cpu, which has no threads to lay tiles out over}}
tile.func @cpu(%x: memref<8xf32> {tile.output}) attributes {schedule = #gl.schedule<family = cpu, tile = [4, 4, 16], micro = [4, 4]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
