// RUN: gl-opt %s --split-input-file --tile-to-nvvm | FileCheck %s

// Where a tile may begin before its memory, coordinates are signed: those below 0 are beyond every bound, and what a register adds to one of them leads
// to the right address.

// CHECK-LABEL: llvm.func @halo
// CHECK: llvm.sext %{{.*}} : i32 to i64
// CHECK: st.global
tile.func @halo(%x: memref<?xf32, strided<[1]>>, %y: memref<?xf32, strided<[1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 256, 1], warps = [1, 4], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %i = tile.program_id 0
  %n = arith.muli %i, %c256 : index
  %before = arith.subi %n, %c1 : index
  %t = tile.load %x[%before] : memref<?xf32, strided<[1]>> -> tensor<256xf32>
  tile.store %t, %y[%n] : tensor<256xf32>, memref<?xf32, strided<[1]>>
  tile.return
}

// -----

// Those that count up from 0 are not: here the steps of a second segment, which begin where the first ends, and steps taken from the last to the first.

// CHECK-LABEL: llvm.func @counted
// CHECK-NOT: llvm.sext
// CHECK: llvm.return
tile.func @counted(%x: memref<?xf32, strided<[1]>>, %z: memref<?xf32, strided<[1]>>, %y: memref<?xf32, strided<[1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 256, 1], warps = [1, 4], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %size = memref.dim %x, %c0 : memref<?xf32, strided<[1]>>
  %rest = memref.dim %z, %c0 : memref<?xf32, strided<[1]>>
  %first = arith.ceildivui %size, %c256 : index
  %second = arith.ceildivui %rest, %c256 : index
  %steps = arith.addi %first, %second : index
  %last = arith.subi %steps, %c1 : index
  scf.for %step = %c0 to %steps step %c1 {
    %isFirst = arith.cmpi ult, %step, %first : index
    %t = scf.if %isFirst -> (tensor<256xf32>) {
      %n = arith.muli %step, %c256 : index
      %a = tile.load %x[%n] : memref<?xf32, strided<[1]>> -> tensor<256xf32>
      scf.yield %a : tensor<256xf32>
    } else {
      %own = arith.subi %step, %first : index
      %n = arith.muli %own, %c256 : index
      %a = tile.load %z[%n] : memref<?xf32, strided<[1]>> -> tensor<256xf32>
      scf.yield %a : tensor<256xf32>
    }
    %mirrored = arith.subi %last, %step : index
    %m = arith.muli %mirrored, %c256 : index
    tile.store %t, %y[%m] : tensor<256xf32>, memref<?xf32, strided<[1]>>
  }
  tile.return
}

// -----

// In the other branch they may not have come so far.

// CHECK-LABEL: llvm.func @other_branch
// CHECK: llvm.sext %{{.*}} : i32 to i64
tile.func @other_branch(%x: memref<?xf32, strided<[1]>>, %y: memref<?xf32, strided<[1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 256, 1], warps = [1, 4], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %i = tile.program_id 0
  %first = memref.dim %x, %c0 : memref<?xf32, strided<[1]>>
  %isFirst = arith.cmpi ult, %i, %first : index
  scf.if %isFirst {
    %own = arith.subi %i, %first : index
    %n = arith.muli %own, %c256 : index
    %t = tile.load %x[%n] : memref<?xf32, strided<[1]>> -> tensor<256xf32>
    tile.store %t, %y[%c0] : tensor<256xf32>, memref<?xf32, strided<[1]>>
  }
  tile.return
}

// -----

// A constant below 0 is no low coordinate, whose quotient would be a product.

// CHECK-LABEL: llvm.func @rows
// CHECK-NOT: 26215
// CHECK: llvm.udiv
// CHECK-NOT: 26215
// CHECK: llvm.return
tile.func @rows(%x: memref<?x40xf32, strided<[?, 1]>>, %y: memref<?xf32, strided<[1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 128, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %before = arith.constant -8 : index
  %t = tile.load %x[%before] map affine_map<(k) -> (k floordiv 40, k mod 40)> : memref<?x40xf32, strided<[?, 1]>> -> tensor<128xf32>
  tile.store %t, %y[%c0] : tensor<128xf32>, memref<?xf32, strided<[1]>>
  tile.return
}

// -----

// Registers a whole number of rows apart are divided for themselves: what one adds to a negative number is no whole number of rows as an unsigned one.

// CHECK-LABEL: llvm.func @whole_rows
// CHECK-COUNT-4: llvm.udiv
// CHECK: llvm.return
tile.func @whole_rows(%x: memref<?x32xf32, strided<[?, 1]>>, %y: memref<?xf32, strided<[1]>> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 128, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %before = arith.constant -8 : index
  %t = tile.load %x[%before] map affine_map<(k) -> (k floordiv 32, k mod 32)> : memref<?x32xf32, strided<[?, 1]>> -> tensor<128xf32>
  tile.store %t, %y[%c0] : tensor<128xf32>, memref<?xf32, strided<[1]>>
  tile.return
}
