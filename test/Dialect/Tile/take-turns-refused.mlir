// What tile-take-turns refuses of roles that no pass before it makes.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-take-turns))' --verify-diagnostics --split-input-file

// A sum over tiles.
tile.func @sums(%i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, pingpong = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %even = arith.constant 0 : i32
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %full = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 1>
  %empty = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 4>
  tile.specialize_warps registers = [] copies {
    scf.for %t = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %even) -> (index, i32) {
      tile.await %empty[%s] parity = %p : !tile.barriers<count = 2, arrivals = 4>
      tile.expect_copies %full[%s] bytes = 16 : !tile.barriers<count = 2, arrivals = 1>
      scf.yield %s, %p : index, i32
    }
  } products {
    %e:3 = scf.for %t = %c0 to %c4 step %c1 iter_args(%sum = %zero, %s = %c0, %p = %even) -> (tensor<64x64xf32>, index, i32) {
      tile.await %full[%s] parity = %p : !tile.barriers<count = 2, arrivals = 1>
      // expected-error @below {{'tile.ring_dot' op makes what is carried from tile to tile; 2 sets of warps take tiles in turns only if each can compute it without the other's products}}
      %d = tile.ring_dot %a[%s], %a[%s], %zero : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      tile.arrive %empty[%s] : !tile.barriers<count = 2, arrivals = 4>
      scf.yield %d, %s, %p : tensor<64x64xf32>, index, i32
    }
  }
  tile.return
}

// -----

// A number from memory, which a tile may have written.
tile.func @memory(%i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, pingpong = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %even = arith.constant 0 : i32
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %full = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 1>
  %empty = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 4>
  tile.specialize_warps registers = [] copies {
    scf.for %t = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %even) -> (index, i32) {
      tile.await %empty[%s] parity = %p : !tile.barriers<count = 2, arrivals = 4>
      tile.expect_copies %full[%s] bytes = 16 : !tile.barriers<count = 2, arrivals = 1>
      scf.yield %s, %p : index, i32
    }
  } products {
    %e:3 = scf.for %t = %c0 to %c4 step %c1 iter_args(%old = %c0, %s = %c0, %p = %even) -> (index, index, i32) {
      tile.await %full[%s] parity = %p : !tile.barriers<count = 2, arrivals = 1>
      %d = tile.ring_dot %a[%s], %a[%s], %zero : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      tile.arrive %empty[%s] : !tile.barriers<count = 2, arrivals = 4>
      // expected-error @below {{'memref.load' op makes what is carried from tile to tile; 2 sets of warps take tiles in turns only if each can compute it without the other's products}}
      %number = memref.load %i[%old] : memref<4xf32>
      %whole = arith.fptoui %number : f32 to i64
      %next = arith.index_cast %whole : i64 to index
      scf.yield %next, %s, %p : index, index, i32
    }
  }
  tile.return
}

// -----

// A place in the ring that is not carried.
tile.func @place(%i: memref<4xf32>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, pingpong = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %even = arith.constant 0 : i32
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %full = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 1>
  %empty = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 4>
  tile.specialize_warps registers = [] copies {
    scf.for %t = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %even) -> (index, i32) {
      tile.await %empty[%s] parity = %p : !tile.barriers<count = 2, arrivals = 4>
      tile.expect_copies %full[%s] bytes = 16 : !tile.barriers<count = 2, arrivals = 1>
      scf.yield %s, %p : index, i32
    }
  } products {
    // expected-error @below {{'scf.for' op does not carry the place in the ring that its products wait at: run tile-specialize-warps first}}
    %e:2 = scf.for %t = %c0 to %c4 step %c1 iter_args(%s = %c0, %p = %even) -> (index, i32) {
      tile.await %full[%c0] parity = %p : !tile.barriers<count = 2, arrivals = 1>
      %d = tile.ring_dot %a[%c0], %a[%c0], %zero : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, tensor<64x64xf32>
      tile.arrive %empty[%c0] : !tile.barriers<count = 2, arrivals = 4>
      scf.yield %s, %p : index, i32
    }
  }
  tile.return
}

// -----

// Roles without a loop.
tile.func @none(%y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, pingpong = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{'tile.specialize_warps' op has no loop over tiles in each role, which sets of warps could take in turns}}
  tile.specialize_warps registers = [] copies {
  } products {
  }
  tile.return
}
