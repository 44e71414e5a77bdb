// The JSON record of a bundle, from a module of level tile: every kind of
// guard, parameter, grid, shape and check.

// RUN: gl-compile %s --target=cpu -o %t.bundle
// RUN: %python %S/Inputs/record.py %t.bundle | FileCheck %s

// CHECK: target cpu
// CHECK-NEXT: compiler gl {{[0-9.]+}}, LLVM 22
// CHECK-NEXT: module object at 0
// CHECK-NEXT: function scale twice
// CHECK-NEXT: {"dtype": "f32", "name": "x", "role": "arg", "shape": [null, null]}
// CHECK-NEXT: {"dtype": "f16", "name": "s", "role": "arg", "shape": [4]}
// CHECK-NEXT{LITERAL}: {"dtype": "f32", "name": "result0", "role": "result", "shape": [["ceildiv", ["mul", ["dim", 0, 0], 3], 2], 8]}
// CHECK-NEXT{LITERAL}: {"dtype": "f32", "name": "temp0", "role": "temp", "shape": [["mul", ["dim", 0, 0], 3], 8]}
// CHECK-NEXT{LITERAL}: check {"eq": [["dim", 0, 1], ["add", ["dim", 0, 0], 1]], "text": "the \"rows\" must fit"}
// CHECK-NEXT{LITERAL}: check {"le": [["dim", 0, 0], 4096], "text": "too many rows"}
// CHECK-NEXT{LITERAL}: check {"eq": [["dim", 0, 1], 8], "text": "dim 1 of x must be 8"}
// CHECK-NEXT: step 0
// CHECK-NEXT: variant fast kernel kernel_scale_twice_0_fast_0
// CHECK-NEXT{LITERAL}: guard [{"aligned": [0, 16]}, {"eq": [["dim", 0, 1], 8]}, {"divides": [4, ["stride", 0, 0]]}, {"eq": [["stride", 0, 1], 1]}, {"eq": [["stride", 1, 0], 1]}, {"divides": [2, ["dim", 3, 0]]}, {"eq": [["stride", 3, 1], 1]}]
// CHECK-NEXT{LITERAL}: grid [["ceildiv", ["dim", 3, 0], 2], 4, 1]
// CHECK-NEXT: params [{"ptr": 0}, {"i64": ["dim", 0, 0]}, {"i64": ["stride", 0, 0]}, {"ptr": 1}, {"ptr": 3}, {"i64": ["dim", 3, 0]}, {"i64": ["stride", 3, 0]}]
// CHECK-NEXT: variant any kernel kernel_scale_twice_0_any_1
// CHECK-NEXT: guard []
// CHECK-NEXT{LITERAL}: grid [["dim", 3, 0], 1, 1]
// CHECK: step 1
// CHECK-NEXT: variant half kernel half
// CHECK-NEXT: guard []

func.func @"scale twice"(%x: tensor<?x?xf32>, %s: tensor<4xf16>) -> (tensor<?x8xf32> {gl.note = 1 : i32}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4096 = arith.constant 4096 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %more = arith.addi %d0, %c1 : index
  %fits = arith.cmpi eq, %d1, %more : index
  cf.assert %fits, "the \"rows\" must fit"
  %few = arith.cmpi uge, %c4096, %d0 : index
  cf.assert %few, "too many rows"
  %y = tensor.cast %x : tensor<?x?xf32> to tensor<?x8xf32>
  %rows = arith.muli %d0, %c3 : index
  %t = tile.launch [@"scale twice_0_fast", @"scale twice_0_any"] (%x, %s) [%rows] : (tensor<?x?xf32>, tensor<4xf16>) -> tensor<?x8xf32>
  %n = tensor.dim %t, %c0 : tensor<?x8xf32>
  %m = arith.ceildivui %n, %c2 : index
  %r = tile.launch [@half] (%t) [%m] : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

tile.func @"scale twice_0_fast"(%x: memref<?x8xf32, strided<[?, 1]>> {tile.facts = #tile.facts<align = 16, strides = [4, 1], dims = [1, 4]>},
                         %s: memref<4xf16>,
                         %y: memref<?x8xf32, strided<[?, 1]>> {tile.output, tile.facts = #tile.facts<align = 1, strides = [1, 1], dims = [2, 1]>}) grid {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %y, %c0 : memref<?x8xf32, strided<[?, 1]>>
  %g = arith.ceildivsi %n, %c2 : index
  tile.yield %g, %c4
} {
  tile.return
}

tile.func @"scale twice_0_any"(%x: memref<?x?xf32, strided<[?, ?]>>, %s: memref<4xf16, strided<[?]>>,
                        %y: memref<?x8xf32, strided<[?, ?]>> {tile.output}) grid {
  %c0 = arith.constant 0 : index
  %n = memref.dim %y, %c0 : memref<?x8xf32, strided<[?, ?]>>
  tile.yield %n
} {
  tile.return
}

tile.func @half(%x: memref<?x8xf32, strided<[?, ?]>>, %y: memref<?x8xf32, strided<[?, ?]>> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
