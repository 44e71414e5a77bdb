// RUN: gl-opt %s --convert-tile-to-nvvm --verify-diagnostics --split-input-file

tile.func @unassigned(%x: memref<128xf32>) attributes {schedule = #gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  // expected-error @below {{has a tile without a layout: run tile-assign-layouts first}}
  %t = tile.load %x[%c0] : memref<128xf32> -> tensor<128xf32>
  tile.return
}

// -----

// expected-error @below {{has no schedule, which says how many threads it has}}
tile.func @unscheduled(%x: memref<128xf32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// -----

#other = #tile.layout<registers = [2 x d0 * 1], lanes = [32 x rep], warps = []>
tile.func @reduce(%x: memref<2x128xf32>) attributes {schedule = #gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0, %c0] : memref<2x128xf32> -> tensor<2x128xf32, #tile.layout<registers = [4 x d1 * 32], lanes = [32 x d1 * 1], warps = [2 x d0 * 1]>>
  // expected-error @below {{failed to legalize operation 'tile.reduce' that was explicitly marked illegal}}
  // expected-error @below {{result must have the source's layout without dim 1, got}}
  %s = tile.reduce %t axis = 1 kind = <add> : tensor<2x128xf32, #tile.layout<registers = [4 x d1 * 32], lanes = [32 x d1 * 1], warps = [2 x d0 * 1]>> -> tensor<2xf32, #other>
  tile.return
}

// -----

tile.func @warps(%x: memref<128xf32>) attributes {schedule = #gl.schedule<family = simt, tile = [1, 128, 1], warps = [1, 4], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<128xf32> -> tensor<128xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = [4 x d0 * 32]>>
  // expected-error @below {{failed to legalize operation 'tile.convert_layout' that was explicitly marked illegal}}
  // expected-error @below {{would move elements between threads}}
  %s = tile.convert_layout %t : tensor<128xf32, #tile.layout<registers = [], lanes = [32 x d0 * 1], warps = [4 x d0 * 32]>> -> tensor<128xf32, #tile.layout<registers = [4 x d0 * 32], lanes = [32 x d0 * 1], warps = []>>
  tile.return
}
