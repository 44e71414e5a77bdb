// What the warps of fill_warps do: tile-stage-tensors has them bring what the copy engine cannot, and tile-specialize-warps gives them a role.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,canonicalize,cse))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file --remarks-filter='tile-stage-tensors' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,tile-assign-layouts))' --split-input-file | FileCheck %s --check-prefix=LAYOUT

// Rows of 66 * 2 bytes: by cp.async of 4. A slot is handed over when the next one's copies are started, the last one behind the loop; the engine's bytes are those of the weight alone.
// REMARK: [Analysis] FillTensor {{.*}}Function=words | Remark="lhs goes to shared memory by cp.async of 4 bytes, not by TMA: the tensor's address is a multiple of 4 bytes only
// REMARK: [Analysis] StageTensor {{.*}}Function=words | Remark="rhs goes to shared memory by TMA
// CHECK-LABEL: tile.func @words
// CHECK-DAG: %[[A:.*]] = tile.alloc_ring : <stages = 3, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
// CHECK: %[[FULL:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[FILLED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK: %[[EMPTY:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK: tile.specialize_warps registers = [40, 224, 240] copies {
// CHECK: tile.await %[[EMPTY]]
// CHECK: tile.expect_copies %[[FULL]]{{.*}} bytes = 8192
// CHECK-NOT: tile.copy_async
// CHECK: } fills {
// CHECK: scf.for {{.*}} = %false) -> (index, i32, i1)
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %[[PARITY:[^ ]*]] = %{{.*}}, %[[BEHIND:[^ ]*]] = %
// CHECK: %[[P:.*]] = arith.xori %[[PARITY]], %c1_i32
// CHECK: tile.await %[[EMPTY]][%[[SLOT]]] parity = %[[P]]
// CHECK: tile.copy_async %arg0{{.*}} into %{{.*}}[%[[SLOT]]] width = 2
// CHECK-NEXT: tile.commit_copies
// CHECK-NEXT: tile.wait_copies pending = 1
// CHECK-NEXT: scf.if %[[BEHIND]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[SLOT]], %c0
// CHECK: %[[END:.*]] = arith.select %[[FIRST]], %c3, %[[SLOT]]
// CHECK: %[[BEFORE:.*]] = arith.subi %[[END]], %c1
// CHECK: tile.arrive %[[FILLED]][%[[BEFORE]]] fenced
// CHECK: scf.yield {{.*}}, %true
// CHECK: tile.wait_copies pending = 0
// CHECK: tile.arrive %[[FILLED]]{{.*}} fenced
// CHECK: } products {
// CHECK: tile.await %[[FULL]]
// CHECK: tile.await %[[FILLED]]
// CHECK: tile.ring_dot
// CHECK: tile.arrive %[[EMPTY]]
// CHECK-NOT: tile.copy
// CHECK: tile.return
tile.func @words(%x: memref<?x66xbf16, strided<[66, 1]>> {tile.facts = #tile.facts<align = 4, strides = [1, 1], dims = [1, 1]>}, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 2, stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x66xbf16, strided<[66, 1]>> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Rows of odd sizes pass through registers, in pairs, since a word is what banks have. They are loaded before the last step's are stored, whose slot is then handed over, fenced; the last ones are stored behind the loop.
// REMARK: [Analysis] FillTensor {{.*}}Function=elements | Remark="lhs goes to shared memory through registers, not by TMA: dim 0 has a stride of 65 * 2 = 130 bytes
// CHECK-LABEL: tile.func @elements
// CHECK: %[[FILLED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 8>
// CHECK: tile.specialize_warps registers = [40, 136, 80] copies {
// CHECK: } fills {
// CHECK: %[[LAST:.*]]:4 = scf.for {{.*}} = %false, {{.*}}) -> (index, i32, i1, tensor<128x64xbf16>)
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %[[PARITY:[^ ]*]] = %{{.*}}, %[[BEHIND:[^ ]*]] = %{{.*}}, %[[BEFORE:[^ ]*]] = %
// CHECK-NEXT: %[[A:.*]] = tile.load %arg0
// CHECK-NEXT: scf.if %[[BEHIND]]
// CHECK: tile.await %{{.*}}[%[[SLOT]]]
// CHECK-NEXT: tile.ring_store %[[BEFORE]], %{{.*}}[%[[SLOT]]] width = 2
// CHECK-NEXT: tile.arrive %[[FILLED]][%[[SLOT]]] fenced
// The first step stores nothing, so that its slot is still the next one's.
// CHECK: %[[NEXT:.*]] = arith.select %{{.*}}, %c0, %{{.*}} : index
// CHECK: arith.select %[[BEHIND]], %[[NEXT]], %[[SLOT]]
// CHECK: scf.yield %{{.*}}, %{{.*}}, %true, %[[A]]
// CHECK: scf.if %[[LAST]]#2
// CHECK: tile.ring_store %[[LAST]]#3, %{{.*}}[%[[LAST]]#0] width = 2
// CHECK-NEXT: tile.arrive %[[FILLED]][%[[LAST]]#0] fenced
// CHECK: } products {
// CHECK-NOT: tile.ring_store
// CHECK: tile.return
// The tile is spread over the 8 warps that fill; the sums over the 8 of two warpgroups.
// LAYOUT-LABEL: tile.func @elements
// LAYOUT: tile.load %arg0{{.*}} -> tensor<128x64xbf16, #[[COPY:.*]]>
// LAYOUT: tile.ring_store {{.*}} : tensor<128x64xbf16, #[[COPY]]>
tile.func @elements(%x: memref<?x65xbf16, strided<[65, 1]>>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 64], warps = [8, 1], stages = 3, fill_warps = 8>} grid {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c128 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c128 : index
  %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x65xbf16, strided<[65, 1]>> -> tensor<128x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// More elements than 32 a thread have no second set of registers: they are stored in their own step.
// CHECK-LABEL: tile.func @many_elements
// CHECK: } fills {
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %{{.*}}) -> (index, i32)
// CHECK: tile.await
// CHECK: %[[A:.*]] = tile.load %arg0
// CHECK-NEXT: tile.ring_store %[[A]], %{{.*}}[%[[SLOT]]] width = 2
// CHECK-NEXT: tile.arrive %{{.*}}[%[[SLOT]]] fenced
// CHECK: } products {
tile.func @many_elements(%x: memref<?x65xbf16, strided<[65, 1]>>, %w: memref<64x256xbf16>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 64], warps = [8, 1], stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c128 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c128 : index
  %s = scf.for %k = %c0 to %c256 step %c64 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x65xbf16, strided<[65, 1]>> -> tensor<128x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Low parts are made from what the engine has brought: the threads wait for full slots, and products for both. Sums are promoted.
// CHECK-LABEL: tile.func @low_parts
// CHECK-DAG: %[[BL:.*]] = tile.alloc_ring : <stages = 3, tile = tensor<64x32xf32>
// CHECK: %[[FULL:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[FILLED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK: tile.expect_copies {{.*}} bytes = 24576
// CHECK: } fills {
// CHECK: tile.await %[[FULL]][%[[SLOT:[a-z0-9]+]]]
// CHECK-NEXT: %[[A:.*]] = tile.ring_load %[[AR:.*]][%[[SLOT]]] at = [0, 0]
// CHECK-NEXT: %[[AL:.*]] = tile.low_part %[[A]]
// CHECK-NEXT: tile.ring_store %[[AL]], %[[ALR:.*]][%[[SLOT]]] width = 4
// CHECK-NEXT: %[[B:.*]] = tile.ring_load %[[BR:.*]][%[[SLOT]]] at = [0, 0]
// CHECK-NEXT: %[[BL:.*]] = tile.low_part %[[B]]
// CHECK-NEXT: tile.ring_store %[[BL]], %[[BLR:.*]][%[[SLOT]]] width = 4
// CHECK-NEXT: tile.arrive %[[FILLED]][%[[SLOT]]] fenced
// CHECK: } products {
// CHECK: tile.await %[[FULL]]
// CHECK-NEXT: tile.await %[[FILLED]]
// CHECK-NEXT: tile.ring_dot %[[AR]][%{{.*}}], %[[BR]][%{{.*}}], %{{.*}} low %[[ALR]], %[[BLR]] {precision = #gl.precision<tf32x3>, promoted}
// 16 bytes a lane, by the four warps that fill, though 8 multiply.
// LAYOUT: #[[LOW:.*]] = #tile.layout<registers = [4 x d1 * 1, 8 x d0 * 16], lanes = [8 x d1 * 4, 4 x d0 * 1], warps = [4 x d0 * 4]>
// LAYOUT-LABEL: tile.func @low_parts
// LAYOUT: tile.ring_load {{.*}} -> tensor<128x32xf32, #[[LOW]]>
// LAYOUT: tile.low_part %{{.*}} : tensor<128x32xf32, #[[LOW]]>
tile.func @low_parts(%x: memref<?x256xf32>, %w: memref<64x256xf32>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 32], warps = [8, 1], stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c128 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c128 : index
  %s = scf.for %k = %c0 to %c256 step %c32 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x256xf32> -> tensor<128x32xf32>
    %b = tile.load %w[%c0, %k] : memref<64x256xf32> -> tensor<64x32xf32>
    %d = tile.dot %a, %b, %acc {precision = #gl.precision<tf32x3>} : tensor<128x32xf32>, tensor<64x32xf32>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// Where types leave the rows open, the schedule tells who brings them: the engine would ask the call for whole units. The weight's rows are asked for them.
// REMARK: [Analysis] FillTensor {{.*}}Function=open | Remark="lhs goes to shared memory by cp.async of 4 bytes, not by TMA: the schedule is for rows of multiples of 4 bytes
// REMARK: [Analysis] StageTensor {{.*}}Function=open | Remark="rhs goes to shared memory by TMA
// CHECK-LABEL: tile.func @open
// CHECK: tile.copy_tensor
// CHECK: } fills {
// CHECK: tile.copy_async %{{.*}} width = 2
tile.func @open(%x: memref<?x?xbf16, strided<[?, 1]>> {tile.facts = #tile.facts<align = 4, strides = [2, 1], dims = [1, 2]>}, %w: memref<64x?xbf16, strided<[?, 1]>>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 2, stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %length = memref.dim %x, %c1 : memref<?x?xbf16, strided<[?, 1]>>
  %s = scf.for %k = %c0 to %length step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] : memref<?x?xbf16, strided<[?, 1]>> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x?xbf16, strided<[?, 1]>> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}
