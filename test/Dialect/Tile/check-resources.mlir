// RUN: gl-opt %s --tile-check-resources --verify-diagnostics --split-input-file

// A program within every limit passes without a word.
tile.func @fine(%x: memref<1024xf32>, %y: memref<1024xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<1024xf32> -> tensor<1024xf32, #tile.layout<registers = [8 x d0 * 128], lanes = [32 x d0 * 1], warps = [4 x d0 * 32]>>
  tile.return
}

// -----

tile.func @registers(%x: memref<65536xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @below {{needs about 552 registers a thread under}}
  %t = tile.load %x[%c0] : memref<65536xf32> -> tensor<65536xf32, #tile.layout<registers = [512 x d0 * 128], lanes = [32 x d0 * 1], warps = [4 x d0 * 32]>>
  tile.return
}

// -----

// expected-error @below {{launches 65536 blocks along dim 1 of the grid, the limit is 65535}}
tile.func @grid(%x: memref<8xf32>) grid {
  %c1 = arith.constant 1 : index
  %c65536 = arith.constant 65536 : index
  tile.yield %c1, %c65536
} {
  tile.return
}

// -----

// What rings and exchanges take together, against what one block can have. As much as there is, is not too much.
tile.func @shared_memory_full() attributes {schedule = #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], stages = 7>, shared_bytes = 232448} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// expected-error @below {{needs 232449 bytes of shared memory under #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], stages = 8>, sm_90a has 232448 for a block: use fewer stages or a smaller tile}}
tile.func @shared_memory() attributes {schedule = #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], stages = 8>, shared_bytes = 232449} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

// The limit is the target's.
module attributes {gl.target = #gl.target<arch = "sm_90", sms = 132, shared_bytes = 49152, registers = 255>} {
  // expected-error @below {{needs 65536 bytes of shared memory under #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], stages = 2>, sm_90 has 49152 for a block}}
  tile.func @smaller_target() attributes {schedule = #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], stages = 2>, shared_bytes = 65536} grid {
    %c1 = arith.constant 1 : index
    tile.yield %c1
  } {
    tile.return
  }
}
