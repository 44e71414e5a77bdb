// What the verifiers of the copy engine's types and operations, of barriers and of warp roles refuse.
// RUN: gl-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{a ring's panels are 32, 64 or 128 bytes wide, got 16}}
func.func private @t(!tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 16>)

// -----

// expected-error @+1 {{a ring's panels are 32, 64 or 128 bytes wide, got -128}}
func.func private @t(!tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = -128>)

// -----

// expected-error @+1 {{dim 1 of 'tensor<64x32xbf16>' takes 64 bytes, must be a multiple of the 128 bytes of a panel}}
func.func private @t(!tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1, swizzle = 128>)

// -----

// expected-error @+1 {{dim 0 of 'tensor<40x64xbf16>' takes 80 bytes, must be a multiple of the 32 bytes of a panel}}
func.func private @t(!tile.ring<stages = 2, tile = tensor<40x64xbf16>, along = 0, swizzle = 32>)

// -----

// expected-error @+1 {{a tensor map has 1 to 5 dims, got 6}}
func.func private @t(!tile.tensor_map<box = [8, 1, 1, 1, 1, 1], element = bf16, swizzle = 0>)

// -----

// expected-error @+1 {{a box has 1 to 256 elements along each dim, got 257}}
func.func private @t(!tile.tensor_map<box = [64, 257], element = bf16, swizzle = 128>)

// -----

// expected-error @+1 {{a box has 1 to 256 elements along each dim, got 0}}
func.func private @t(!tile.tensor_map<box = [64, 0], element = bf16, swizzle = 128>)

// -----

// expected-error @+1 {{a tensor map's elements are f32, f16, bf16, f8E4M3FN or f8E5M2, got 'f64'}}
func.func private @t(!tile.tensor_map<box = [8], element = f64, swizzle = 0>)

// -----

// expected-error @+1 {{a swizzle spans 32, 64 or 128 bytes, or 0 for none, got 48}}
func.func private @t(!tile.tensor_map<box = [8], element = bf16, swizzle = 48>)

// -----

// expected-error @+1 {{a box is 24 bytes wide, must be a multiple of 16}}
func.func private @t(!tile.tensor_map<box = [12, 8], element = bf16, swizzle = 0>)

// -----

// expected-error @+1 {{a box is 128 bytes wide, at most 64 fit the swizzle}}
func.func private @t(!tile.tensor_map<box = [64, 8], element = bf16, swizzle = 64>)

// -----

// expected-error @+1 {{there are 1 to 64 barriers, got 0}}
func.func private @t(!tile.barriers<count = 0, arrivals = 1>)

// -----

// expected-error @+1 {{there are 1 to 64 barriers, got 65}}
func.func private @t(!tile.barriers<count = 65, arrivals = 1>)

// -----

// expected-error @+1 {{a barrier takes 1 to 1048575 arrivals, got 0}}
func.func private @t(!tile.barriers<count = 1, arrivals = 0>)

// -----

