// What the warps of fill_warps do: tile-stage-tensors has them bring what the copy engine cannot, and tile-specialize-warps gives them a role.
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,canonicalize,cse))' --split-input-file | FileCheck %s
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors))' --split-input-file --remarks-filter='tile-stage-tensors' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: gl-opt %s --pass-pipeline='builtin.module(tile.func(tile-stage-tensors,tile-persist,tile-specialize-warps,tile-assign-layouts))' --split-input-file | FileCheck %s --check-prefix=LAYOUT

// Rows of 66 * 2 bytes: by cp.async of 4. Each thread arrives when its copies are there and goes on at once; the relay shows the slot to the products. The engine's bytes are those of the weight alone.
// REMARK: [Analysis] FillTensor {{.*}}Function=words | Remark="lhs goes to shared memory by cp.async of 4 bytes, not by TMA: the tensor's address is a multiple of 4 bytes only
// REMARK: [Analysis] StageTensor {{.*}}Function=words | Remark="rhs goes to shared memory by TMA
// CHECK-LABEL: tile.func @words
// CHECK-DAG: %[[A:.*]] = tile.alloc_ring : <stages = 3, tile = tensor<64x64xbf16>, along = 1, swizzle = 128>
// CHECK: %[[FULL:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[STORED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 128>
// CHECK: %[[FILLED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[EMPTY:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK: tile.specialize_warps registers = [40, 224, 240] copies {
// CHECK: tile.await %[[EMPTY]]
// CHECK: tile.expect_copies %[[FULL]]{{.*}} bytes = 8192
// CHECK-NOT: tile.copy_async
// CHECK: } fills {
// CHECK: scf.for {{.*}} -> (index, i32) {
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %[[PARITY:[^ ]*]] = %
// CHECK: %[[P:.*]] = arith.xori %[[PARITY]], %c1_i32
// CHECK: tile.await %[[EMPTY]][%[[SLOT]]] parity = %[[P]]
// CHECK-NEXT: tile.copy_async %arg0{{.*}} into %{{.*}}[%[[SLOT]]] width = 2 :
// CHECK-NEXT: tile.arrive_copied %[[STORED]][%[[SLOT]]]
// CHECK: } relay {
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %[[PARITY:[^ ]*]] = %
// CHECK-NEXT: tile.await %[[STORED]][%[[SLOT]]] parity = %[[PARITY]]
// CHECK-NEXT: tile.arrive %[[FILLED]][%[[SLOT]]] fenced
// CHECK-NOT: tile.copy
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

// Rows of odd sizes pass through registers, in pairs, since a word is what banks have. Two sets of four warps take the steps in turns: slot and parity go on with every step, the set alternates. A step loads before it waits for its slot.
// REMARK: [Analysis] FillTensor {{.*}}Function=elements | Remark="lhs goes to shared memory through registers, not by TMA: dim 0 has a stride of 65 * 2 = 130 bytes
// CHECK-LABEL: tile.func @elements
// CHECK: tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[STORED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 4>
// CHECK: %[[FILLED:.*]] = tile.alloc_barriers : <count = 3, arrivals = 1>
// CHECK: %[[EMPTY:.*]] = tile.alloc_barriers : <count = 3, arrivals = 8>
// CHECK: tile.specialize_warps registers = [40, 136, 80] fill_sets = 2 copies {
// CHECK: } fills {
// CHECK-NEXT: ^bb0(%[[SET:.*]]: index):
// CHECK: scf.for {{.*}} = %c0) -> (index, i32, index)
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %[[PARITY:[^ ]*]] = %{{.*}}, %[[TURN:[^ ]*]] = %
// CHECK-NEXT: %[[HAS:.*]] = arith.cmpi eq, %[[TURN]], %[[SET]]
// CHECK-NEXT: scf.if %[[HAS]] {
// CHECK-NEXT: %[[A:.*]] = tile.load %arg0{{.*}} : memref
// CHECK: tile.await %[[EMPTY]][%[[SLOT]]]
// CHECK-NEXT: tile.ring_store %[[A]], %{{.*}}[%[[SLOT]]] width = 2
// CHECK-NEXT: tile.arrive %[[STORED]][%[[SLOT]]] ordered
// CHECK-NEXT: }
// CHECK: %[[NEXT:.*]] = arith.xori %[[TURN]], %c1
// CHECK-NEXT: scf.yield %{{.*}}, %{{.*}}, %[[NEXT]]
// CHECK: } relay {
// CHECK: tile.await %[[STORED]]
// CHECK-NEXT: tile.arrive %[[FILLED]]{{.*}} fenced
// CHECK: } products {
// CHECK-NOT: tile.ring_store
// CHECK: tile.return
// The tile is spread over the 4 warps of a set, of the 8 that fill; the sums over the 8 of two warpgroups.
// LAYOUT: #[[COPY:.*]] = #tile.layout<registers = [2 x d1 * 1, 32 x d0 * 4], lanes = [32 x d1 * 2], warps = [4 x d0 * 1]>
// LAYOUT-LABEL: tile.func @elements
// LAYOUT: tile.load %arg0{{.*}} -> tensor<128x64xbf16, #[[COPY]]>
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

