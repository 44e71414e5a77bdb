// What the CPU cannot run is an error at the operation.
// RUN: gl-opt %s --convert-tile-to-cpu --split-input-file --verify-diagnostics
// RUN: not gl-opt %s --convert-tile-to-cpu=vector-length=12 --split-input-file 2>&1 | FileCheck %s --check-prefix=LENGTH

// LENGTH: error: vector-length must be a power of two, got 12

tile.func @dynamic_dim(%x: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'memref.dim' op dim 1 is out of range for rank 1}}
  %n = memref.dim %x, %c1 : memref<?xf32>
  tile.yield %n
} {
  tile.return
}

// -----

tile.func @carried(%x: memref<8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %t = tile.load %x[%c0] : memref<8xf32> -> tensor<8xf32>
  // expected-error@+1 {{'scf.while' op cannot carry tiles on the CPU; scf.for can}}
  %u = scf.while (%a = %t) : (tensor<8xf32>) -> tensor<8xf32> {
    scf.condition(%true) %a : tensor<8xf32>
  } do {
  ^bb0(%b: tensor<8xf32>):
    scf.yield %b : tensor<8xf32>
  }
  tile.store %u, %y[%c0] : tensor<8xf32>, memref<8xf32>
  tile.return
}

// -----

tile.func @scalar(%x: memref<8xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'memref.load' op cannot use a memref on the CPU; tile.load, tile.store, memref.subview and memref.dim on an argument can}}
  %s = memref.load %x[%c0] : memref<8xf32>
  tile.return
}

// -----

tile.func @foreign() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error@+1 {{'gpu.barrier' op cannot be in a tile program on the CPU}}
  gpu.barrier
  tile.return
}

// -----

#lanes = #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = []>
tile.func @layout(%x: memref<32xf32>, %y: memref<32xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'tile.load' op has a layout, which the CPU does not use: convert programs to the CPU before tile-assign-layouts}}
  %t = tile.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #lanes>
  tile.store %t, %y[%c0] : tensor<32xf32, #lanes>, memref<32xf32>
  tile.return
}

// -----

tile.func @sine(%x: memref<8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<8xf32> -> tensor<8xf32>
  // expected-error@+1 {{'math.sin' op has no accurate expansion; exp, expm1, log, log1p, log2, tanh, erf, sqrt, rsqrt, fma and roundings have one}}
  %u = math.sin %t : tensor<8xf32>
  tile.store %u, %y[%c0] : tensor<8xf32>, memref<8xf32>
  tile.return
}

// -----

tile.func @map(%x: memref<8x8xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'tile.tensor_map' op cannot use a memref on the CPU; tile.load, tile.store, memref.subview and memref.dim on an argument can}}
  %m = tile.tensor_map %x extents [%c8, %c8] strides [%c8] : memref<8x8xf32> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
  tile.return
}