// expected-error @+1 {{a barrier takes 1 to 1048575 arrivals, got 1048576}}
func.func private @t(!tile.barriers<count = 1, arrivals = 1048576>)

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.tensor_map' op has 1 extents and 1 strides, a map of 2 dims has 2 and 1}}
  %m = tile.tensor_map %x extents [%c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.tensor_map' op has 2 extents and 2 strides, a map of 2 dims has 2 and 1}}
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64, %c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.tensor_map' op makes a map of 'f16' of 'memref<64x64xbf16>'}}
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = f16, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %v = memref.subview %x[0, 0] [32, 64] [1, 1] : memref<64x64xbf16> to memref<32x64xbf16, strided<[64, 1]>>
  // expected-error @below {{'tile.tensor_map' op is not made of an argument of the kernel}}
  %m = tile.tensor_map %v extents [%c64, %c64] strides [%c64] : memref<32x64xbf16, strided<[64, 1]>> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op has 1 coordinates, the map has 2 dims}}
  tile.copy_tensor %m[%c0] into %r[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op copies boxes of '!tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>' into '!tile.ring<stages = 2, tile = tensor<64x64xf16>, along = 1, swizzle = 128>'}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 64>
  // expected-error @below {{'tile.copy_tensor' op copies boxes of '!tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>' into '!tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 64>'}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 64>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op puts a box at [0] of 'tensor<64x64xbf16>'}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op puts a box at [0, 64] of 'tensor<64x64xbf16>'}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [0, 64] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op puts a box at [-8, 0] of 'tensor<64x64xbf16>'}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [-8, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.copy_tensor' op puts a box of 8192 bytes at byte 1024 of a tile of 8192}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [8, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_barriers : !tile.barriers<count = 3, arrivals = 1>
  // expected-error @below {{'tile.copy_tensor' op has 3 barriers for a ring of 2 stages}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [0, 0] signals %b : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 3, arrivals = 1>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies 'tensor<64x64xbf16>' by 'tensor<64x64xbf16>' into 'tensor<64xf32>'; expected MxK, NxK of one type and MxN of f32}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xbf16>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies 'tensor<64x64xbf16>' by 'tensor<64x64xbf16>' into 'tensor<64x64xbf16>'; expected MxK, NxK of one type and MxN of f32}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xbf16>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies 'tensor<64x64xbf16>' by 'tensor<64x64xf16>' into 'tensor<64x64xf32>'; expected MxK, NxK of one type and MxN of f32}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x128xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies 'tensor<64x64xbf16>' by 'tensor<64x128xbf16>' into 'tensor<64x64xf32>'; expected MxK, NxK of one type and MxN of f32}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x128xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies 'tensor<64x64xbf16>' by 'tensor<64x64xbf16>' into 'tensor<128x64xf32>'; expected MxK, NxK of one type and MxN of f32}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<128x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op is promoted, which waits for each part of it, and cannot be left under way}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z {promoted, under_way} : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies 'tensor<64x64xbf16>' by 'tensor<64x64xbf16>' into 'tensor<64x128xf32>'; expected MxK, NxK of one type and MxN of f32}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x128xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1>
  // expected-error @below {{'tile.ring_dot' op reads '!tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1>', which has no panels}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 0, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op reads '!tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 0, swizzle = 128>' by rows that run across K, which are for elements of 16 bits in panels of 128 bytes}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z {precision = #gl.precision<tf32>} : !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 0, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 1, swizzle = 128>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 0, swizzle = 64>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 64>
  // expected-error @below {{'tile.ring_dot' op reads '!tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 0, swizzle = 64>' by rows that run across K, which are for elements of 16 bits in panels of 128 bytes}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 0, swizzle = 64>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 64>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op multiplies f32 with precision ieee; wgmma has tf32 and tf32x3}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %z : !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xf32>, along = 1, swizzle = 128>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  %v = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error @below {{'tile.store_tensor' op stores 'tensor<64x64xf32>' through '!tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>' by '!tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>'}}
  tile.store_tensor %v, %m[%c0, %c0] through %r : tensor<64x64xf32>, !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  %v = arith.constant dense<0.0> : tensor<64xbf16>
  // expected-error @below {{'tile.store_tensor' op stores 'tensor<64xbf16>' through '!tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>' by '!tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>'}}
  tile.store_tensor %v, %m[%c0, %c0] through %r : tensor<64xbf16>, !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 8, tile = tensor<16x32xf32>, along = 1, swizzle = 128>
  %v = arith.constant dense<0.0> : tensor<64x64xbf16>
  // expected-error @below {{'tile.store_tensor' op stores 'tensor<64x64xbf16>' through '!tile.ring<stages = 8, tile = tensor<16x32xf32>, along = 1, swizzle = 128>' by '!tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>'}}
  tile.store_tensor %v, %m[%c0, %c0] through %r : tensor<64x64xbf16>, !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<16x32xf32>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  %v = arith.constant dense<0.0> : tensor<64x64xbf16>
  // expected-error @below {{'tile.store_tensor' op has 3 coordinates, the map has 2 dims}}
  tile.store_tensor %v, %m[%c0, %c0, %c0] through %r : tensor<64x64xbf16>, !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 8, tile = tensor<8x64xbf16>, along = 1, swizzle = 128>
  %v = arith.constant dense<0.0> : tensor<64x64xbf16>
  // expected-error @below {{'tile.store_tensor' op has boxes of '!tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>' and slots of '!tile.ring<stages = 8, tile = tensor<8x64xbf16>, along = 1, swizzle = 128>'}}
  tile.store_tensor %v, %m[%c0, %c0] through %r : tensor<64x64xbf16>, !tile.tensor_map<box = [64, 16], element = bf16, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<8x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64] strides [] : memref<64x64xbf16> -> !tile.tensor_map<box = [64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring : !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  %v = arith.constant dense<0.0> : tensor<64x64xbf16>
  // expected-error @below {{'tile.store_tensor' op has boxes of '!tile.tensor_map<box = [64], element = bf16, swizzle = 128>' and slots of '!tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>'}}
  tile.store_tensor %v, %m[%c0] through %r : tensor<64x64xbf16>, !tile.tensor_map<box = [64], element = bf16, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %b = tile.alloc_barriers : !tile.barriers<count = 3, arrivals = 1>
  // expected-error @below {{'tile.expect_copies' op attribute 'bytes' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  tile.expect_copies %b[%c0] bytes = 0 : !tile.barriers<count = 3, arrivals = 1>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{'tile.specialize_warps' op has 2 sets of warps and 0 arguments of its products, expected 1 of type index}}
  tile.specialize_warps registers = [40, 232] sets = 2 copies {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{'tile.specialize_warps' op has 2 sets of warps and 0 arguments of its fills, expected 1 of type index}}
  tile.specialize_warps registers = [] fill_sets = 2 copies {
  } fills {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{'tile.specialize_warps' op has 2 sets of warps and 0 arguments of its fills, expected 1 of type index}}
  tile.specialize_warps registers = [] fill_sets = 2 copies {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{'tile.specialize_warps' op has 1 sets of warps and 1 arguments of its products, expected 0 of type index}}
  tile.specialize_warps registers = [40, 232] copies {
  } products {
  ^bb0(%set: index):
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{'tile.specialize_warps' op has 2 sets of warps and 1 arguments of its products, expected 1 of type index}}
  tile.specialize_warps registers = [40, 232] sets = 2 copies {
  } products {
  ^bb0(%set: i32):
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.specialize_warps' op has 1 register counts, expected none or 2}}
  tile.specialize_warps registers = [40] copies {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.specialize_warps' op has 3 register counts, expected none or 2}}
  tile.specialize_warps registers = [40, 232, 232] copies {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.specialize_warps' op has a register count of 16, must be a multiple of 8 from 24 to 240}}
  tile.specialize_warps registers = [16, 232] copies {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.specialize_warps' op has a register count of 248, must be a multiple of 8 from 24 to 240}}
  tile.specialize_warps registers = [40, 248] copies {
  } products {
  }
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'tile.specialize_warps' op has a register count of 44, must be a multiple of 8 from 24 to 240}}
  tile.specialize_warps registers = [44, 232] copies {
  } products {
  }
  tile.return
}

// -----

// expected-error @+1 {{'micro' belongs to family cpu}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, micro = [4, 4]>}

// -----

// expected-error @+1 {{'lanes' belongs to family simt: the instruction fixes who holds what}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, lanes = [4, 8, 1]>}

// -----

// expected-error @+1 {{'stages' is 0, must be in 2..8 for family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1]>}

// -----

// expected-error @+1 {{'stages' is 9, must be in 2..8 for family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 9>}

// -----

// expected-error @+1 {{'stages' is 1, a ring has 2..8 buffers}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 1>}

// -----

// expected-error @+1 {{'split_k' is 2, must be in 1..1 for family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, split_k = 2>}

// -----

// expected-error @+1 {{'swap' is 2, must be in 0..1 for family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, swap = 2>}

// -----

// expected-error @+1 {{'swap' is -1, must be in 0..1 for family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, swap = -1>}

// -----

// expected-error @+1 {{'warps' has 6 along M, must be a multiple of the 4 of a warpgroup}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [6, 1], stages = 4>}

// -----

// expected-error @+1 {{'warps' has 1 along N, must be a multiple of the 4 of a warpgroup}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, swap = 1>}

// -----

// expected-error @+1 {{warps 8 x 2 make 4 warpgroups; 1 to 3 compute beside the one that copies}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 2], stages = 4>}

// -----

// expected-error @+1 {{tile M 96 is not a multiple of the 128 elements that the warpgroups' wgmma instructions hold at once along it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [96, 256, 64], warps = [8, 1], stages = 4>}

// -----

// expected-error @+1 {{tile N 24 is not a multiple of the 16 elements that the warpgroups' wgmma instructions hold at once along it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 24, 64], warps = [4, 2], stages = 4>}

// -----

// expected-error @+1 {{tile K 12 is not a multiple of the 8 elements that the warpgroups' wgmma instructions hold at once along it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 12], warps = [8, 1], stages = 4>}

// -----

// expected-error @+1 {{tile N 64 is not a multiple of the 128 elements that the warpgroups' wgmma instructions hold at once along it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 64, 64], warps = [1, 8], stages = 4, swap = 1>}

// -----

// expected-error @+1 {{a warpgroup has 264 of the tile's 264 columns, an instruction has at most 256}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 264, 64], warps = [4, 1], stages = 4>}

// -----

// expected-error @+1 {{a warpgroup has 272 of the tile's 544 columns, an instruction has at most 256}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 544, 64], warps = [4, 2], stages = 4>}

// -----

// expected-error @+1 {{needs about 328 registers a thread (128 x 256 results a warpgroup), 2 warpgroups have 232 each: make the tile smaller or use more warps}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [256, 256, 64], warps = [8, 1], stages = 2>}

// -----

// expected-error @+1 {{'cluster' is [3, 1], must be 1, 2 or 4 programs along M or along N}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, cluster = [3, 1]>}

// -----

// expected-error @+1 {{'cluster' is [2, 2], must be 1, 2 or 4 programs along M or along N}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, cluster = [2, 2]>}

// -----

// expected-error @+1 {{'cluster' needs 2 numbers for family wgmma, got 1}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, cluster = [2]>}

// -----

// expected-error @+1 {{tile M 72 is not a multiple of 8 rows for each of the 2 programs of a cluster, which share it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [72, 64, 64], warps = [1, 4], stages = 4, swap = 1, cluster = [1, 2]>}

// -----

// expected-error @+1 {{tile N 24 is not a multiple of 8 rows for each of the 2 programs of a cluster, which share it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 24, 64], warps = [4, 1], stages = 4, cluster = [2, 1]>}

// -----

// expected-error @+1 {{tile M 8 is not a multiple of 8 rows for each of the 4 programs of a cluster, which share it}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [8, 64, 64], warps = [1, 4], stages = 4, swap = 1, cluster = [1, 4]>}

// -----

// expected-error @+1 {{'fill_warps' is 3, must be a multiple of the 4 of a warpgroup}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 4, fill_warps = 3>}

// -----

// expected-error @+1 {{a warpgroup has 256 of the tile's 256 columns, an instruction has at most 200 in a block of 4 warpgroups}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], stages = 4, fill_warps = 4>}

// -----

// expected-error @+1 {{needs about 232 registers a thread (128 x 192 results a warpgroup), 2 warpgroups have 208 each: make the tile smaller or use more warps}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [256, 192, 64], warps = [8, 1], stages = 4, fill_warps = 4>}

// -----

// expected-error @+1 {{'pingpong' is 2, must be in 0..1 for family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 4, pingpong = 2>}

// -----

// expected-error @+1 {{2 sets of warps 8 x 1 make 4 warpgroups; 1 to 3 compute beside the one that copies}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 64], warps = [8, 1], stages = 4, pingpong = 1>}

// -----

// expected-error @+1 {{needs about 248 registers a thread (128 x 176 results a warpgroup), 2 warpgroups have 232 each: make the tile smaller or use more warps}}
func.func private @s() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 176, 64], warps = [4, 1], stages = 4, pingpong = 1>}

