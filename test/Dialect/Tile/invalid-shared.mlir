// What the verifiers of rings, and of what goes in and out of them, refuse.
// RUN: gl-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{a ring has 1 to 64 stages, got 0}}
func.func private @ring(!tile.ring<stages = 0, tile = tensor<64x32xbf16>, along = 1>)

// -----

// expected-error @+1 {{a ring has 1 to 64 stages, got 65}}
func.func private @ring(!tile.ring<stages = 65, tile = tensor<64x32xbf16>, along = 1>)

// -----

// expected-error @+1 {{a ring holds static tiles of rank 2 of floats, got 'tensor<32xbf16>'}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<32xbf16>, along = 0>)

// -----

// expected-error @+1 {{a ring holds static tiles of rank 2 of floats, got 'tensor<?x32xbf16>'}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<?x32xbf16>, along = 1>)

// -----

// expected-error @+1 {{a ring holds static tiles of rank 2 of floats, got 'tensor<64x32xi32>'}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<64x32xi32>, along = 1>)

// -----

// expected-error @+1 {{a ring holds static tiles of rank 2 of floats, got 'tensor<0x32xbf16>'}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<0x32xbf16>, along = 1>)

// -----

// expected-error @+1 {{'along' is 2, must be 0 or 1}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 2>)

// -----

// expected-error @+1 {{'along' is -1, must be 0 or 1}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = -1>)

// -----

// expected-error @+1 {{dim 1 of 'tensor<64x12xbf16>' takes 24 bytes, must be a multiple of 16}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<64x12xbf16>, along = 1>)

// -----

// expected-error @+1 {{dim 0 of 'tensor<6x16xf32>' takes 24 bytes, must be a multiple of 16}}
func.func private @ring(!tile.ring<stages = 2, tile = tensor<6x16xf32>, along = 0>)

// -----

tile.func @copy_bytes(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{'tile.copy_async' op copies 16 elements of 'bf16' at once; cp.async copies 4, 8 or 16 bytes}}
  tile.copy_async %x[%c0, %c0] into %ring[%c0] width = 16 : memref<64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_word(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{copies 1 elements of 'bf16' at once; cp.async copies 4, 8 or 16 bytes}}
  tile.copy_async %x[%c0, %c0] into %ring[%c0] width = 1 : memref<64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_nothing(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{copies 0 elements of 'bf16' at once}}
  tile.copy_async %x[%c0, %c0] into %ring[%c0] width = 0 : memref<64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_type(%x: memref<64x64xf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{tile has element type 'bf16', memref has 'f16'}}
  tile.copy_async %x[%c0, %c0] into %ring[%c0] width = 8 : memref<64x64xf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_origins(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{has 1 origins for a tile of rank 2}}
  tile.copy_async %x[%c0] into %ring[%c0] width = 8 : memref<64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_map(%x: memref<4x64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{map must have 2 dims and 3 results for 'tensor<64x32xbf16>' and 'memref<4x64x64xbf16>', got affine_map<(d0, d1) -> (d0, d1)>}}
  tile.copy_async %x[%c0, %c0] into %ring[%c0] width = 8 : memref<4x64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_symbols(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{map has 1 symbols, got 0 operands}}
  tile.copy_async %x[%c0, %c0] map affine_map<(m, k)[H] -> (m, k mod H)> into %ring[%c0] width = 8 : memref<64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @copy_negative(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{map holds a negative constant or a divisor that is not positive}}
  tile.copy_async %x[%c0, %c0] map affine_map<(m, k) -> (m, k - 1)> into %ring[%c0] width = 8 : memref<64x64xbf16> -> !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @wait_negative(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{attribute 'pending' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  tile.wait_copies pending = -1
  tile.return
}

// -----

tile.func @store_shape(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  %t = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x16xbf16>
  // expected-error @below {{'tile.ring_store' op stores 'tensor<64x16xbf16>' into a ring of 'tensor<64x32xbf16>'}}
  tile.ring_store %t, %ring[%c0] width = 1 : tensor<64x16xbf16>, !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @store_type(%x: memref<64x64xf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  %t = tile.load %x[%c0, %c0] : memref<64x64xf16> -> tensor<64x32xf16>
  // expected-error @below {{stores 'tensor<64x32xf16>' into a ring of 'tensor<64x32xbf16>'}}
  tile.ring_store %t, %ring[%c0] width = 1 : tensor<64x32xf16>, !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @store_width(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  %t = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x32xbf16>
  // expected-error @below {{attribute 'width' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  tile.ring_store %t, %ring[%c0] width = 0 : tensor<64x32xbf16>, !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  tile.return
}

// -----

tile.func @load_rank(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{'tile.ring_load' op loads 'tensor<32xbf16>' at a place of rank 2 from a ring of 'tensor<64x32xbf16>'}}
  %t = tile.ring_load %ring[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1> -> tensor<32xbf16>
  tile.return
}

// -----

tile.func @load_place(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{loads 'tensor<64x16xbf16>' at a place of rank 1 from a ring of 'tensor<64x32xbf16>'}}
  %t = tile.ring_load %ring[%c0] at = [0] : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
  tile.return
}

// -----

tile.func @load_type(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{loads 'tensor<64x16xf16>' at a place of rank 2 from a ring of 'tensor<64x32xbf16>'}}
  %t = tile.ring_load %ring[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xf16>
  tile.return
}

// -----

tile.func @load_beyond(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{loads elements 24 to 39 along dim 1 of 'tensor<64x32xbf16>'}}
  %t = tile.ring_load %ring[%c0] at = [0, 24] : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
  tile.return
}

// -----

tile.func @load_before(%x: memref<64x64xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1>
  // expected-error @below {{loads elements -1 to 62 along dim 0 of 'tensor<64x32xbf16>'}}
  %t = tile.ring_load %ring[%c0] at = [-1, 0] : !tile.ring<stages = 2, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
  tile.return
}

// -----

tile.func @split_columns() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error @below {{'tile.reduce_split' op shares out the rows of an f32 tile among 1 to 8 programs, got 'tensor<64x64xf32>' to 'tensor<16x32xf32>'}}
  %part = tile.reduce_split %sum : tensor<64x64xf32> -> tensor<16x32xf32>
  tile.return
}

