// What the lowering of the copy engine's operations and of products of warpgroups refuses.
// RUN: gl-opt %s --convert-tile-to-nvvm --verify-diagnostics --split-input-file

tile.func @unplaced() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{failed to legalize operation 'tile.alloc_barriers' that was explicitly marked illegal}}
  // expected-error @below {{has no place in shared memory: run tile-allocate-shared first}}
  %b = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 1>
  tile.return
}

// -----

tile.func @silent(%x: memref<64x64xbf16>) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %x extents [%c64, %c64] strides [%c64] : memref<64x64xbf16> -> !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128>
  %r = tile.alloc_ring {offset = 0 : i64} : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{failed to legalize operation 'tile.copy_tensor' that was explicitly marked illegal}}
  // expected-error @below {{signals no barrier, so nobody can wait for it: run tile-specialize-warps first}}
  tile.copy_tensor %m[%c0, %c0] into %r[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 64], element = bf16, swizzle = 128> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  tile.return
}

// -----

tile.func @turns(%x: memref<64x64xbf16>) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, pingpong = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{has 1 sets of warps, the kernel's schedule has 2: run tile-take-turns first}}
  tile.specialize_warps registers = [] copies {
  } products {
  }
  tile.return
}

// -----

tile.func @unfilled(%x: memref<64x64xbf16>) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{has slots that warps fill, the kernel's schedule has fill_warps = 0: nobody would fill them}}
  tile.specialize_warps registers = [] copies {
  } fills {
  } products {
  }
  tile.return
}

// -----

tile.func @uneven(%x: memref<64x64xbf16>) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, fill_warps = 4>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{has 3 sets of warps that fill, of which the 4 of the kernel's schedule are no multiple}}
  tile.specialize_warps registers = [] fill_sets = 3 copies {
  } fills {
  ^bb0(%set: index):
  } products {
  }
  tile.return
}

// -----

// Rows of a warp that lie in other lanes than wgmma puts them.
#rows = #tile.layout<registers = [64 x d1 * 1, 2 x d0 * 32], lanes = [32 x d0 * 1], warps = [4 x rep]>
tile.func @spread(%y: memref<64x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = tile.tensor_map %y extents [%c64, %c64] strides [%c64] : memref<64x64xf32> -> !tile.tensor_map<box = [32, 16], element = f32, swizzle = 128>
  %r = tile.alloc_ring {offset = 0 : i64} : !tile.ring<stages = 8, tile = tensor<16x32xf32>, along = 1, swizzle = 128>
  %v = tile.load %y[%c0, %c0] : memref<64x64xf32> -> tensor<64x64xf32, #rows>
  // expected-error @below {{failed to legalize operation 'tile.store_tensor' that was explicitly marked illegal}}
  // expected-error @below {{has a tile that is not spread as wgmma spreads its accumulator}}
  tile.store_tensor %v, %m[%c0, %c0] through %r : tensor<64x64xf32, #rows>, !tile.tensor_map<box = [32, 16], element = f32, swizzle = 128>, !tile.ring<stages = 8, tile = tensor<16x32xf32>, along = 1, swizzle = 128>
  tile.return
}

// -----

// Both warpgroups have the whole sum.
#acc = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [4 x d0 * 16, 2 x rep]>
tile.func @copies() attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 8, 64], warps = [8, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %a = tile.alloc_ring {offset = 0 : i64} : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring {offset = 16384 : i64} : !tile.ring<stages = 2, tile = tensor<8x64xbf16>, along = 1, swizzle = 128>
  %zero = arith.constant dense<0.0> : tensor<64x8xf32, #acc>
  // expected-error @below {{failed to legalize operation 'tile.ring_dot' that was explicitly marked illegal}}
  // expected-error @below {{has an accumulator whose warpgroups hold copies}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %zero : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<8x64xbf16>, along = 1, swizzle = 128>, tensor<64x8xf32, #acc>
  tile.return
}

// -----

// 192 columns are three panels; each of two warpgroups would have one and a half.
#acc = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8, 12 x d1 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [4 x d0 * 16, 2 x d1 * 96]>
tile.func @half_panels() attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 192, 64], warps = [4, 2], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %a = tile.alloc_ring {offset = 0 : i64} : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %b = tile.alloc_ring {offset = 16384 : i64} : !tile.ring<stages = 2, tile = tensor<192x64xbf16>, along = 0, swizzle = 128>
  %zero = arith.constant dense<0.0> : tensor<64x192xf32, #acc>
  // expected-error @below {{failed to legalize operation 'tile.ring_dot' that was explicitly marked illegal}}
  // expected-error @below {{gives each warpgroup 96 of 192 rows that run across K, which must be whole panels of 128 bytes}}
  %d = tile.ring_dot %a[%c0], %b[%c0], %zero : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<192x64xbf16>, along = 0, swizzle = 128>, tensor<64x192xf32, #acc>
  tile.return
}
