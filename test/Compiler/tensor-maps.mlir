// Tensor maps in the record: sizes over the tensors of the launch, and in the guard what the driver asks and nothing else promises.

// RUN: split-file %s %t
// RUN: gl-compile %t/maps.mlir --target=sm_90a --no-cubin -o %t.bundle
// RUN: %python %S/Inputs/record.py %t.bundle | FileCheck %t/maps.mlir
// RUN: gl-compile %t/maps.mlir --target=sm_90a --explain | FileCheck %t/maps.mlir --check-prefix=EXPLAIN
// What reads the record takes it, and then misses a GPU.
// RUN: env GL_LIBCUDA=%t.none not gl-run %t.bundle --device=cuda 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not gl-compile %t/extent.mlir --target=sm_90a 2>&1 | FileCheck %t/extent.mlir
// RUN: not gl-compile %t/large.mlir --target=sm_90a 2>&1 | FileCheck %t/large.mlir
// RUN: not gl-compile %t/stride.mlir --target=sm_90a 2>&1 | FileCheck %t/stride.mlir
// RUN: not gl-compile %t/caller.mlir --target=sm_90a 2>&1 | FileCheck %t/caller.mlir
// RUN: not gl-compile %t/empty.mlir --target=sm_90a 2>&1 | FileCheck %t/empty.mlir
// RUN: not gl-compile %t/view.mlir --target=sm_90a 2>&1 | FileCheck %t/view.mlir
// RUN: not gl-compile %t/program.mlir --target=sm_90a 2>&1 | FileCheck %t/program.mlir

// READ: no CUDA driver

//--- maps.mlir
// CHECK: variant split kernel main_0_split

// The kernel's facts come first. Of the maps' own: x has elements and lies right, its merged rows are not too many; that its strides are multiples of 8
// elements is a fact for one of them, and that of y for which there is no fact.
// CHECK-NEXT: guard [
// CHECK-SAME{LITERAL}: {"divides": [16, ["stride", 0, 1]]},
// CHECK-SAME{LITERAL}: {"eq": [["stride", 0, 2], 1]}, {"aligned": [1, 32]}, {"eq": [["stride", 1, 0], 64]}, {"eq": [["stride", 1, 1], 1]}, {"eq": [["stride", 2, 1], 1]},
// CHECK-SAME{LITERAL}: {"le": [1, ["dim", 0, 0]]}, {"le": [1, ["dim", 0, 1]]}, {"aligned": [0, 16]},
// CHECK-SAME{LITERAL}: {"le": [1, ["stride", 0, 1]]}, {"le": [["stride", 0, 1], 549755813887]},
// CHECK-SAME{LITERAL}: {"le": [1, ["stride", 0, 0]]}, {"le": [["stride", 0, 0], 549755813887]}, {"divides": [8, ["stride", 0, 0]]},
// CHECK-SAME{LITERAL}: {"le": [1, ["mul", ["dim", 0, 0], ["dim", 0, 1]]]}, {"le": [["mul", ["dim", 0, 0], ["dim", 0, 1]], 2147483648]},
// CHECK-SAME{LITERAL}: {"le": [1, ["dim", 2, 0]]}, {"aligned": [2, 16]}, {"le": [1, ["stride", 2, 0]]}, {"le": [["stride", 2, 0], 274877906943]}, {"divides": [4, ["stride", 2, 0]]}]
// The grid's extent is known to the caller.
// CHECK-NEXT: grid [3, 1, 1]
// CHECK-NEXT: params [{"ptr": 0}, {"i64": ["dim", 0, 0]}, {"i64": ["dim", 0, 1]}, {"i64": ["stride", 0, 0]}, {"i64": ["stride", 0, 1]}, {"ptr": 1}, {"i64": 48}, {"ptr": 2}, {"i64": ["dim", 2, 0]}, {"i64": ["stride", 2, 0]},
// CHECK-SAME{LITERAL}: {"tensor_map": {"box": [64, 128, 1], "extents": [64, ["dim", 0, 1], ["dim", 0, 0]], "strides": [["stride", 0, 1], ["stride", 0, 0]], "swizzle": 128, "tensor": 0}},
// CHECK-SAME{LITERAL}: {"tensor_map": {"box": [32, 128], "extents": [64, ["mul", ["dim", 0, 0], ["dim", 0, 1]]], "strides": [["stride", 0, 1]], "swizzle": 64, "tensor": 0}},
// CHECK-SAME{LITERAL}: {"tensor_map": {"box": [16], "extents": [64], "strides": [], "swizzle": 0, "tensor": 1}},
// CHECK-SAME{LITERAL}: {"tensor_map": {"box": [32, 64], "extents": [48, ["dim", 2, 0]], "strides": [["stride", 2, 0]], "swizzle": 128, "tensor": 2}}]

