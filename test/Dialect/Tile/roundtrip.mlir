// Every operation and attribute of tile: parse -> print -> parse is a fixed point, in the pretty and the generic form and through bytecode.
// RUN: gl-opt %s -o %t.once && FileCheck %s --input-file=%t.once
// RUN: gl-opt %t.once | diff %t.once -
// RUN: gl-opt %s --mlir-print-op-generic -o %t.generic
// RUN: gl-opt %t.generic --mlir-print-op-generic | diff %t.generic -
// RUN: gl-opt %t.generic | diff %t.once -
// RUN: gl-opt %s --emit-bytecode | gl-opt | diff %t.once -

// CHECK-DAG: #[[L0:.+]] = #tile.layout<registers = [4 x d1 * 1, 2 x d1 * 64, 2 x d0 * 1], lanes = [16 x d1 * 4, 2 x rep], warps = []>
// Digits of size 1 are dropped.
// CHECK-DAG: #[[L1:.+]] = #tile.layout<registers = [], lanes = [32 x d1 * 1], warps = [4 x d1 * 32, 2 x d0 * 1]>
// CHECK-DAG: #[[L2:.+]] = #tile.layout<registers = [2 x d0 * 1], lanes = [32 x sum], warps = [2 x sum]>
// CHECK-DAG: #[[S:.+]] = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>
// CHECK: tile.func @double(%arg0: memref<?xf32> {tile.facts = #tile.facts<align = 16, strides = [1], dims = [4]>}, %arg1: memref<?xf32> {tile.output}) attributes {schedule = #[[S]]} grid {
tile.func @double(%x: memref<?xf32> {tile.facts = #tile.facts<align = 16, strides = [1], dims = [4]>}, %y: memref<?xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>} grid {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  // CHECK: memref.dim %arg0, %{{.*}} : memref<?xf32>
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = arith.ceildivui %n, %c128 : index
  // CHECK: tile.yield %{{.*}}{{$}}
  tile.yield %g
} {
  %c128 = arith.constant 128 : index
  // CHECK: tile.program_id 0
  %p = tile.program_id 0
  %i = arith.muli %p, %c128 : index
  // CHECK: tile.load %arg0[%{{.*}}] : memref<?xf32> -> tensor<128xf32>
  %t = tile.load %x[%i] : memref<?xf32> -> tensor<128xf32>
  %d = arith.addf %t, %t : tensor<128xf32>
  // CHECK: tile.store %{{.*}}, %arg1[%{{.*}}] : tensor<128xf32>, memref<?xf32>
  tile.store %d, %y[%i] : tensor<128xf32>, memref<?xf32>
  // CHECK: tile.return
  tile.return
}

// CHECK: tile.func @estimated
tile.func @estimated(%x: memref<?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  // CHECK: tile.yield %[[C1:.*]], %[[C1]] cost %[[C1]]{{$}}
  tile.yield %c1, %c1 cost %c1
} {
  tile.return
}

// CHECK: tile.func @every_op(
tile.func @every_op(%x: memref<?x?x?xf16, strided<[?, ?, 1]>>, %y: memref<12x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  // CHECK: tile.yield %{{.*}}, %{{.*}}, %{{.*}}
  tile.yield %c1, %c1, %c1
} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // CHECK: tile.program_id 2
  %p = tile.program_id 2
  %h = memref.dim %x, %c2 : memref<?x?x?xf16, strided<[?, ?, 1]>>
  // CHECK: tile.load %arg0[%{{.*}}, %{{.*}}] map #{{.*}} symbols(%{{.*}}) : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<16x32xf16>
  %a = tile.load %x[%p, %c0] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%h)
     : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<16x32xf16>
  // CHECK: tile.load %arg0[%{{.*}}, %{{.*}}, %{{.*}}] : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<1x8x32xf16>
  %u = tile.load %x[%c0, %c0, %c0] : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<1x8x32xf16>
  // CHECK: tile.load %arg0[%{{.*}}, %{{.*}}] map #{{.*}} : memref
  %b = tile.load %x[%c0, %c0] map affine_map<(n, k) -> (0, n, k)> : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<8x32xf16>
  %acc = arith.constant dense<0.0> : tensor<16x8xf32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xf16>, tensor<8x32xf16>, tensor<16x8xf32>
  %d = tile.dot %a, %b, %acc : tensor<16x32xf16>, tensor<8x32xf16>, tensor<16x8xf32>
  %af = arith.extf %a : tensor<16x32xf16> to tensor<16x32xf32>
  %bf = arith.extf %b : tensor<8x32xf16> to tensor<8x32xf32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} {precision = #gl.precision<tf32>} : tensor<16x32xf32>, tensor<8x32xf32>, tensor<16x8xf32>
  %e = tile.dot %af, %bf, %d {precision = #gl.precision<tf32>} : tensor<16x32xf32>, tensor<8x32xf32>, tensor<16x8xf32>
  // CHECK: tile.reduce %{{.*}} axis = 1 kind = <add> : tensor<16x8xf32> -> tensor<16xf32>
  %s = tile.reduce %e axis = 1 kind = <add> : tensor<16x8xf32> -> tensor<16xf32>
  // CHECK: tile.reduce %{{.*}} axis = 0 kind = <max> : tensor<16xf32> -> tensor<f32>
  %m = tile.reduce %s axis = 0 kind = <max> : tensor<16xf32> -> tensor<f32>
  // CHECK: tile.broadcast %{{.*}} dims = [] : tensor<f32> -> tensor<16x8xf32>
  %q = tile.broadcast %m dims = [] : tensor<f32> -> tensor<16x8xf32>
  // CHECK: tile.broadcast %{{.*}} dims = [0] : tensor<16xf32> -> tensor<16x8xf32>
  %r = tile.broadcast %s dims = [0] : tensor<16xf32> -> tensor<16x8xf32>
  %z = arith.addf %q, %r : tensor<16x8xf32>
  // CHECK: tile.store %{{.*}}, %arg1[%{{.*}}, %{{.*}}] map #{{.*}} : tensor<16x8xf32>, memref<12x?xf32>
  tile.store %z, %y[%c0, %c0] map affine_map<(m, n) -> (n, m)> : tensor<16x8xf32>, memref<12x?xf32>
  tile.return
}

// CHECK: tile.func @layouts(
tile.func @layouts(%y: memref<?x?xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // CHECK: arith.constant dense<1.000000e+00> : tensor<2x128xf32, #[[L0]]>
  %a = arith.constant dense<1.0> : tensor<2x128xf32, #tile.layout<registers = [4 x d1 * 1, 2 x d1 * 64, 2 x d0 * 1], lanes = [16 x d1 * 4, 2 x rep], warps = []>>
  // CHECK: tile.convert_layout %{{.*}} : tensor<2x128xf32, #[[L0]]> -> tensor<2x128xf32, #[[L1]]>
  %b = tile.convert_layout %a : tensor<2x128xf32, #tile.layout<registers = [4 x d1 * 1, 2 x d1 * 64, 2 x d0 * 1], lanes = [16 x d1 * 4, 2 x rep], warps = []>>
    -> tensor<2x128xf32, #tile.layout<registers = [1 x d0 * 7], lanes = [32 x d1 * 1, 1 x rep], warps = [4 x d1 * 32, 2 x d0 * 1]>>
  // CHECK: arith.constant dense<1.000000e+00> : tensor<2xf32, #[[L2]]>
  %c = arith.constant dense<1.0> : tensor<2xf32, #tile.layout<registers = [2 x d0 * 1], lanes = [32 x sum], warps = [2 x sum]>>
  tile.return
}

// Names that need quotes, and a kernel without arguments.
// CHECK: tile.func @"a.b-c d\C3\A9"() attributes {sym_visibility = "private"} grid {
tile.func @"a.b-c dé"() attributes {sym_visibility = "private"} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

tile.func @main_0(%x: memref<?x8xf32>, %w: memref<4x8xf32>, %b: memref<?xf32>, %y: memref<?x4xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// CHECK: func.func @main
func.func @main(%x: tensor<?x8xf32>, %w: tensor<4x8xf32>, %b: tensor<4xf32>, %m: index) -> tensor<?x4xf32> {
  // CHECK: tile.launch [@main_0, @main_0](%{{.*}}, %{{.*}}, %{{.*}}) [%{{.*}}] : (tensor<?x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %y = tile.launch [@main_0, @main_0] (%x, %w, %b) [%m] : (tensor<?x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// A launch whose result is static has no dims.
// CHECK: func.func @static
// CHECK: tile.launch [@main_0](%{{.*}}, %{{.*}}, %{{.*}}) [] : (tensor<3x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<3x4xf32>
func.func @static(%x: tensor<3x8xf32>, %w: tensor<4x8xf32>, %b: tensor<4xf32>) -> tensor<3x4xf32> {
  %y = tile.launch [@main_0] (%x, %w, %b) [] : (tensor<3x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// Floats keep their bits in tiles too.
// CHECK: tile.func @float_bits
tile.func @float_bits() grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  // CHECK: dense<[0x7FC12345, 0x7F800000, 0xFF800000, -0.000000e+00, 1.401300e-45]> : tensor<5xf32>
  %0 = arith.constant dense<[0x7FC12345, 0x7F800000, 0xFF800000, -0.0, 1.0e-45]> : tensor<5xf32>
  // CHECK: dense<0x7E01> : tensor<2xf16>
  %1 = arith.constant dense<0x7E01> : tensor<2xf16>
  tile.return
}

// CHECK: tile.func @facts(%arg0: memref<?x?xf32> {tile.facts = #tile.facts<align = 4, strides = [1, 1], dims = [1, 1] limited[0, 1] to 64 within 1024>, tile.reciprocals = array<i64: 1>}, %arg1: memref<?xf32> {tile.facts = #tile.facts<align = 4, strides = [1], dims = [1] within 8>}) grid {
tile.func @facts(%x: memref<?x?xf32> {tile.facts = #tile.facts<align = 4, strides = [1, 1], dims = [1, 1] limited[0, 1] to 64 within 1024>, tile.reciprocals = array<i64: 1>},
                 %y: memref<?xf32> {tile.facts = #tile.facts<align = 4, strides = [1], dims = [1] within 8>}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

// Shared memory.
// CHECK: tile.func @shared_memory({{.*}}) attributes {schedule = #{{.*}}, shared_bytes = 17408 : i64} grid {
tile.func @shared_memory(%x: memref<4x64x64xbf16>, %n: memref<?x?xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 4, split_k = 4, group_m = 8, gather = walk>, shared_bytes = 17408} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %n, %c0 : memref<?x?xbf16>
  %some = arith.cmpi ult, %c0, %m : index
  // CHECK: %[[RING:.*]] = tile.alloc_ring : <stages = 4, tile = tensor<64x32xbf16>, along = 1>
  %ring = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
  // CHECK: %[[ACROSS:.*]] = tile.alloc_ring {offset = 16384 : i64} : <stages = 1, tile = tensor<64x8xbf16>, along = 0>
  %across = tile.alloc_ring {offset = 16384 : i64} : !tile.ring<stages = 1, tile = tensor<64x8xbf16>, along = 0>
  // CHECK: tile.copy_async %arg0[%{{.*}}, %{{.*}}] map #{{.*}} into %[[RING]][%{{.*}}] width = 8 : memref<4x64x64xbf16> -> <stages = 4, tile = tensor<64x32xbf16>, along = 1>
  tile.copy_async %x[%c0, %c0] map affine_map<(m, k) -> (k floordiv 64, m, k mod 64)> into %ring[%c1] width = 8
    : memref<4x64x64xbf16> -> !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
  // CHECK: tile.copy_async %arg0[%{{.*}}, %{{.*}}] map #{{.*}} symbols(%{{.*}}) into %[[RING]][%{{.*}}] if %{{.*}} width = 4 :
  tile.copy_async %x[%c0, %c0] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%m) into %ring[%c1] if %some width = 4
    : memref<4x64x64xbf16> -> !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
  // CHECK: tile.copy_async %arg1[%{{.*}}, %{{.*}}] into %[[ACROSS]][%{{.*}}] width = 2 : memref<?x?xbf16>
  tile.copy_async %n[%c0, %c0] into %across[%c0] width = 2 : memref<?x?xbf16> -> !tile.ring<stages = 1, tile = tensor<64x8xbf16>, along = 0>
  // CHECK: tile.commit_copies
  tile.commit_copies
  // CHECK: tile.wait_copies pending = 2
  tile.wait_copies pending = 2
  // CHECK: tile.barrier
  tile.barrier
  %t = tile.load %n[%c0, %c0] : memref<?x?xbf16> -> tensor<64x32xbf16>
  // CHECK: tile.ring_store %{{.*}}, %[[RING]][%{{.*}}] width = 1 : tensor<64x32xbf16>, <stages = 4, tile = tensor<64x32xbf16>, along = 1>
  tile.ring_store %t, %ring[%c0] width = 1 : tensor<64x32xbf16>, !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1>
  // CHECK: tile.ring_load %[[RING]][%{{.*}}] at = [0, 16] : <stages = 4, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
  %a = tile.ring_load %ring[%c1] at = [0, 16] : !tile.ring<stages = 4, tile = tensor<64x32xbf16>, along = 1> -> tensor<64x16xbf16>
  %acc = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tile.dot %a, %a, %acc : tensor<64x16xbf16>, tensor<64x16xbf16>, tensor<64x64xf32>
  // CHECK: tile.reduce_split %{{.*}} : tensor<64x64xf32> -> tensor<16x64xf32>
  %part = tile.reduce_split %d : tensor<64x64xf32> -> tensor<16x64xf32>
  // CHECK: tile.reduce_split %{{.*}} {offset = 0 : i64} : tensor<64x64xf32> -> tensor<64x64xf32>
  %whole = tile.reduce_split %d {offset = 0 : i64} : tensor<64x64xf32> -> tensor<64x64xf32>
  tile.store %whole, %y[%c0, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// The type by itself.
// CHECK: func.func private @ring(!tile.ring<stages = 64, tile = tensor<8x4xf32>, along = 1>)
func.func private @ring(!tile.ring<stages = 64, tile = tensor<8x4xf32>, along = 1>)

// A memref of rank 0, f8 operands, and a product whose sums are promoted.
// CHECK: tile.func @f8(
tile.func @f8(%x: memref<?x?xf8E4M3FN, strided<[?, 1]>>, %s: memref<f32>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  // CHECK: tile.load %arg1[] : memref<f32> -> tensor<f32>
  %scale = tile.load %s[] : memref<f32> -> tensor<f32>
  // CHECK: tile.broadcast %{{.*}} dims = [] : tensor<f32> -> tensor<128x128xf32>
  %b = tile.broadcast %scale dims = [] : tensor<f32> -> tensor<128x128xf32>
  // CHECK: tile.alloc_ring : <stages = 4, tile = tensor<128x128xf8E4M3FN>, along = 1, swizzle = 128>
  %ring = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<128x128xf8E4M3FN>, along = 1, swizzle = 128>
  %m = memref.dim %x, %c0 : memref<?x?xf8E4M3FN, strided<[?, 1]>>
  // CHECK: <box = [128, 128], element = f8E4M3FN, swizzle = 128>
  %map = tile.tensor_map %x extents [%m, %m] strides [%m] : memref<?x?xf8E4M3FN, strided<[?, 1]>> -> !tile.tensor_map<box = [128, 128], element = f8E4M3FN, swizzle = 128>
  // CHECK: tile.ring_dot %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], %{{.*}} {promoted} : <stages
  %d = tile.ring_dot %ring[%c0], %ring[%c0], %zero {promoted} : !tile.ring<stages = 4, tile = tensor<128x128xf8E4M3FN>, along = 1, swizzle = 128>, !tile.ring<stages = 4, tile = tensor<128x128xf8E4M3FN>, along = 1, swizzle = 128>, tensor<128x128xf32>
  %w = arith.mulf %d, %b : tensor<128x128xf32>
  tile.return
}
