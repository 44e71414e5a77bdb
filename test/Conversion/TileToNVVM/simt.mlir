// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --tile-to-nvvm | FileCheck %s

// One kernel a variant, with the parameters of docs/bundle.md: addresses alone where everything is static.

// CHECK: gpu.module @kernels
// CHECK: llvm.func @main_0_v4c(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 128>
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 7>
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.y range <i32, 0, 6>
// 16-byte loads, and all of them before the arithmetic.
// CHECK-COUNT-6: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: llvm.intr.fma
// CHECK-NOT: llvm.load
// 16 lanes hold partial sums: four exchanges each for two results.
// CHECK-COUNT-8: nvvm.shfl.sync bfly
// CHECK: llvm.store
// CHECK: llvm.return

// Strides come as parameters; vectors stay.
// CHECK: llvm.func @main_0_v4(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64)
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64}

// Nothing is known: one element at a time.
// CHECK: llvm.func @main_0_any
// CHECK-NOT: vector<4xf32>
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
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
