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
