// What the lowering of shared memory and of products on tensor cores refuses.
// RUN: gl-opt %s --convert-tile-to-nvvm --verify-diagnostics --split-input-file

tile.func @unplaced_ring() attributes {schedule = #gl.schedule<family = mma, tile = [16, 8, 16], warps = [1, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // expected-error @below {{failed to legalize operation 'tile.alloc_ring' that was explicitly marked illegal}}
  // expected-error @below {{has no place in shared memory: run tile-allocate-shared first}}
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<16x16xbf16>, along = 1>
  tile.return
}

// -----

#acc = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = []>
tile.func @unplaced_exchange() attributes {schedule = #gl.schedule<family = mma, tile = [16, 8, 16], warps = [1, 1], stages = 2, split_k = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %sum = arith.constant dense<0.0> : tensor<16x8xf32, #acc>
  // expected-error @below {{failed to legalize operation 'tile.reduce_split' that was explicitly marked illegal}}
  // expected-error @below {{has no place in shared memory: run tile-allocate-shared first}}
  %part = tile.reduce_split %sum : tensor<16x8xf32, #acc> -> tensor<8x8xf32, #tile.layout<registers = [2 x d1 * 1], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = []>>
  tile.return
}

// -----

// True f32 is nothing that tensor cores have.
#acc = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = []>
#lhs = #tile.layout<registers = [2 x d0 * 8, 2 x d1 * 4], lanes = [4 x d1 * 1, 8 x d0 * 1], warps = []>
#rhs = #tile.layout<registers = [2 x d1 * 4], lanes = [4 x d1 * 1, 8 x d0 * 1], warps = []>
tile.func @ieee(%x: memref<16x8xf32>, %w: memref<8x8xf32>) attributes {schedule = #gl.schedule<family = mma, tile = [16, 8, 8], warps = [1, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %sum = arith.constant dense<0.0> : tensor<16x8xf32, #acc>
  %a = tile.load %x[%c0, %c0] : memref<16x8xf32> -> tensor<16x8xf32, #lhs>
  %b = tile.load %w[%c0, %c0] : memref<8x8xf32> -> tensor<8x8xf32, #rhs>
  // expected-error @below {{failed to legalize operation 'tile.dot' that was explicitly marked illegal}}
  // expected-error @below {{cannot be computed by mma.sync: its operands are not fragments, or are f32 with precision ieee}}
  // expected-error @below {{the layouts of lhs, rhs and acc spread M, N or K differently over the threads}}
  %d = tile.dot %a, %b, %sum : tensor<16x8xf32, #lhs>, tensor<8x8xf32, #rhs>, tensor<16x8xf32, #acc>
  tile.return
}

// -----

// Lanes of lhs along K first, those of rhs along N.
#acc = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = []>
#lhs = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8, 2 x d1 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = []>
#rhs = #tile.layout<registers = [2 x d1 * 1, 2 x d1 * 8], lanes = [8 x d0 * 1, 4 x d1 * 2], warps = []>
tile.func @no_fragment(%x: memref<16x16xbf16>, %w: memref<8x16xbf16>) attributes {schedule = #gl.schedule<family = mma, tile = [16, 8, 16], warps = [1, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %sum = arith.constant dense<0.0> : tensor<16x8xf32, #acc>
  %a = tile.load %x[%c0, %c0] : memref<16x16xbf16> -> tensor<16x16xbf16, #lhs>
  %b = tile.load %w[%c0, %c0] : memref<8x16xbf16> -> tensor<8x16xbf16, #rhs>
  // expected-error @below {{failed to legalize operation 'tile.dot' that was explicitly marked illegal}}
  // expected-error @below {{cannot be computed by mma.sync: its operands are not fragments, or are f32 with precision ieee}}
  // expected-error @below {{the layouts of lhs, rhs and acc spread M, N or K differently over the threads}}
  %d = tile.dot %a, %b, %sum : tensor<16x16xbf16, #lhs>, tensor<8x16xbf16, #rhs>, tensor<16x8xf32, #acc>
  tile.return
}

// -----

// The accumulator's rows are shared out between two warps, those of lhs are in both.
#acc = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [2 x d0 * 16]>
#lhs = #tile.layout<registers = [2 x d1 * 1, 2 x d0 * 8, 2 x d1 * 8, 2 x d0 * 16], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [2 x rep]>
#rhs = #tile.layout<registers = [2 x d1 * 1, 2 x d1 * 8], lanes = [4 x d1 * 2, 8 x d0 * 1], warps = [2 x rep]>
tile.func @other_warps(%x: memref<32x16xbf16>, %w: memref<8x16xbf16>) attributes {schedule = #gl.schedule<family = mma, tile = [32, 8, 16], warps = [2, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %sum = arith.constant dense<0.0> : tensor<32x8xf32, #acc>
  %a = tile.load %x[%c0, %c0] : memref<32x16xbf16> -> tensor<32x16xbf16, #lhs>
  %b = tile.load %w[%c0, %c0] : memref<8x16xbf16> -> tensor<8x16xbf16, #rhs>
  // expected-error @below {{failed to legalize operation 'tile.dot' that was explicitly marked illegal}}
  // expected-error @below {{cannot be computed by mma.sync: its operands are not fragments, or are f32 with precision ieee}}
  // expected-error @below {{the layouts of lhs, rhs and acc spread M, N or K differently over the threads}}
  %d = tile.dot %a, %b, %sum : tensor<32x16xbf16, #lhs>, tensor<8x16xbf16, #rhs>, tensor<32x8xf32, #acc>
  tile.return
}