// -----

tile.func @split_rows() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error @below {{'tile.reduce_split' op shares out the rows of an f32 tile among 1 to 8 programs, got 'tensor<64x64xf32>' to 'tensor<24x64xf32>'}}
  %part = tile.reduce_split %sum : tensor<64x64xf32> -> tensor<24x64xf32>
  tile.return
}

// -----

tile.func @split_16() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error @below {{'tile.reduce_split' op shares out the rows of an f32 tile among 1 to 8 programs, got 'tensor<64x64xf32>' to 'tensor<4x64xf32>'}}
  %part = tile.reduce_split %sum : tensor<64x64xf32> -> tensor<4x64xf32>
  tile.return
}

// -----

tile.func @split_type() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<64x64xbf16>
  // expected-error @below {{'tile.reduce_split' op shares out the rows of an f32 tile among 1 to 8 programs, got 'tensor<64x64xbf16>' to 'tensor<16x64xbf16>'}}
  %part = tile.reduce_split %sum : tensor<64x64xbf16> -> tensor<16x64xbf16>
  tile.return
}

// -----

tile.func @split_rank() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<64xf32>
  // expected-error @below {{'tile.reduce_split' op shares out the rows of an f32 tile among 1 to 8 programs, got 'tensor<64xf32>' to 'tensor<16xf32>'}}
  %part = tile.reduce_split %sum : tensor<64xf32> -> tensor<16xf32>
  tile.return
}

// -----

tile.func @split_grow() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<16x64xf32>
  // expected-error @below {{'tile.reduce_split' op shares out the rows of an f32 tile among 1 to 8 programs, got 'tensor<16x64xf32>' to 'tensor<64x64xf32>'}}
  %part = tile.reduce_split %sum : tensor<16x64xf32> -> tensor<64x64xf32>
  tile.return
}

// -----

// An argument of a loop is none of the kernel.
tile.func @map_of_a_loop(%x: memref<8x8xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 iter_args(%m = %x) -> memref<8x8xf32> {
    // expected-error @below {{is not made of an argument of the kernel}}
    %map = tile.tensor_map %m extents [%c8, %c8] strides [%c8] : memref<8x8xf32> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
    scf.yield %m : memref<8x8xf32>
  }
  tile.return
}
