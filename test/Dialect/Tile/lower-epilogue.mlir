// What tile-lower-epilogue makes of stores: boxes of 16 rows, through two slots of shared memory for each warp.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-lower-epilogue))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-lower-epilogue))' --split-input-file --remarks-filter='tile-lower-epilogue' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: tile.func @wide
// CHECK-DAG: %[[MAP:.*]] = tile.tensor_map %arg1 extents[%{{.*}}, %{{.*}}] strides[%{{.*}}] : memref<?x64xbf16, strided<[?, 1]>> -> <box = [64, 16], element = bf16, swizzle = 128>
// CHECK-DAG: %[[STAGING:.*]] = tile.alloc_ring : <stages = 8, tile = tensor<16x64xbf16>, along = 1, swizzle = 128>
// CHECK: %[[T:.*]] = arith.truncf
// CHECK: tile.store_tensor %[[T]], %[[MAP]][%{{.*}}, %{{.*}}] through %[[STAGING]] :
// CHECK-NOT: tile.store %
// REMARK: lower-epilogue.mlir:[[@LINE+14]]:3: remark: [Analysis] StoreTensor | Category:tile-lower-epilogue | Function=wide | Remark="results are stored by TMA in boxes of 16 x 64"
tile.func @wide(%x: memref<64x64xbf16>, %y: memref<?x64xbf16, strided<[?, 1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %a, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  %t = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xbf16>
  tile.store %t, %y[%r, %c0] : tensor<64x64xbf16>, memref<?x64xbf16, strided<[?, 1]>>
  tile.return
}

// -----

// A warp has 40 columns of f32: boxes of 8, in the narrowest panels. 12 warps have 24 slots.
// CHECK-LABEL: tile.func @narrow
// CHECK-DAG: -> <box = [8, 16], element = f32, swizzle = 32>
// CHECK-DAG: tile.alloc_ring : <stages = 24, tile = tensor<16x8xf32>, along = 1, swizzle = 32>
// CHECK: tile.store_tensor
// REMARK: Function=narrow | Remark="results are stored by TMA in boxes of 16 x 8"
tile.func @narrow(%x: memref<64x64xbf16>, %w: memref<120x64xbf16>, %y: memref<64x120xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 120, 64], warps = [4, 3], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x120xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<120x64xbf16> -> tensor<120x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<120x64xbf16>, tensor<64x120xf32>
  tile.store %d, %y[%r, %c0] : tensor<64x120xf32>, memref<64x120xf32>
  tile.return
}

// -----

// Columns of two dims of memory: no dim of the map goes on where the next tile of it starts, so boxes may not cross from one to the other.
// CHECK-LABEL: tile.func @scattered
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=scattered | Remark="results are stored from registers: pieces of 128 cross the ends of dim 2, of which 64 is a known divisor"
tile.func @scattered(%x: memref<64x64xbf16>, %w: memref<128x64xbf16>, %y: memref<2x64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 128, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<128x64xbf16> -> tensor<128x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<128x64xbf16>, tensor<64x128xf32>
  tile.store %d, %y[%c0, %c0] map affine_map<(m, n) -> (n floordiv 64, m, n mod 64)> : tensor<64x128xf32>, memref<2x64x64xf32>
  tile.return
}

// -----

// Rows of two dims, one of which has the whole tile.
// CHECK-LABEL: tile.func @whole
// CHECK: tile.store_tensor
tile.func @whole(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<2x128x64xf32, strided<[16384, 64, 1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%r, %c0] map affine_map<(m, n) -> (m floordiv 128, m mod 128, n)> : tensor<64x64xf32>, memref<2x128x64xf32, strided<[16384, 64, 1]>>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @swapped
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=swapped | Remark="results are stored from registers: a thread's results lie along M, where operands are swapped"
tile.func @swapped(%x: memref<16x64xbf16>, %w: memref<64x64xbf16>, %y: memref<16x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [16, 64, 64], warps = [1, 4], stages = 2, swap = 1>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<16x64xbf16> -> tensor<16x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<16x64xbf16>, tensor<64x64xbf16>, tensor<16x64xf32>
  tile.store %d, %y[%r, %c0] : tensor<16x64xf32>, memref<16x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @vector
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=vector | Remark="results are stored from registers: the tile is not of rank 2"
// CHECK: tile.store_tensor
tile.func @vector(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output}, %v: memref<64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  %sum = tile.reduce %d axis = 1 kind = <add> : tensor<64x64xf32> -> tensor<64xf32>
  tile.store %sum, %v[%c0] : tensor<64xf32>, memref<64xf32>
  tile.store %d, %y[%r, %c0] : tensor<64x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @other_shape
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=other_shape | Remark="results are stored from registers: the tile is not of a product's shape"
tile.func @other_shape(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  %part = tile.load %y[%c0, %c0] : memref<64x64xf32> -> tensor<16x64xf32>
  tile.store %part, %y[%r, %c0] : tensor<16x64xf32>, memref<64x64xf32>
  tile.return
}

// -----

// The caller may have rows of 65 at a stride of 68; but most have them packed.
// CHECK-LABEL: tile.func @odd
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=odd | Remark="results are stored from registers: rows of 65 * 4 = 260 bytes are not multiples of 16"
tile.func @odd(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<?x65xf32, strided<[?, 1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%r, %c0] : tensor<64x64xf32>, memref<?x65xf32, strided<[?, 1]>>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @odd_stride
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=odd_stride | Remark="results are stored from registers: dim 0 has a stride of 65 * 4 = 260 bytes, not a multiple of 16"
tile.func @odd_stride(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32, strided<[65, 1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%r, %c0] : tensor<64x64xf32>, memref<64x64xf32, strided<[65, 1]>>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @columns
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=columns | Remark="results are stored from registers: 8 columns of a warp are not made of 16"
tile.func @columns(%x: memref<64x64xbf16>, %w: memref<8x64xbf16>, %y: memref<64x8xbf16> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 8, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x8xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<8x64xbf16> -> tensor<8x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<8x64xbf16>, tensor<64x8xf32>
  %t = arith.truncf %d : tensor<64x8xf32> to tensor<64x8xbf16>
  tile.store %t, %y[%r, %c0] : tensor<64x8xbf16>, memref<64x8xbf16>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @inner
// CHECK-NOT: tile.store_tensor
// CHECK: tile.store %
// REMARK: [Missed] StoreTensor {{.*}}Function=inner | Remark="results are stored from registers: the innermost dim of the box has stride 2, must be 1"
tile.func @inner(%x: memref<64x64xbf16>, %w: memref<64x64xbf16>, %y: memref<64x64xf32, strided<[128, 2]>> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %x[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %b = tile.load %w[%c0, %c0] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
  tile.store %d, %y[%r, %c0] : tensor<64x64xf32>, memref<64x64xf32, strided<[128, 2]>>
  tile.return
}
