// A tensor map is a parameter behind all others, by value and in constant memory; what computed its sizes is the host's.

// RUN: gl-opt %s --convert-tile-to-nvvm | FileCheck %s
// RUN: gl-opt %s --tile-to-nvvm | FileCheck %s --check-prefix=DONE
// RUN: gl-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=PTX

// CHECK: llvm.func @maps(
// CHECK-SAME: %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr,
// CHECK-SAME: %[[X:[^:]*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
// CHECK-SAME: %[[Y:[^:]*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
// CHECK-NOT: arith.muli
// CHECK-NOT: memref.
// CHECK: builtin.unrealized_conversion_cast %[[X]] : !llvm.ptr to !tile.tensor_map
// CHECK-NOT: tile.tensor_map %

// DONE: llvm.func @maps({{.*}} %[[X:[^:]*]]: !llvm.ptr {llvm.align{{[^}]*}}}, %[[Y:[^:]*]]: !llvm.ptr {llvm.align{{[^}]*}}})
// DONE-NOT: mul
// DONE-NOT: llvm.extractvalue
// DONE-NOT: llvm.insertvalue
// DONE: nvvm.prefetch tensormap, %[[X]]
// DONE: nvvm.prefetch tensormap, %[[Y]]
// DONE: llvm.return

// PTX: .visible .entry maps(
// PTX: .param .align 64 .b8 maps_param_6[128]
// PTX: .param .align 64 .b8 maps_param_7[128]
// PTX-NOT: .local
// PTX: prefetch{{.*}}.tensormap
// PTX: prefetch{{.*}}.tensormap
tile.func @maps(%x: memref<?x?x64xbf16, strided<[?, ?, 1]>>, %y: memref<48x64xf32> {tile.output})
    attributes {schedule = #gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {
  %c1 = arith.constant 1 : index
  tile.yield %c1
} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %r = memref.dim %x, %c0 : memref<?x?x64xbf16, strided<[?, ?, 1]>>
  %b = memref.dim %x, %c1 : memref<?x?x64xbf16, strided<[?, ?, 1]>>
  %base, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %x
    : memref<?x?x64xbf16, strided<[?, ?, 1]>> -> memref<bf16>, index, index, index, index, index, index, index
  %rows = arith.muli %r, %b : index
  %xs = tile.tensor_map %x extents [%c64, %rows] strides [%strides#1] : memref<?x?x64xbf16, strided<[?, ?, 1]>> -> !tile.tensor_map<box = [64, 128], element = bf16, swizzle = 128>
  %ys = tile.tensor_map %y extents [%c64, %c48] strides [%c64] : memref<48x64xf32> -> !tile.tensor_map<box = [32, 64], element = f32, swizzle = 0>
  %xp = builtin.unrealized_conversion_cast %xs : !tile.tensor_map<box = [64, 128], element = bf16, swizzle = 128> to !llvm.ptr
  nvvm.prefetch tensormap, %xp : !llvm.ptr
  %yp = builtin.unrealized_conversion_cast %ys : !tile.tensor_map<box = [32, 64], element = f32, swizzle = 0> to !llvm.ptr
  nvvm.prefetch tensormap, %yp : !llvm.ptr
  tile.return
}