// More elements than 64 a thread of a set: all warps fill each slot.
// CHECK-LABEL: tile.func @many_elements
// CHECK: tile.specialize_warps registers = [40, 136, 168] copies {
// CHECK: } fills {
// CHECK-NEXT: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[SLOT:[^ ]*]] = %{{.*}}, %{{.*}}) -> (index, i32)
// CHECK-NEXT: %[[A:.*]] = tile.load %arg0
// CHECK: tile.await
// CHECK-NEXT: tile.ring_store %[[A]], %{{.*}}[%[[SLOT]]] width = 2
// CHECK-NEXT: tile.arrive %{{.*}}[%[[SLOT]]] ordered
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
// CHECK-NOT: relay
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

// -----

// Rows of 72 * 2 bytes begin within the 64 that the cache sends at a time, and 64 of them leave room for what comes along. Those of 128 rows would not.
// CHECK-LABEL: tile.func @sectors
// CHECK: } fills {
// CHECK: tile.copy_async %arg0{{.*}} width = 8 cached :
tile.func @sectors(%x: memref<2x256x72xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1, 1], dims = [1, 1, 1]>}, %w: memref<64x256xbf16>, %y: memref<256x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], vector = 8, stages = 3, fill_warps = 4>} grid {
  %c4 = arith.constant 4 : index
  tile.yield %c4
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c144 = arith.constant 144 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s = scf.for %k = %c0 to %c144 step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] map affine_map<(m, k) -> (k floordiv 72, m, k mod 72)> : memref<2x256x72xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<256x64xf32>
  tile.return
}

// -----

// CHECK-LABEL: tile.func @no_room
// CHECK: } fills {
// CHECK: tile.copy_async %arg0{{.*}} width = 8 :
tile.func @no_room(%x: memref<2x256x72xbf16> {tile.facts = #tile.facts<align = 16, strides = [1, 1, 1], dims = [1, 1, 1]>}, %w: memref<64x256xbf16>, %y: memref<256x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [128, 64, 64], warps = [8, 1], vector = 8, stages = 3, fill_warps = 4>} grid {
  %c2 = arith.constant 2 : index
  tile.yield %c2
} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c144 = arith.constant 144 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c128 : index
  %s = scf.for %k = %c0 to %c144 step %c64 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
    %a = tile.load %x[%r, %k] map affine_map<(m, k) -> (k floordiv 72, m, k mod 72)> : memref<2x256x72xbf16> -> tensor<128x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<128x64xbf16>, tensor<64x64xbf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<128x64xf32>, memref<256x64xf32>
  tile.return
}

// -----

// Odd rows of open length: 16 bytes at a time, as the words that they lie in. Open strides leave a thread room for 32 elements, half of what one of two sets would have.
// REMARK: [Analysis] FillTensor {{.*}}Function=open_elements | Remark="lhs goes to shared memory through registers, as words of 16 bytes, not by TMA: the schedule is for rows of multiples of 2 bytes
// CHECK-LABEL: tile.func @open_elements
// CHECK-NOT: fill_sets
// CHECK: } fills {
// CHECK: %[[A:.*]] = tile.load %arg0{{.*}} {by_words}
// CHECK: tile.ring_store %[[A]], %{{.*}} width = 8
tile.func @open_elements(%x: memref<2x?x?xbf16, strided<[?, ?, 1]>>, %w: memref<64x?xbf16, strided<[?, 1]>>, %y: memref<?x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, fill_warps = 4>} grid {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %y, %c0 : memref<?x64xf32>
  %g = arith.ceildivui %m, %c64 : index
  tile.yield %g
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %h = memref.dim %x, %c2 : memref<2x?x?xbf16, strided<[?, ?, 1]>>
  %length = memref.dim %w, %c1 : memref<64x?xbf16, strided<[?, 1]>>
  %s = scf.for %k = %c0 to %length step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %x[%r, %k] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%h) : memref<2x?x?xbf16, strided<[?, ?, 1]>> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x?xbf16, strided<[?, 1]>> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %y[%r, %c0] : tensor<64x64xf32>, memref<?x64xf32>
  tile.return
}

// -----

// What the loop counts up beside its induction variable is each step's of the one before, so that no set of warps may leave a step out.
// CHECK-LABEL: tile.func @counted
// CHECK-NOT: fill_sets
// CHECK: } fills {
// CHECK: scf.for {{.*}} iter_args(%[[K:[^ ]*]] = %c0{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (index, index, i32)
// CHECK: tile.load %arg0[%{{.*}}, %[[K]]]
// CHECK: arith.addi %[[K]], %c64
tile.func @counted(%x: memref<256x65xbf16>, %w: memref<64x256xbf16>, %y: memref<256x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = wgmma, tile = [64, 64, 64], warps = [4, 1], stages = 3, fill_warps = 4>} grid {
  %c4 = arith.constant 4 : index
  tile.yield %c4
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id 0
  %r = arith.muli %p, %c64 : index
  %s:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero, %k = %c0) -> (tensor<64x64xf32>, index) {
    %a = tile.load %x[%r, %k] : memref<256x65xbf16> -> tensor<64x64xbf16>
    %b = tile.load %w[%c0, %k] : memref<64x256xbf16> -> tensor<64x64xbf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    %next = arith.addi %k, %c64 : index
    scf.yield %d, %next : tensor<64x64xf32>, index
  }
  tile.store %s#0, %y[%r, %c0] : tensor<64x64xf32>, memref<256x64xf32>
  tile.return
}
