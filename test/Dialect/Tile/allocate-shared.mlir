// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-allocate-shared))' | FileCheck %s

// Rings lie side by side, each at a multiple of 1024 bytes: 3 slots of 16 rows of 32 bytes are 1536. The last one ends where it ends.

// CHECK-LABEL: tile.func @rings
// CHECK-SAME: attributes {shared_bytes = 11264 : i64}
// CHECK: tile.alloc_ring {offset = 0 : i64} : <stages = 3, tile = tensor<16x16xbf16>
// CHECK: tile.alloc_ring {offset = 2048 : i64} : <stages = 4, tile = tensor<32x16xf32>
// CHECK: tile.alloc_ring {offset = 10240 : i64} : <stages = 2, tile = tensor<16x16xbf16>
tile.func @rings() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<16x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<32x16xf32>, along = 1>
  %c = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<16x16xbf16>, along = 1>
  tile.return
}

// Rows of 3 chunks are padded to the next odd number, which they are; rows of 6 to 7: 112 bytes each.
// CHECK-LABEL: tile.func @padded
// CHECK-SAME: shared_bytes = 3840 : i64
// CHECK: offset = 0
// CHECK: offset = 2048
tile.func @padded() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<16x24xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 1, tile = tensor<16x48xbf16>, along = 1>
  tile.return
}

// What the programs of a cluster exchange lies over the rings, and is larger here: 64 rows of 64 f32 and 16 bytes of padding.
// CHECK-LABEL: tile.func @exchange
// CHECK-SAME: shared_bytes = 17408 : i64
// CHECK: tile.alloc_ring {offset = 0 : i64}
// CHECK: tile.reduce_split %{{.*}} {offset = 0 : i64}
tile.func @exchange(%y: memref<64x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<16x16xbf16>, along = 1>
  %sum = arith.constant dense<1.0> : tensor<64x64xf32>
  %part = tile.reduce_split %sum : tensor<64x64xf32> -> tensor<16x64xf32>
  tile.store %part, %y[%c0, %c0] : tensor<16x64xf32>, memref<64x64xf32>
  tile.return
}

// Rings that are larger than the exchange decide alone.
// CHECK-LABEL: tile.func @small_exchange
// CHECK-SAME: shared_bytes = 65536 : i64
tile.func @small_exchange(%y: memref<64x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %a = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1>
  %sum = arith.constant dense<1.0> : tensor<64x64xf32>
  %part = tile.reduce_split %sum : tensor<64x64xf32> -> tensor<16x64xf32>
  tile.store %part, %y[%c0, %c0] : tensor<16x64xf32>, memref<64x64xf32>
  tile.return
}

// Nothing in shared memory, nothing to say.
// CHECK-LABEL: tile.func @none
// CHECK-NOT: shared_bytes
tile.func @none() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
