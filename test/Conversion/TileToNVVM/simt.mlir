// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --tile-to-nvvm | FileCheck %s

// One kernel a variant, with the parameters of docs/bundle.md: addresses alone where everything is static.

// CHECK: gpu.module @kernels
// CHECK: llvm.func @main_0_v4c(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 128>
// CHECK: nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 7>
// CHECK: nvvm.read.ptx.sreg.ctaid.y range <i32, 0, 6>
// The bias, then 16-byte loads of the weight and of x under their bounds, and all of them before the arithmetic. What a register adds to the thread's
// place is a constant of the address: 64 elements of a row of the weight, 2 dims of 384 of x.
// CHECK: llvm.inline_asm has_side_effects "mov.b32 $0, 0; @$2 ld.global.b32 $0, [$1];", "=&r,l,b"
// CHECK: %[[W:.*]] = llvm.getelementptr
// CHECK: llvm.inline_asm has_side_effects {{.*}}@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=&r,=&r,=&r,=&r,l,b" %[[W]],
// CHECK: llvm.getelementptr %[[W]][64]
// CHECK: llvm.inline_asm has_side_effects {{.*}}ld.global.v4.b32
// CHECK: %[[X:.*]] = llvm.getelementptr
// CHECK: llvm.inline_asm has_side_effects {{.*}}ld.global.v4.b32 {{.*}} %[[X]],
// CHECK: llvm.getelementptr %[[X]][768]
// CHECK-COUNT-3: llvm.inline_asm has_side_effects {{.*}}ld.global.v4.b32
// CHECK-NOT: llvm.inline_asm
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: llvm.intr.fma
// CHECK-NOT: llvm.inline_asm
// 16 lanes hold partial sums: four exchanges each for two results, one of which each of two lanes stores.
// CHECK-COUNT-8: nvvm.shfl.sync bfly
// CHECK: llvm.select
// CHECK: llvm.inline_asm has_side_effects "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}"
// CHECK-NOT: {{llvm.store|st.global}}
// CHECK: llvm.return

// Strides come as parameters; vectors stay.
// CHECK: llvm.func @main_0_v4(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64)
// CHECK: llvm.inline_asm has_side_effects {{.*}}ld.global.v4.b32

// Nothing is known: one element at a time.
// CHECK: llvm.func @main_0_any
// CHECK-NOT: ld.global.v4
// CHECK: llvm.inline_asm has_side_effects {{.*}}ld.global.b32
func.func @main(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<4x12x32xf32>) maps [affine_map<(m, k)[R, B, H] -> (k floordiv H, m, k mod H)>]
      rhs(%w : tensor<56x128xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins(%b : tensor<56xf32>) maps [affine_map<(m, n)[N] -> (n)>]
      -> tensor<12x56xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>]} epilogue {
    ^bb0(%acc: f32, %bias: f32):
      %0 = arith.addf %acc, %bias : f32
      gl.yield %0 : f32
  }
  return %y : tensor<12x56xf32>
}
