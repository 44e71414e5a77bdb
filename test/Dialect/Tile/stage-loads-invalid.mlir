// What tile-stage-loads refuses, and the numbers in its messages.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-loads))' --verify-diagnostics --split-input-file

tile.func @depth(%x: memref<32x24xbf16>, %w: memref<64x24xbf16>, %y: memref<32x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<32x24xbf16> -> tensor<32x24xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x24xbf16> -> tensor<64x24xbf16>
  // expected-error @below {{tile K 24 is not a multiple of the 16 elements of 'bf16' that #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], stages = 2> takes at once}}
  %d = tile.dot %a, %b, %zero : tensor<32x24xbf16>, tensor<64x24xbf16>, tensor<32x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

tile.func @computed(%x: memref<32x32xbf16>, %w: memref<64x32xbf16>, %y: memref<32x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<32x32xbf16> -> tensor<32x32xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x32xbf16> -> tensor<64x32xbf16>
  %twice = arith.addf %b, %b : tensor<64x32xbf16>
  // expected-error @below {{'tile.dot' op has an operand that is not loaded from memory, which #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], stages = 2> cannot bring through shared memory}}
  %d = tile.dot %a, %twice, %zero : tensor<32x32xbf16>, tensor<64x32xbf16>, tensor<32x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// One branch loads, the other computes.
tile.func @branch(%x: memref<32x32xbf16>, %w: memref<64x32xbf16>, %y: memref<32x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %p = tile.program_id 0
  %first = arith.cmpi eq, %p, %c0 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = scf.if %first -> (tensor<32x32xbf16>) {
    %t = tile.load %x[%c0, %c0] : memref<32x32xbf16> -> tensor<32x32xbf16>
    scf.yield %t : tensor<32x32xbf16>
  } else {
    %t = arith.constant dense<1.0> : tensor<32x32xbf16>
    scf.yield %t : tensor<32x32xbf16>
  }
  %b = tile.load %w[%c0, %c0] : memref<64x32xbf16> -> tensor<64x32xbf16>
  // expected-error @below {{has an operand that is not loaded from memory}}
  %d = tile.dot %a, %b, %zero : tensor<32x32xbf16>, tensor<64x32xbf16>, tensor<32x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}
