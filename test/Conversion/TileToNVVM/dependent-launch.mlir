// RUN: gl-opt %s --split-input-file --tile-to-nvvm | FileCheck %s

// Every kernel waits before it touches what an earlier kernel may touch. Constants are loaded before that, also those that the program loads later;
// the next kernel may begin from there on. The second launch_dependents keeps the loads ahead of the arithmetic.

// CHECK-LABEL: llvm.func @constants
// CHECK: llvm.inline_asm has_side_effects {{.*}}ld.global.v4.b32 {{.*}} %[[WEIGHT:[0-9]+]], %{{[0-9]+}} :
// CHECK-NOT: ld.global
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;", "~{memory}"
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: ld.global.v4.b32
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: llvm.intr.fma
// CHECK-NOT: griddepcontrol
// CHECK: st.global
tile.func @constants(%x: memref<8x64xf32> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>},
                     %w: memref<8x64xf32> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>, tile.constant}, %y: memref<8x8xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 2, 64], warps = [1, 1], lanes = [1, 2, 16], vector = 4>} grid {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.yield %c4, %c8
} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = tile.program_id 1
  %xs = tile.load %x[%m, %c0] : memref<8x64xf32> -> tensor<1x64xf32>
  %i = tile.program_id 0
  %n = arith.muli %i, %c2 : index
  %ws = tile.load %w[%n, %c0] : memref<8x64xf32> -> tensor<2x64xf32>
  %d = tile.dot %xs, %ws, %zero : tensor<1x64xf32>, tensor<2x64xf32>, tensor<1x2xf32>
  tile.store %d, %y[%m, %n] : tensor<1x2xf32>, memref<8x8xf32>
  tile.return
}

// -----

// Without a promise the wait comes first. In a program with a loop it comes before the loop, nothing keeps loads together, and
// only its end lets the next kernel begin.

// CHECK-LABEL: llvm.func @loop
// CHECK-NOT: {{ld.global|griddepcontrol launch}}
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;"
// CHECK-NOT: griddepcontrol
// CHECK: llvm.cond_br
// CHECK: ld.global
// CHECK-NOT: griddepcontrol
tile.func @loop(%x: memref<8x64xf32>, %w: memref<8x64xf32>, %y: memref<8x8xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 2, 16], warps = [1, 1], lanes = [1, 2, 16]>} grid {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.yield %c4, %c8
} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = tile.program_id 1
  %i = tile.program_id 0
  %n = arith.muli %i, %c2 : index
  %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %zero) -> tensor<1x2xf32> {
    %xs = tile.load %x[%m, %k] : memref<8x64xf32> -> tensor<1x16xf32>
    %ws = tile.load %w[%n, %k] : memref<8x64xf32> -> tensor<2x16xf32>
    %d = tile.dot %xs, %ws, %acc : tensor<1x16xf32>, tensor<2x16xf32>, tensor<1x2xf32>
    scf.yield %d : tensor<1x2xf32>
  }
  tile.store %sum, %y[%m, %n] : tensor<1x2xf32>, memref<8x8xf32>
  tile.return
}

// -----

// A loop that reads constants only does not wait; the store does, since an earlier kernel may still read what it overwrites. A view of a constant is
// constant, too.

// CHECK-LABEL: llvm.func @store_waits
// CHECK: llvm.cond_br
// CHECK: ld.global
// CHECK-NOT: griddepcontrol launch
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;"
// CHECK-NOT: griddepcontrol
// CHECK: st.global
tile.func @store_waits(%x: memref<64x32xf32> {tile.constant}, %y: memref<32xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  %view = memref.subview %x[16, 0] [32, 32] [1, 1] : memref<64x32xf32> to memref<32x32xf32, strided<[32, 1], offset: 512>>
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%acc = %zero) -> tensor<32xf32> {
    %row = tile.load %view[%i, %c0] : memref<32x32xf32, strided<[32, 1], offset: 512>> -> tensor<1x32xf32>
    %flat = tile.reduce %row axis = 0 kind = <add> : tensor<1x32xf32> -> tensor<32xf32>
    %next = arith.addf %acc, %flat : tensor<32xf32>
    scf.yield %next : tensor<32xf32>
  }
  tile.store %sum, %y[%c0] : tensor<32xf32>, memref<32xf32>
  tile.return
}

// -----

// A copy waits before it reads, and leaves it to its end to let the next kernel begin.

// CHECK-LABEL: llvm.func @copy
// CHECK-NOT: {{ld.global|griddepcontrol launch}}
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;"
// CHECK-NOT: griddepcontrol
// CHECK: st.global
tile.func @copy(%x: memref<128xf32>, %y: memref<128xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0] : memref<128xf32> -> tensor<128xf32>
  tile.store %t, %y[%c0] : tensor<128xf32>, memref<128xf32>
  tile.return
}

// -----

// What waits for a kernel that touches nothing waits for those before it, too.

// CHECK-LABEL: llvm.func @nothing
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;", "~{memory}"
// CHECK-NEXT: llvm.return
tile.func @nothing(%y: memref<8xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  tile.return
}
