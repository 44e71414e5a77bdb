// What tile-stage-tensors refuses, and the numbers in its messages: each rule of the copy engine and of wgmma that a program can break.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --verify-diagnostics --split-input-file

tile.func @recast(%x: memref<4096xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<4096xbf16> to memref<64x64xbf16, strided<[64, 1]>>
  %a = tile.load %v[%c0, %c0] : memref<64x64xbf16, strided<[64, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{'tile.dot' op cannot have its lhs brought by the copy engine, as #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> asks for: the memory is not an argument of the kernel}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @drops(%x: memref<4x64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.subview %x[1, 0, 0] [1, 64, 64] [1, 1, 1] : memref<4x64x64xbf16> to memref<64x64xbf16, strided<[64, 1], offset: 4096>>
  %a = tile.load %v[%c0, %c0] : memref<64x64xbf16, strided<[64, 1], offset: 4096>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{a view drops dims}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @skips(%x: memref<128x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.subview %x[0, 0] [64, 64] [2, 1] : memref<128x64xbf16> to memref<64x64xbf16, strided<[128, 1]>>
  %a = tile.load %v[%c0, %c0] : memref<64x64xbf16, strided<[128, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{a view skips elements of dim 0}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @narrowed(%x: memref<256x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %o = arith.muli %p, %c64 : index
  %u = memref.subview %x[%o, 0] [64, 64] [1, 1] : memref<256x64xbf16> to memref<64x64xbf16, strided<[64, 1], offset: ?>>
  %v = memref.subview %u[0, 0] [32, 64] [1, 1] : memref<64x64xbf16, strided<[64, 1], offset: ?>> to memref<32x64xbf16, strided<[64, 1], offset: ?>>
  %a = tile.load %v[%c0, %c0] : memref<32x64xbf16, strided<[64, 1], offset: ?>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 0 is narrowed inside a moving view}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @late_size(%x: memref<256x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.subview %x[0, 0] [%p, 64] [1, 1] : memref<256x64xbf16> to memref<?x64xbf16, strided<[64, 1]>>
  %a = tile.load %v[%c0, %c0] : memref<?x64xbf16, strided<[64, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the size of dim 0 is not known when the kernel starts}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @other_steps(%x: memref<256x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %o = arith.muli %p, %c8 : index
  %v = memref.subview %x[%o, 0] [64, 64] [1, 1] : memref<256x64xbf16> to memref<64x64xbf16, strided<[64, 1], offset: ?>>
  %a = tile.load %v[%c0, %c0] : memref<64x64xbf16, strided<[64, 1], offset: ?>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the view moves along dim 0 by other steps than its size}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @shifted(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m + 1, k)> : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the index of dim 0 is no sum}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @halved(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m, k floordiv 2)> : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the index of dim 1 is no sum}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// In the tensor, but not in the view: zero.
tile.func @behind(%x: memref<4x64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.subview %x[0, 0, 0] [2, 64, 64] [1, 1, 1] : memref<4x64x64xbf16> to memref<2x64x64xbf16, strided<[4096, 64, 1]>>
  %a = tile.load %v[%c0, %c0] map affine_map<(m, k) -> (2, m, k)> : memref<2x64x64xbf16, strided<[4096, 64, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{element 2 of dim 0 may lie behind the end of a view}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @thrice(%x: memref<4x64x16x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (k floordiv 64, m, k floordiv 16, k mod 64)> : memref<4x64x16x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{tile dim 1 runs over 3 dims of memory}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @diagonal(%x: memref<64x64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m, m, k)> : memref<64x64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{tile dim 0 runs over 2 dims of memory}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @narrowed_gather(%x: memref<4x64x128xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = memref.subview %x[0, 0, 0] [4, 64, 64] [1, 1, 1] : memref<4x64x128xbf16> to memref<4x64x64xbf16, strided<[8192, 128, 1]>>
  %a = tile.load %v[%c0, %c0] map affine_map<(m, k) -> (k floordiv 64, m, k mod 64)> : memref<4x64x64xbf16, strided<[8192, 128, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{a view narrows gathered dim 2}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @other_divisor(%x: memref<4x64x128xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (k floordiv 64, m, k mod 64)> : memref<4x64x128xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 2 of 128 is divided by 64}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @unknown_divisor(%x: memref<4x64x?xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (k floordiv 64, m, k mod 64)> : memref<4x64x?xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 2 of ? is divided by 64}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @no_extent(%x: memref<4x64x?xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = memref.dim %x, %c1 : memref<4x64x?xbf16>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%h) : memref<4x64x?xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 2 is divided by what is not its extent}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// The widest panels have the first word; narrower ones would cross the ends as well.
tile.func @crossing(%x: memref<4x64x40xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (k floordiv 40, m, k mod 40)> : memref<4x64x40xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{pieces of 64 cross the ends of dim 2, of which 40 is a known divisor}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @crossing_unknown(%x: memref<?x?x?xbf16, strided<[?, ?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [8, 8, 1], dims = [1, 1, 8]>}, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = memref.dim %x, %c2 : memref<?x?x?xbf16, strided<[?, ?, 1]>>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%h) : memref<?x?x?xbf16, strided<[?, ?, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{pieces of 64 cross the ends of dim 2, of which 8 is a known divisor}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// Rows of two dims that do not lie evenly.
tile.func @crossing_rows(%x: memref<4x40x64xbf16, strided<[4096, 64, 1]>>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (m floordiv 40, m mod 40, k)> : memref<4x40x64xbf16, strided<[4096, 64, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{pieces of 64 cross the ends of dim 1, of which 40 is a known divisor}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @odd_start(%x: memref<4x64x128xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %p] map affine_map<(m, k) -> (k floordiv 128, m, k mod 128)> : memref<4x64x128xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the tile does not start at a multiple of 64}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @repeats(%x: memref<64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (k)> : memref<64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{tile dim 0 repeats one element}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @address(%x: memref<64x64xbf16> {tile.facts = #tile.facts<align = 8, strides = [1, 1], dims = [1, 1]>}, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the tensor's address is a multiple of 8 bytes only, must be of 16}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @inner_stride(%x: memref<64x64xbf16, strided<[128, 2]>>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16, strided<[128, 2]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the innermost dim of the box has stride 2, must be 1}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @unknown_inner_stride(%x: memref<64x64xbf16, strided<[128, ?]>>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16, strided<[128, ?]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the innermost dim of the box has stride ?, must be 1}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @stride(%x: memref<64x64xbf16, strided<[100, 1]>>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16, strided<[100, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 0 has a stride of 100 * 2 = 200 bytes, not a multiple of 16}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @slice_stride(%x: memref<4x64x64xbf16, strided<[4097, 64, 1]>>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (1, m, k)> : memref<4x64x64xbf16, strided<[4097, 64, 1]>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 0 has a stride of 4097 * 2 = 8194 bytes, not a multiple of 16}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// A slice of 20 columns: they would be a dim of their own.
tile.func @view_stride(%x: memref<64x80xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c20 = arith.constant 20 : index
  %o = arith.muli %p, %c20 : index
  %v = memref.subview %x[0, %o] [64, 20] [1, 1] : memref<64x80xbf16> to memref<64x20xbf16, strided<[80, 1], offset: ?>>
  %a = tile.load %v[%c0, %c0] : memref<64x20xbf16, strided<[80, 1], offset: ?>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{dim 1 has a stride of 20 * 2 = 40 bytes, not a multiple of 16}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @empty(%x: memref<0x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<0x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the tensor is empty}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @rank(%x: memref<1x1x1x1x64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] map affine_map<(m, k) -> (0, 0, 0, 0, m, k)> : memref<1x1x1x1x64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{the tensor map would have 6 dims, at most 5 are possible}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// A weight (K, N) of 96 columns.
tile.func @across(%x: memref<64x64xbf16>, %w: memref<96x64xbf16, strided<[1, 96]>>, %y: memref<64x96xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 96, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x96xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<96x64xbf16, strided<[1, 96]>> -> tensor<96x64xbf16>
  // expected-error @below {{cannot have its rhs brought by the copy engine, as #gl.schedule<family = wgmma, tile = [64, 96, 64], warps = [4, 1], stages = 2> asks for: the innermost dim of the box has stride 96, must be 1; in rows across K, 192 bytes are not made of panels of 128}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<96x64xbf16>, tensor<64x96xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x96xf32>, memref<64x96xf32>
  tile.return
}

// -----

tile.func @ieee(%x: memref<64x32xf32>, %w: memref<64x32xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x32xf32> -> tensor<64x32xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x32xf32> -> tensor<64x32xf32>
  // expected-error @below {{'tile.dot' op has f32 operands of precision ieee; wgmma multiplies f8, f16, bf16, tf32 and, in three products, tf32x3}}
  %d = tile.dot %a, %b, %zero : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @tf32x3(%x: memref<64x32xf32>, %w: memref<64x32xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x32xf32> -> tensor<64x32xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x32xf32> -> tensor<64x32xf32>
  // expected-error @below {{'tile.dot' op has precision tf32x3, whose low parts are made by the warps of fill_warps; #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> has none}}
  %d = tile.dot %a, %b, %zero {precision = #gl.precision<tf32x3>} : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @depth(%x: memref<64x24xbf16>, %w: memref<64x24xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x24xbf16> -> tensor<64x24xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x24xbf16> -> tensor<64x24xbf16>
  // expected-error @below {{'tile.dot' op tile K 24 of 'bf16' is 48 bytes, not a multiple of the 32 that wgmma takes at once}}
  %d = tile.dot %a, %b, %zero : tensor<64x24xbf16>, tensor<64x24xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @rows(%x: memref<96x64xbf16>, %w: memref<64x64xbf16>, %y: memref<96x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<96x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<96x64xbf16> -> tensor<96x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{'tile.dot' op makes 96 x 64 results, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> shares out as 1 times a multiple of 64 along M and 1 times a multiple of 8 up to 256 along N}}
  %d = tile.dot %a, %b, %zero : tensor<96x64xbf16>, tensor<64x64xbf16>, tensor<96x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<96x64xf32>, memref<96x64xf32>
  tile.return
}

// -----

tile.func @columns(%x: memref<64x64xbf16>, %w: memref<20x64xbf16>, %y: memref<64x20xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x20xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<20x64xbf16> -> tensor<20x64xbf16>
  // expected-error @below {{'tile.dot' op makes 64 x 20 results, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> shares out as 1 times a multiple of 64 along M and 1 times a multiple of 8 up to 256 along N}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<20x64xbf16>, tensor<64x20xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x20xf32>, memref<64x20xf32>
  tile.return
}

// -----

tile.func @wide(%x: memref<64x64xbf16>, %w: memref<264x64xbf16>, %y: memref<64x264xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x264xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<264x64xbf16> -> tensor<264x64xbf16>
  // expected-error @below {{'tile.dot' op makes 64 x 264 results, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> shares out as 1 times a multiple of 64 along M and 1 times a multiple of 8 up to 256 along N}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<264x64xbf16>, tensor<64x264xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x264xf32>, memref<64x264xf32>
  tile.return
}

// -----

tile.func @swapped_rows(%x: memref<64x64xbf16>, %w: memref<96x64xbf16>, %y: memref<64x96xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 128, 64], warps = [1, 8], stages = 2, swap = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x96xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<96x64xbf16> -> tensor<96x64xbf16>
  // expected-error @below {{'tile.dot' op makes 64 x 96 results, which #gl.schedule<family = wgmma, tile = [16, 128, 64], warps = [1, 8], stages = 2, swap = 1> shares out as 2 times a multiple of 64 along N and 1 times a multiple of 8 up to 256 along M}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<96x64xbf16>, tensor<64x96xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x96xf32>, memref<64x96xf32>
  tile.return
}

// -----

tile.func @shared_columns(%x: memref<64x64xbf16>, %w: memref<24x64xbf16>, %y: memref<64x24xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x24xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<24x64xbf16> -> tensor<24x64xbf16>
  // expected-error @below {{'tile.dot' op makes 64 x 24 results, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 2], stages = 2> shares out as 1 times a multiple of 64 along M and 2 times a multiple of 8 up to 256 along N}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<24x64xbf16>, tensor<64x24xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x24xf32>, memref<64x24xf32>
  tile.return
}

// -----

tile.func @cluster(%x: memref<64x64xbf16>, %w: memref<24x64xbf16>, %y: memref<64x24xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, cluster = [2, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x24xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<24x64xbf16> -> tensor<24x64xbf16>
  // expected-error @below {{'tile.dot' op makes 64 x 24 results, of which the 2 programs of a cluster would share operands of 24 rows, not a multiple of 8 each}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<24x64xbf16>, tensor<64x24xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x24xf32>, memref<64x24xf32>
  tile.return
}

// -----

// Each of two programs would copy half a panel.
tile.func @cluster_across(%x: memref<64x64xbf16>, %w: memref<64x64xbf16, strided<[1, 64]>>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, cluster = [2, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16, strided<[1, 64]>> -> tensor<64x64xbf16>
  // expected-error @below {{asks for: the innermost dim of the box has stride 64, must be 1; in rows across K, 64 bytes are not made of panels of 128}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @constant(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = arith.constant dense<1.0> : tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{'tile.dot' op has an operand that is not loaded from memory, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> cannot bring through shared memory}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @computed(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %l = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %a = arith.addf %l, %l : tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{has an operand that is not loaded from memory}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// One branch loads, the other does not.
tile.func @half(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %first = arith.cmpi eq, %p, %c0 : index
  %a = scf.if %first -> (tensor<64x64xbf16>) {
    %l = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
    scf.yield %l : tensor<64x64xbf16>
  } else {
    %one = arith.constant dense<1.0> : tensor<64x64xbf16>
    scf.yield %one : tensor<64x64xbf16>
  }
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{has an operand that is not loaded from memory}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// expected-error @+1 {{'tile.func' op has no tile.dot, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> is a schedule for}}
tile.func @no_dot(%x: memref<64x64xf32>, %y: memref<64x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<64x64xf32> -> tensor<64x64xf32>
  tile.store %a, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// What a step of the loop may have written is not loaded in another place.
tile.func @written(%x: memref<64x128xbf16>, %y: memref<64x64xbf16> {tile.output}) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error @below {{'tile.load' op of what the kernel writes feeds a product in a loop, where it may have changed}}
  %b = tile.load %y[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %s = scf.for %k = %c0 to %c128 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%c0, %k] : memref<64x128xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.return
}

// -----

// Rows of a box start at whole units: of 16 bytes, what the engine takes for an illegal instruction otherwise.
tile.func @odd_start(%x: memref<64x128xbf16>, %w: memref<64x128xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %view = memref.subview %x[0, 12] [64, 64] [1, 1] : memref<64x128xbf16> to memref<64x64xbf16, strided<[128, 1], offset: 12>>
  %a = tile.load %view[%c0, %c0] : memref<64x64xbf16, strided<[128, 1], offset: 12>> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x128xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{cannot have its lhs brought by the copy engine, as #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> asks for: copies along dim 1 start at multiples of 12 * 2 = 24 bytes, not of 16}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @odd_origin(%x: memref<64x128xbf16>, %w: memref<64x128xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c65 = arith.constant 65 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = scf.for %k = %c4 to %c65 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%c0, %c0] : memref<64x128xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x128xbf16> -> tensor<64x64xbf16>
    // expected-error @below {{cannot have its rhs brought by the copy engine, as #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2> asks for: copies along dim 1 start at multiples of 4 * 2 = 8 bytes, not of 16}}
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @neither(%x: memref<64x63xbf16>, %w: memref<64x63xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, fill_warps = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x63xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x63xbf16> -> tensor<64x64xbf16>
  // expected-error @below {{'tile.dot' op has no operand that the copy engine can bring, which #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, fill_warps = 4> is for; family mma copies by all threads: lhs: dim 0 has a stride of 63 * 2 = 126 bytes, not a multiple of 16; rhs: dim 0 has a stride of 63 * 2 = 126 bytes, not a multiple of 16}}
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

tile.func @shared_low_parts(%x: memref<64x32xf32>, %w: memref<128x31xf32>, %y: memref<64x128xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 32], warps = [4, 1], stages = 2, cluster = [2, 1], fill_warps = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x32xf32> -> tensor<64x32xf32>
  %b = tile.load %w[%c0, %c0] : memref<128x31xf32> -> tensor<128x32xf32>
  // expected-error @below {{31 * 4 = 124 bytes, not a multiple of 16; and the threads of a cluster's programs fill no low parts for each other}}
  %d = tile.dot %a, %b, %zero {precision = #gl.precision<tf32x3>} : tensor<64x32xf32>, tensor<128x32xf32>, tensor<64x128xf32>
  tile.store %d, %y[%c0, %c0] : tensor<64x128xf32>, memref<64x128xf32>
  tile.return
}