// CHECK-NEXT: block [32, 1, 1]
// CHECK: variant any
// CHECK-NEXT: guard []

// EXPLAIN: when {{.*}}1 <= dim(x, 0), 1 <= dim(x, 1), x is aligned to 16 bytes, 1 <= stride(x, 1)
// EXPLAIN: grid 3 x 1 x 1
// EXPLAIN-NEXT: map of x as 64 x dim(x, 1) x dim(x, 0) by boxes of 64 x 128 x 1, swizzle 128
// EXPLAIN-NEXT: map of x as 64 x (dim(x, 0) * dim(x, 1)) by boxes of 32 x 128, swizzle 64
// EXPLAIN-NEXT: map of w as 64 by boxes of 16, swizzle 0
// EXPLAIN-NEXT: map of result0 as 48 x dim(result0, 0) by boxes of 32 x 64, swizzle 128
#schedule = #gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>
#x = strided<[?, ?, 1]>
#y = strided<[?, 1]>
func.func @main(%x: tensor<?x?x64xbf16>, %w: tensor<48x64xbf16>) -> tensor<?x48xf32> {
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c1 : tensor<?x?x64xbf16>
  %y = tile.launch [@main_0_split, @main_0_any] (%x, %w) [%b] : (tensor<?x?x64xbf16>, tensor<48x64xbf16>) -> tensor<?x48xf32>
  return %y : tensor<?x48xf32>
}
tile.func @main_0_split(%x: memref<?x?x64xbf16, #x> {tile.facts = #tile.facts<align = 8, strides = [1, 16, 1], dims = [1, 1, 64]>},
                        %w: memref<?x64xbf16> {tile.facts = #tile.facts<align = 32, strides = [64, 1], dims = [16, 64]>},
                        %y: memref<?x48xf32, #y> {tile.output}) attributes {schedule = #schedule} grid {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %w, %c0 : memref<?x64xbf16>
  %g = arith.ceildivui %n, %c16 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %r = memref.dim %x, %c0 : memref<?x?x64xbf16, #x>
  %m = memref.dim %y, %c0 : memref<?x48xf32, #y>
  %base, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %x
    : memref<?x?x64xbf16, #x> -> memref<bf16>, index, index, index, index, index, index, index
  %ybase, %yoffset, %ysizes:2, %ystrides:2 = memref.extract_strided_metadata %y : memref<?x48xf32, #y> -> memref<f32>, index, index, index, index, index
  %rows = arith.muli %r, %sizes#1 : index
  %xs = tile.tensor_map %x extents [%sizes#2, %sizes#1, %r] strides [%strides#1, %strides#0] : memref<?x?x64xbf16, #x> -> !tile.tensor_map<box = [64, 128, 1], element = bf16, swizzle = 128>
  %flat = tile.tensor_map %x extents [%c64, %rows] strides [%strides#1] : memref<?x?x64xbf16, #x> -> !tile.tensor_map<box = [32, 128], element = bf16, swizzle = 64>
  %ws = tile.tensor_map %w extents [%c64] strides [] : memref<?x64xbf16> -> !tile.tensor_map<box = [16], element = bf16, swizzle = 0>
  %ys = tile.tensor_map %y extents [%c48, %m] strides [%ystrides#0] : memref<?x48xf32, #y> -> !tile.tensor_map<box = [32, 64], element = f32, swizzle = 128>
  tile.return
}
tile.func @main_0_any(%x: memref<?x?x64xbf16, strided<[?, ?, ?]>>, %w: memref<?x64xbf16, strided<[?, ?]>>, %y: memref<?x48xf32, strided<[?, ?]>> {tile.output})
    attributes {schedule = #schedule} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}

//--- extent.mlir
// CHECK: extent.mlir:13:8: error: 'tile.tensor_map' op has 0 elements along dim 1, must have 1 to 2147483648
func.func @main(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<8x8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index

  %m = tile.tensor_map %x extents [%c8, %c0] strides [%c8] : memref<8x8xf32> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
  tile.return
}

//--- large.mlir
// CHECK: large.mlir:13:8: error: 'tile.tensor_map' op has 2147483649 elements along dim 0, must have 1 to 2147483648
func.func @main(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<8x8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c8 = arith.constant 8 : index
  %large = arith.constant 2147483649 : index

  %m = tile.tensor_map %x extents [%large, %c8] strides [%c8] : memref<8x8xf32> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
  tile.return
}

//--- stride.mlir
// CHECK: stride.mlir:13:8: error: 'tile.tensor_map' op has stride 30 along dim 1, must be a multiple of 4 elements (16 bytes) from 4 to 274877906940
func.func @main(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<8x8xf32, strided<[30, 1]>>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c8 = arith.constant 8 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x : memref<8x8xf32, strided<[30, 1]>> -> memref<f32>, index, index, index, index, index

  %m = tile.tensor_map %x extents [%c8, %c8] strides [%strides#0] : memref<8x8xf32, strided<[30, 1]>> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
  tile.return
}

//--- caller.mlir
// What the kernel does not know, its caller may: 3 rows of 6 elements.
// CHECK: caller.mlir:15:8: error: 'tile.tensor_map' op has stride 18 along dim 1, must be a multiple of 8 elements (16 bytes) from 8 to 549755813880
func.func @main(%x: tensor<3x6xbf16>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<3x6xbf16>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<?x?xbf16>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x : memref<?x?xbf16> -> memref<bf16>, index, index, index, index, index
  %c16 = arith.constant 16 : index
  %all = arith.muli %sizes#0, %sizes#1 : index

  %m = tile.tensor_map %x extents [%c16, %c16] strides [%all] : memref<?x?xbf16> -> !tile.tensor_map<box = [8, 8], element = bf16, swizzle = 0>
  tile.return
}

//--- empty.mlir
// CHECK: empty.mlir:12:8: error: 'tile.tensor_map' op is of a tensor without elements, 'tensor<0x8xf32>'
func.func @main(%x: tensor<0x8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<0x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<?x8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c8 = arith.constant 8 : index

  %m = tile.tensor_map %x extents [%c8] strides [] : memref<?x8xf32> -> !tile.tensor_map<box = [8], element = f32, swizzle = 0>
  tile.return
}

//--- view.mlir
// CHECK: view.mlir:12:42: error: 'memref.extract_strided_metadata' op is not of an argument
func.func @main(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<8x8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c8 = arith.constant 8 : index
  %v = memref.subview %x[0, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %v : memref<4x8xf32, strided<[8, 1]>> -> memref<f32>, index, index, index, index, index
  %m = tile.tensor_map %x extents [%c8, %sizes#0] strides [%c8] : memref<8x8xf32> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
  tile.return
}

//--- program.mlir
// The host knows nothing of a program's place.
// CHECK: program.mlir:13:8: error: 'tile.program_id' op cannot be evaluated at launch; a bundle knows constants, dims and strides of tensors and arith's
// CHECK: program.mlir:14:8: note: used here
func.func @main(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %y = tile.launch [@k] (%x) [] : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
tile.func @k(%x: memref<8x8xf32>, %y: memref<8xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c8 = arith.constant 8 : index
  %p = tile.program_id 0
  %m = tile.tensor_map %x extents [%c8, %p] strides [%c8] : memref<8x8xf32> -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>
  tile.return
}
