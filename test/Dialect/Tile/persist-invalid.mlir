// What tile-persist refuses.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-persist))' --verify-diagnostics

// expected-error @+1 {{'tile.func' op has a grid of 2 dims, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> needs to be one, so that programs can stay for several tiles}}
tile.func @plane(%x: memref<?x64xbf16>)
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %m = memref.dim %x, %c0 : memref<?x64xbf16>
  tile.yield %m, %m
} {
  tile.return
}

// -----

// One program of the last cluster would wait for a copy that the other does not make.
// expected-error @+1 {{has a grid that is a multiple of 1 as far as is known, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, cluster = [2, 1]> needs to be of the 2 programs of a cluster}}
tile.func @half_a_cluster(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, cluster = [2, 1]>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
