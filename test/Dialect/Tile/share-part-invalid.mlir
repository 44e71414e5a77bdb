// RUN: gl-opt %s --split-input-file --verify-diagnostics

func.func @one(%slot: index) {
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %full = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 1>
  // expected-error @below {{has 1 part, of which there is no other to copy to}}
  tile.share_part %ring[%slot] parts = 1 signals %full : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 2, arrivals = 1>
  return
}

// -----

func.func @barriers(%slot: index) {
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  %full = tile.alloc_barriers : !tile.barriers<count = 3, arrivals = 1>
  // expected-error @below {{has 3 barriers for a ring of 2 stages}}
  tile.share_part %ring[%slot] parts = 2 signals %full : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 3, arrivals = 1>
  return
}

// -----

// The swizzle repeats after 8 rows.
func.func @rows(%slot: index) {
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<24x64xbf16>, along = 1, swizzle = 128>
  %full = tile.alloc_barriers : !tile.barriers<count = 2, arrivals = 1>
  // expected-error @below {{has 2 parts of the 24 rows of '!tile.ring<stages = 2, tile = tensor<24x64xbf16>, along = 1, swizzle = 128>', which must be multiples of 8 rows}}
  tile.share_part %ring[%slot] parts = 2 signals %full : !tile.ring<stages = 2, tile = tensor<24x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 2, arrivals = 1>
  return
}

// -----

// Rows that run across K lie in panels of 64.
func.func @panels(%x: memref<64x256xbf16, strided<[1, 64]>>, %slot: index) {
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 0, swizzle = 128>
  // expected-error @below {{has 2 parts of the 64 rows of '!tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 0, swizzle = 128>', which must be multiples of 64 rows}}
  tile.copy_async %x[%slot, %slot] into %ring[%slot] width = 2 parts = 2 : memref<64x256xbf16, strided<[1, 64]>> -> !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 0, swizzle = 128>
  return
}

// -----

func.func @whole(%t: tensor<64x64xbf16>, %slot: index) {
  %ring = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  // expected-error @below {{stores 'tensor<64x64xbf16>' into a ring of 'tensor<32x64xbf16>'}}
  tile.ring_store %t, %ring[%slot] width = 2 parts = 2 : tensor<64x64xbf16>, !tile.ring<stages = 2, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
  return
}
