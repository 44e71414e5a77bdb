// What tile-persist makes of a program: a loop over the places of the grid, and steps that every other tile takes backwards.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist))' --split-input-file --remarks-filter='tile-persist' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty

// 132 multiprocessors have a program each, at most. Maps and rings live as long as the kernel.
// CHECK-LABEL: tile.func @forward
// CHECK: %[[PLACES:.*]] = arith.ceildivui
// CHECK: %[[FEWER:.*]] = arith.minui %[[PLACES]], %c132
// CHECK: tile.yield %[[FEWER]]
// CHECK-DAG: tile.alloc_ring
// CHECK-DAG: tile.tensor_map
// CHECK-DAG: %[[FIRST:.*]] = tile.program_id 0
// CHECK-DAG: %[[ALL:.*]] = arith.ceildivui
// CHECK-DAG: %[[STEP:.*]] = arith.minui %[[ALL]], %c132
// CHECK: scf.for %[[P:[^ ]*]] = %[[FIRST]] to %[[ALL]] step %[[STEP]] {
// CHECK-NOT: tile.program_id
// CHECK: arith.muli %[[P]], %c64
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1
// CHECK: tile.store
// CHECK-NEXT: }
// CHECK-NEXT: tile.return
tile.func @forward(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// The number of multiprocessors is the target's.
// CHECK-LABEL: tile.func @chip
// CHECK: arith.minui %{{.*}}, %c78
module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 78, shared_bytes = 232448, registers = 255>} {
tile.func @chip(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
}

// -----

// Every other tile takes its steps from the last to the first.
// CHECK-LABEL: tile.func @zigzag
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[BACKWARDS:.*]] = %[[FALSE]]) -> (i1) {
// CHECK: scf.for %[[I:[^ ]*]] = %c0 to %c4 step %c1
// CHECK: %[[MIRRORED:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK: %[[CHOSEN:.*]] = arith.select %[[BACKWARDS]], %[[MIRRORED]], %[[I]]
// CHECK: arith.muli %[[CHOSEN]], %c64
// CHECK: tile.store
// CHECK: %[[NEXT:.*]] = arith.xori %[[BACKWARDS]], %true
// CHECK: scf.yield %[[NEXT]] : i1
tile.func @zigzag(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, k_order = zigzag>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Steps of 64 up to 256: the last begins at 192.
// CHECK-LABEL: tile.func @zigzag_steps
// CHECK: %[[LAST:.*]] = arith.subi %c256, %{{.*}}
// CHECK: %[[BEYOND:.*]] = arith.remui %{{.*}}, %c64
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[BEYOND]]
// CHECK: scf.for %[[K:[^ ]*]] = %c0 to %c256 step %c64
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[K]]
tile.func @zigzag_steps(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, k_order = zigzag>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// A running sum that each step scales depends on the order of the steps.
// CHECK-LABEL: tile.func @scaled
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %false) -> (i1)
// CHECK-NOT: arith.select
// CHECK: arith.xori
// REMARK: [Missed] Zigzag | Category:tile-persist | Function=scaled | Remark="steps keep their order: they do more than add products"
tile.func @scaled(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, k_order = zigzag>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %half = arith.constant dense<0.5> : tensor<64x64xf32>
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %h = arith.mulf %acc, %half : tensor<64x64xf32>
    %d = tile.dot %a, %b, %h : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// So does what the steps write.
// CHECK-LABEL: tile.func @stored
// CHECK-NOT: arith.select
// CHECK: arith.xori
// REMARK: Function=stored | Remark="steps keep their order
tile.func @stored(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, k_order = zigzag>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    tile.store %acc, %y[%r, %k] : tensor<64x64xf32>, memref<?x64xf32>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// A program asks where it is in any place.
// CHECK-LABEL: tile.func @inside
// CHECK: %[[FIRST:.*]] = tile.program_id
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK: scf.for
// CHECK-NOT: tile.program_id
// CHECK: tile.copy_tensor %{{.*}}[%{{.*}}, %[[P]]]
tile.func @inside(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %q = tile.program_id 0
    %a = tile.load %x[%q, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Kernels of other families are left alone.
// CHECK-LABEL: tile.func @other
// CHECK-NOT: arith.minui
tile.func @other(%x: memref<?x64xbf16>)
    attributes {schedule = #gl.schedule<family = mma, tile = [64, 64, 64], warps = [2, 2], stages = 2>} grid {
  %c0 = arith.constant 0 : index
  %m = memref.dim %x, %c0 : memref<?x64xbf16>
  tile.yield %m
} {
  tile.return
}

// -----

// Whole clusters, however few multiprocessors there are.
// CHECK-LABEL: tile.func @cluster
// CHECK: arith.minui %{{.*}}, %c2
module attributes {gl.target = #gl.target<arch = "sm_90a", sms = 1, shared_bytes = 232448, registers = 255>} {
tile.func @cluster(%x: memref<?x256xbf16>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 2, cluster = [2, 1]>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  %c2 = arith.constant 2 : index
  %all = arith.muli %g, %c2 : index
  tile.yield %all
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %k = arith.muli %i, %c64 : index
    %a = tile.load %x[%r, %k] : memref<?x256xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
}
