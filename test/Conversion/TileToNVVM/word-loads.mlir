// Loads by words: 16 bytes of a row that begins anywhere, from the two aligned words that they lie in.
// RUN: gl-opt %s --pass-pipeline='builtin.module(convert-tile-to-nvvm)' --split-input-file | FileCheck %s

// 32 threads with two runs of 8 elements each, 4 rows apart. Rows are 65 elements long, so the second run lies 4 * 65 * 2 = 520 bytes behind the first, which is not a multiple of 16: each has its own shift.
#runs = #tile.layout<registers = [8 x d1 * 1, 2 x d0 * 4], lanes = [8 x d1 * 8, 4 x d0 * 1], warps = []>
// CHECK-LABEL: llvm.func @odd_rows(
// A run is read by words if it ends in its row, begins in the memory, and its words are all there: the last ones begin 32 bytes before the end at the latest.
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %c7_i32
// CHECK: arith.cmpi ult, %[[LAST]], %c65_i32
// CHECK-DAG: arith.cmpi uge, %[[AT:.*]], %{{.*}} : i64
// CHECK-DAG: arith.cmpi ule, %[[AT]], %{{.*}} : i64
// CHECK: scf.if
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NOT: llvm.load
// CHECK: } else {
// One by one, with zeros where there is nothing, into registers of 32 bits.
// CHECK-COUNT-16: ld.global.b16 $0, [$1];", "=&r,l,b"
// CHECK-NOT: ld.global
// By 8 bytes, by 4, and by single ones.
// CHECK: %[[BYTES:.*]] = arith.trunci %{{.*}} : i64 to i32
// CHECK: arith.andi %[[BYTES]], %c8_i32
// CHECK-COUNT-6: arith.select
// CHECK: arith.andi %[[BYTES]], %c4_i32
// CHECK-COUNT-5: arith.select
// CHECK: %[[REST:.*]] = arith.andi %[[BYTES]], %c3_i32
// CHECK: %[[BITS:.*]] = arith.muli %[[REST]], %c8_i32
// CHECK-COUNT-4: llvm.intr.fshr(%{{.*}}, %{{.*}}, %[[BITS]])
// CHECK: llvm.intr.fshr(
tile.func @odd_rows(%x: memref<3x8x65xbf16>, %y: memref<8x64xbf16> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [8, 64, 1], warps = [1, 1], lanes = [4, 8, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %k = tile.program_id 0
  %t = tile.load %x[%c0, %k] map affine_map<(m, k) -> (k floordiv 65, m, k mod 65)> {by_words} : memref<3x8x65xbf16> -> tensor<8x64xbf16, #runs>
  tile.store %t, %y[%c0, %c0] : tensor<8x64xbf16, #runs>, memref<8x64xbf16>
  tile.return
}

// -----

// Where rows that a thread has are whole words apart, 8 * 65 * 2 bytes, its runs have one shift, and of their addresses the lowest and the highest are checked.
#runs = #tile.layout<registers = [8 x d1 * 1, 2 x d0 * 8], lanes = [8 x d1 * 8, 4 x d0 * 1], warps = [2 x d0 * 4]>
// CHECK-LABEL: llvm.func @one_shift(
// CHECK: %[[AT:.*]] = llvm.ptrtoint %[[ROOT:.*]] : !llvm.ptr<1> to i64
// CHECK: arith.addi %{{.*}}, %c15_i64
// CHECK: arith.subi %{{.*}}, %c1072_i64
// CHECK: arith.cmpi uge, %[[AT]]
// CHECK: arith.cmpi ule, %[[AT]]
// CHECK-NOT: arith.cmpi uge
// CHECK: scf.if
// CHECK-COUNT-2: llvm.getelementptr %{{.*}}[%c0_i64
// CHECK: llvm.getelementptr %{{.*}}[%c1040_i64
tile.func @one_shift(%x: memref<16x65xbf16>, %y: memref<16x64xbf16> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [16, 64, 1], warps = [2, 1], lanes = [4, 8, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %t = tile.load %x[%c0, %c0] {by_words} : memref<16x65xbf16> -> tensor<16x64xbf16, #runs>
  tile.store %t, %y[%c0, %c0] : tensor<16x64xbf16, #runs>, memref<16x64xbf16>
  tile.return
}