// -----

// expected-error @+1 {{'swap', 'k_order', 'cluster', 'fill_warps' and 'pingpong' belong to family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = mma, tile = [64, 64, 64], warps = [2, 2], stages = 3, pingpong = 1>}

// -----

// expected-error @+1 {{'swap', 'k_order', 'cluster', 'fill_warps' and 'pingpong' belong to family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = mma, tile = [64, 64, 64], warps = [2, 2], stages = 3, swap = 1>}

// -----

// expected-error @+1 {{'swap', 'k_order', 'cluster', 'fill_warps' and 'pingpong' belong to family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = simt, tile = [64, 64, 16], warps = [2, 2], lanes = [4, 8, 1], k_order = zigzag>}

// -----

// expected-error @+1 {{'swap', 'k_order', 'cluster', 'fill_warps' and 'pingpong' belong to family wgmma}}
func.func private @s() attributes {schedule = #gl.schedule<family = cpu, tile = [64, 64, 16], micro = [4, 4], swap = 1>}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op has precision tf32x3 and no low parts; products of tf32x3 have low parts and are promoted, and no others have any}}
  %d = tile.ring_dot %a[%c0], %a[%c0], %z {precision = #gl.precision<tf32x3>, promoted} : !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, tensor<64x64xf32>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op has precision tf32 and low parts; products of tf32x3 have low parts and are promoted, and no others have any}}
  %d = tile.ring_dot %a[%c0], %a[%c0], %z low %a, %a {precision = #gl.precision<tf32>} : !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, tensor<64x64xf32> low !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op has low parts in '!tile.ring<stages = 3, tile = tensor<64x32xf32>, along = 1, swizzle = 128>' and '!tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>', which must be as those of the operands, '!tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>' and '!tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>'}}
  %d = tile.ring_dot %a[%c0], %a[%c0], %z low %b, %a {precision = #gl.precision<tf32x3>, promoted} : !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, tensor<64x64xf32> low !tile.ring<stages = 3, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{'tile.ring_dot' op has low parts of 'bf16'; only f32 has more bits than TF32}}
  %d = tile.ring_dot %a[%c0], %a[%c0], %z low %a, %a {precision = #gl.precision<tf32x3>, promoted} : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32> low !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %t = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{'tile.low_part' op takes the low part of 'tensor<64x64xbf16>'; only f32 has more bits than TF32}}
  %l = tile.low_part %t : tensor<64x64xbf16>
  tile.return
}

// -----

tile.func @k(%x: memref<64x64xbf16>, %y: memref<64x64xbf16> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error @below {{'tile.specialize_warps' op has 2 register counts, expected none or 3}}
  tile.specialize_warps registers = [40, 200] copies {
  } fills {
  } products {
  }
  tile.return
}
