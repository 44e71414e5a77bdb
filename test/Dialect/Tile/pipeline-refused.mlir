// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-loads,tile-pipeline))' --split-input-file | FileCheck %s

// Loops whose copies cannot run ahead keep the order in which they were written: indices that the loop carries, operands that stay in registers
// across steps, rings that differ, copies without a product.

// CHECK-LABEL: tile.func @nodot(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @nodot(%x: memref<32x1024xbf16>) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  scf.for %k = %c0 to %c64 step %c1 {
    tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
  }
  tile.return
}

// -----

// CHECK-LABEL: tile.func @carried(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @carried(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero, %k = %c0) -> (tensor<32x64xf32>, index) {
    tile.copy_async %x[%c0, %k] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1>
    tile.copy_async %w[%c0, %k] into %b[%c0] width = 8 : memref<64x1024xbf16> -> !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 3, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d0, %k : tensor<32x64xf32>, index
  }
  tile.store %sum#0, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @one_stage(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @one_stage(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %a = tile.alloc_ring : !tile.ring<stages = 2, tile = tensor<32x16xbf16>, along = 1>
  %b = tile.alloc_ring : !tile.ring<stages = 4, tile = tensor<64x16xbf16>, along = 1>
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    tile.copy_async %x[%c0, %i] into %a[%c0] width = 8 : memref<32x1024xbf16> -> !tile.ring<stages = 2, tile = tensor<32x16xbf16>, along = 1>
    tile.copy_async %w[%c0, %i] into %b[%c0] width = 8 : memref<64x1024xbf16> -> !tile.ring<stages = 4, tile = tensor<64x16xbf16>, along = 1>
    tile.commit_copies
    tile.wait_copies pending = 0
    tile.barrier
    %a0 = tile.ring_load %a[%c0] at = [0, 0] : !tile.ring<stages = 2, tile = tensor<32x16xbf16>, along = 1> -> tensor<32x16xbf16>
    %b0 = tile.ring_load %b[%c0] at = [0, 0] : !tile.ring<stages = 4, tile = tensor<64x16xbf16>, along = 1> -> tensor<64x16xbf16>
    %d0 = tile.dot %a0, %b0, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    tile.barrier
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @carried_index(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @carried_index(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 16], warps = [2, 2], stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero, %k = %c0) -> (tensor<32x64xf32>, index) {
    %a = tile.load %x[%c0, %k] : memref<32x1024xbf16> -> tensor<32x16xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x1024xbf16> -> tensor<64x16xbf16>
    %d0 = tile.dot %a, %b, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    %n = arith.addi %k, %c16 : index
    scf.yield %d0, %n : tensor<32x64xf32>, index
  }
  tile.store %sum#0, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @carried_iv(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @carried_iv(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 16], warps = [2, 2], stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero, %k = %c0) -> (tensor<32x64xf32>, index) {
    %a = tile.load %x[%c0, %k] : memref<32x1024xbf16> -> tensor<32x16xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x1024xbf16> -> tensor<64x16xbf16>
    %d0 = tile.dot %a, %b, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    
    scf.yield %d0, %i : tensor<32x64xf32>, index
  }
  tile.store %sum#0, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @carried_index(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @carried_index(%x: memref<32x1024xbf16>, %w: memref<64x1024xbf16>, %y: memref<32x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 16], warps = [2, 2], stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %sum:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero, %k = %c0) -> (tensor<32x64xf32>, index) {
    %a = tile.load %x[%c0, %k] : memref<32x1024xbf16> -> tensor<32x16xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x1024xbf16> -> tensor<64x16xbf16>
    %d0 = tile.dot %a, %b, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    %n = arith.addi %i, %c1 : index
    scf.yield %d0, %n : tensor<32x64xf32>, index
  }
  tile.store %sum#0, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @invariant(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @invariant(%x: memref<32x1024xbf16>, %w: memref<64x16xbf16>, %y: memref<32x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 16], warps = [2, 2], stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x16xbf16> -> tensor<64x16xbf16>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    %a = tile.load %x[%c0, %k] : memref<32x1024xbf16> -> tensor<32x16xbf16>
    %d0 = tile.dot %a, %b, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @invariant(
// CHECK: scf.for
// CHECK-NOT: pending = {{[1-9]}}
// CHECK: tile.return
tile.func @invariant(%x: memref<32x1024xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %w: memref<64x16xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1], dims = [1, 1]>}, %y: memref<32x64xf32> {tile.output}) attributes {schedule = #gl.schedule<family = mma, tile = [32, 64, 16], warps = [2, 2], stages = 3>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %b = tile.load %w[%c0, %c0] : memref<64x16xbf16> -> tensor<64x16xbf16>
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> (tensor<32x64xf32>) {
    %k = arith.muli %i, %c16 : index
    %a = tile.load %x[%c0, %k] : memref<32x1024xbf16> -> tensor<32x16xbf16>
    %d0 = tile.dot %a, %b, %acc : tensor<32x16xbf16>, tensor<64x16xbf16>, tensor<32x64xf32>
    scf.yield %d0 : tensor<32x64xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<32x64xf32>, memref<32x64xf32>
  tile.return
}
