// Operands of 8 bits by the copy engine: a row of 128 elements is one panel, and sums are promoted.
// RUN: gl-opt %s --tile-stage-tensors --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: tile.func @promoted(
// CHECK-DAG: tile.tensor_map %{{.*}} : memref<512x512xf8E5M2> -> <box = [128, 256], element = f8E5M2, swizzle = 128>
// CHECK-DAG: tile.alloc_ring : <stages = 3, tile = tensor<256x128xf8E5M2>, along = 1, swizzle = 128>
// CHECK: tile.ring_dot {{.*}} {promoted}
tile.func @promoted(%x: memref<512x512xf8E5M2>, %w: memref<512x512xf8E5M2>, %y: memref<512x512xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [256, 128, 128], warps = [8, 1], vector = 16, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : tensor<256x128xf32>
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> tensor<256x128xf32> {
    %k = arith.muli %i, %c128 : index
    %b = tile.load %w[%c0, %k] : memref<512x512xf8E5M2> -> tensor<128x128xf8E5M2>
    %a = tile.load %x[%c0, %k] : memref<512x512xf8E5M2> -> tensor<256x128xf8E5M2>
    %d = tile.dot %a, %b, %acc : tensor<256x128xf8E5M2>, tensor<128x128xf8E5M2>, tensor<256x128xf32>
    scf.yield %d : tensor<256x128xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<256x128xf32>, memref<512x512xf32>
  tile.return
}

// -----

// 64 x 256 results a warpgroup are 128 registers, and the sums that are promoted as many.
tile.func @registers(%x: memref<512x512xf8E4M3FN>, %w: memref<512x512xf8E4M3FN>, %y: memref<512x512xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 128], warps = [8, 1], vector = 16, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %b = tile.load %w[%c0, %c0] : memref<512x512xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
  %a = tile.load %x[%c0, %c0] : memref<512x512xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
  // expected-error @+1 {{'tile.dot' op multiplies 'f8E4M3FN' and needs about 280 registers a thread for 64 x 256 results a warpgroup and the sums of 64 x 256 that are promoted to f32; 2 warpgroups have 232 each: make the tile smaller or use more warps}}
  %d = tile.dot %a, %b, %zero : tensor<128x128xf8E4M3FN>, tensor<256x128xf8E4M3FN>, tensor<128x256xf32>
  tile.store %d, %y[%c0, %c0] : tensor<128x256xf32>, memref<512x512xf32>
  tile.return
}

// -----

// The instruction takes 8-bit operands with neighbours along K only.
tile.func @across(%x: memref<512x512xf8E4M3FN>, %w: memref<512x512xf8E4M3FN>, %y: memref<512x512xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 128, 128], warps = [8, 1], vector = 16, stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %b = tile.load %w[%c0, %c0] map affine_map<(n, k) -> (k, n)> : memref<512x512xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
  %a = tile.load %x[%c0, %c0] : memref<512x512xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
  // expected-error @+1 {{'tile.dot' op cannot have its rhs brought by the copy engine}}
  %d = tile.dot %a, %b, %zero : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<128x128xf32>
  tile.store %d, %y[%c0, %c0] : tensor<128x128xf32>, memref<512x512xf32>
  tile.return
}
