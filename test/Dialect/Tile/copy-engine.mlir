// Operations and types of the copy engine, barriers and warp roles: parse -> print -> parse is a fixed point, in the pretty and the generic form and through bytecode.
// RUN: gl-opt %s -o %t.once && FileCheck %s --input-file=%t.once
// RUN: gl-opt %t.once | diff %t.once -
// RUN: gl-opt %s --mlir-print-op-generic -o %t.generic
// RUN: gl-opt %t.generic --mlir-print-op-generic | diff %t.generic -
// RUN: gl-opt %t.generic | diff %t.once -
// RUN: gl-opt %s --emit-bytecode | gl-opt | diff %t.once -

// What a schedule of family wgmma says beside the fields of others; defaults are left out.
// CHECK-DAG: #[[TURNS:.+]] = #gl.schedule<family = wgmma, tile = [64, 256, 64], warps = [4, 1], vector = 8, stages = 4, cluster = [2, 1], pingpong = 1>
// CHECK-DAG: #[[SCHEDULE:.+]] = #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], vector = 8, stages = 4, group_m = 16, gather = walk, k_order = zigzag>
// CHECK-DAG: #[[SWAP:.+]] = #gl.schedule<family = wgmma, tile = [16, 192, 64], warps = [1, 12], vector = 8, stages = 2, swap = 1>
// CHECK: schedule = #[[SCHEDULE]]
tile.func @all(%x: memref<4x512x64xbf16>, %y: memref<512x256xbf16> {tile.output})
    attributes {schedule = #gl.schedule<gather = walk, k_order = zigzag, family = wgmma, tile = [128, 256, 64], warps = [8, 1], vector = 8, stages = 4, group_m = 16, swap = 0>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %c32768 = arith.constant 32768 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  // CHECK: %[[X:.*]] = tile.tensor_map %arg0 extents[%{{.*}}, %{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] : memref<4x512x64xbf16> -> <box = [64, 128, 1], element = bf16, swizzle = 128>
  %xs = tile.tensor_map %x extents [%c64, %c512, %c4] strides [%c64, %c32768] : memref<4x512x64xbf16> -> !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128>
  // CHECK: %[[Y:.*]] = tile.tensor_map %arg1 extents[%{{.*}}, %{{.*}}] strides[%{{.*}}] : memref<512x256xbf16> -> <box = [32, 16], element = bf16, swizzle = 64>
  %ys = tile.tensor_map %y extents [%c256, %c512] strides [%c256] : memref<512x256xbf16> -> !tile.tensor_map<box = [32, 16], element = bf16, swizzle = 64>
  // CHECK: %[[A:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>
  %a = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>
  // CHECK: %[[B:.*]] = tile.alloc_ring {offset = 65536 : i64} : <stages = 4, tile = tensor<256x64xbf16>, along = 0, swizzle = 128>
  %b = tile.alloc_ring {offset = 65536 : i64} : !tile.ring<stages = 4, tile = tensor<256x64xbf16>, along = 0, swizzle = 128>
  // CHECK: %[[STAGING:.*]] = tile.alloc_ring : <stages = 16, tile = tensor<16x32xbf16>, along = 1, swizzle = 64>
  %staging = tile.alloc_ring : !tile.ring<stages = 16, tile = tensor<16x32xbf16>, along = 1, swizzle = 64>
  // No permutation is no panels: a ring as the other families have it.
  // CHECK: tile.alloc_ring : <stages = 2, tile = tensor<16x16xbf16>, along = 1>
  %plain = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<16x16xbf16>, along = 1, swizzle = 0>
  // CHECK: %[[FULL:.*]] = tile.alloc_barriers : <count = 4, arrivals = 1>
  %full = tile.alloc_barriers : !tile.barriers<count = 4, arrivals = 1>
  // CHECK: %[[EMPTY:.*]] = tile.alloc_barriers {offset = 1024 : i64} : <count = 4, arrivals = 8>
  %empty = tile.alloc_barriers {offset = 1024 : i64} : !tile.barriers<count = 4, arrivals = 8>
  tile.barrier
  // CHECK: tile.specialize_warps registers = [40, 232] copies {
  tile.specialize_warps registers = [40, 232] copies {
    // CHECK: tile.await %[[EMPTY]][%{{.*}}] parity = %{{.*}} : <count = 4, arrivals = 8>
    tile.await %empty[%c0] parity = %one : !tile.barriers<count = 4, arrivals = 8>
    // CHECK: tile.expect_copies %[[FULL]][%{{.*}}] bytes = 49152 : <count = 4, arrivals = 1>
    tile.expect_copies %full[%c0] bytes = 49152 : !tile.barriers<count = 4, arrivals = 1>
    // CHECK: tile.copy_tensor %[[X]][%{{.*}}, %{{.*}}, %{{.*}}] into %[[A]][%{{.*}}] at = [0, 0] signals %[[FULL]] : <box = [64, 128, 1], element = bf16, swizzle = 128> -> <stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 4, arrivals = 1>
    tile.copy_tensor %xs[%c0, %c0, %c0] into %a[%c0] at = [0, 0] signals %full : !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128> -> !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.barriers<count = 4, arrivals = 1>
    // CHECK: tile.copy_tensor %[[X]][%{{.*}}, %{{.*}}, %{{.*}}] into %[[A]][%{{.*}}] at = [0, 0] : <box = [64, 128, 1], element = bf16, swizzle = 128> -> <stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>{{$}}
    tile.copy_tensor %xs[%c0, %c0, %c0] into %a[%c0] at = [0, 0] : !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128> -> !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>
  // CHECK: } products {
  } products {
    // CHECK: %[[D:.*]] = tile.ring_dot %[[A]][%{{.*}}], %[[B]][%{{.*}}], %{{.*}} : <stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, <stages = 4, tile = tensor<256x64xbf16>, along = 0, swizzle = 128>, tensor<128x256xf32>
    %d = tile.ring_dot %a[%c0], %b[%c0], %zero : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 4, tile = tensor<256x64xbf16>, along = 0, swizzle = 128>, tensor<128x256xf32>
    // CHECK: tile.ring_dot {{.*}}, %[[D]] {precision = #gl.precision<tf32>, swapped} :
    %e = tile.ring_dot %a[%c0], %b[%c0], %d {precision = #gl.precision<tf32>, swapped} : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 4, tile = tensor<256x64xbf16>, along = 0, swizzle = 128>, tensor<128x256xf32>
    // CHECK: tile.arrive %[[EMPTY]][%{{.*}}] : <count = 4, arrivals = 8>
    tile.arrive %empty[%c0] : !tile.barriers<count = 4, arrivals = 8>
    // CHECK: %[[UNDER:.*]] = tile.ring_dot %{{.*}}, %{{.*}}, %{{.*}} {under_way}
    %u = tile.ring_dot %a[%c0], %b[%c0], %e {under_way} : !tile.ring<stages = 4, tile = tensor<128x64xbf16>, along = 1, swizzle = 128>, !tile.ring<stages = 4, tile = tensor<256x64xbf16>, along = 0, swizzle = 128>, tensor<128x256xf32>
    // CHECK: tile.await_product %[[UNDER]] : tensor<128x256xf32>
    %v = tile.await_product %u : tensor<128x256xf32>
    %f = arith.truncf %v : tensor<128x256xf32> to tensor<128x256xbf16>
    // CHECK: tile.store_tensor %{{.*}}, %[[Y]][%{{.*}}, %{{.*}}] through %[[STAGING]] : tensor<128x256xbf16>, <box = [32, 16], element = bf16, swizzle = 64>, <stages = 16, tile = tensor<16x32xbf16>, along = 1, swizzle = 64>
    tile.store_tensor %f, %ys[%c0, %c0] through %staging : tensor<128x256xbf16>, !tile.tensor_map<box = [32, 16], element = bf16, swizzle = 64>, !tile.ring<stages = 16, tile = tensor<16x32xbf16>, along = 1, swizzle = 64>
  }
  // Low parts of f32 operands, in rings like theirs, and threads that fill slots.
  %p = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  %q = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  %sums = arith.constant dense<0.0> : tensor<64x64xf32>
  // CHECK: tile.specialize_warps registers = [40, 72, 200] copies {
  // CHECK-NEXT: } fills {
  tile.specialize_warps registers = [40, 72, 200] copies {
  } fills {
    // CHECK: %[[T:.*]] = tile.ring_load
    %t = tile.ring_load %p[%c0] at = [0, 0] : !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128> -> tensor<64x32xf32>
    // CHECK: tile.low_part %[[T]] : tensor<64x32xf32>
    %l = tile.low_part %t : tensor<64x32xf32>
    tile.ring_store %l, %q[%c0] width = 4 : tensor<64x32xf32>, !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
    // CHECK: tile.arrive %[[EMPTY]][%{{.*}}] fenced : <count = 4, arrivals = 8>
    tile.arrive %empty[%c0] fenced : !tile.barriers<count = 4, arrivals = 8>
    // CHECK: tile.arrive %[[EMPTY]][%{{.*}}] ordered : <count = 4, arrivals = 8>
    tile.arrive %empty[%c0] ordered : !tile.barriers<count = 4, arrivals = 8>
    // CHECK: tile.arrive_copied %[[EMPTY]][%{{.*}}] : <count = 4, arrivals = 8>
    tile.arrive_copied %empty[%c0] : !tile.barriers<count = 4, arrivals = 8>
  // CHECK: } relay {
  } relay {
    // CHECK: tile.arrive
    tile.arrive %empty[%c0] : !tile.barriers<count = 4, arrivals = 8>
  // CHECK: } products {
  } products {
    // CHECK: tile.ring_dot %[[P:[0-9]+]][%{{.*}}], %[[P]][%{{.*}}], %{{.*}} low %[[Q:[0-9]+]], %[[Q]] {precision = #gl.precision<tf32x3>, promoted} : {{.*}}, tensor<64x64xf32> low !tile.ring<stages = 4, {{.*}}>, !tile.ring<stages = 4, {{.*}}>
    %w3 = tile.ring_dot %p[%c0], %p[%c0], %sums low %q, %q {precision = #gl.precision<tf32x3>, promoted} : !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, tensor<64x64xf32> low !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>, !tile.ring<stages = 4, tile = tensor<64x32xf32>, along = 1, swizzle = 128>
  }
  // Roles with the registers that they were launched with.
  // CHECK: tile.specialize_warps registers = [] copies {
  // CHECK-NEXT: } products {
  // CHECK-NEXT: }
  tile.specialize_warps registers = [] copies {
  } products {
  }
  // Two sets of warps, each of which knows its number.
  // CHECK: tile.specialize_warps registers = [] sets = 2 copies {
  // CHECK-NEXT: } products {
  // CHECK-NEXT: ^bb0(%{{.*}}: index):
  // CHECK-NEXT: }
  tile.specialize_warps registers = [] sets = 2 copies {
  } products {
  ^bb0(%set: index):
  }
  // CHECK: tile.specialize_warps registers = [] fill_sets = 2 copies {
  tile.specialize_warps registers = [] fill_sets = 2 copies {
  // CHECK: } fills {
  } fills {
  // CHECK: ^bb0(%{{.*}}: index):
  ^bb0(%set: index):
  } products {
  }
  tile.return
}

// CHECK: func.func private @turns() attributes {schedule = #[[TURNS]]}
func.func private @turns() attributes {schedule = #gl.schedule<pingpong = 1, family = wgmma, tile = [64, 256, 64], warps = [4, 1], vector = 8, stages = 4, cluster = [2, 1]>}

// CHECK: func.func private @swapped() attributes {schedule = #[[SWAP]]}
func.func private @swapped() attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 192, 64], warps = [1, 12], vector = 8, stages = 2, swap = 1, k_order = forward>}
