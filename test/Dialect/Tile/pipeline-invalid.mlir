// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-pipeline))' --verify-diagnostics

tile.func @counts_elements(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1024 = arith.constant 1024 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  // expected-error @below {{counts elements, not steps, so it cannot be pipelined: the step of a loop over staged operands must be 1}}
  %sum = scf.for %k = %c0 to %c1024 step %c16 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<64x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}
