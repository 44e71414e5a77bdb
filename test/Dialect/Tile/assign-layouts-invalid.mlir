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

// -----

// An mma fragment is 16 rows of lhs for each of the schedule's warps.
tile.func @mma_rows(%x: memref<16x16xbf16>, %w: memref<32x16xbf16>, %y: memref<16x32xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 32, 16], warps = [2, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %a = tile.load %x[%c0, %c0] : memref<16x16xbf16> -> tensor<16x16xbf16>
  %c = tile.load %w[%c0, %c0] : memref<32x16xbf16> -> tensor<32x16xbf16>
  // expected-error @below {{tile M 16 is not a multiple of the 32 elements that the threads of #gl.schedule<family = mma, tile = [32, 32, 16], warps = [2, 1], stages = 2> hold at once along it}}
  %d = tile.dot %a, %c, %zero : tensor<16x16xbf16>, tensor<32x16xbf16>, tensor<16x32xf32>
  tile.store %d, %y[%c0, %c0] : tensor<16x32xf32>, memref<16x32xf32>
  tile.return
}
