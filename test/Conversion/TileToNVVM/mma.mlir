// RUN: gl-opt %s --convert-gl-to-tile --canonicalize --cse --tile-to-nvvm --split-input-file | FileCheck %s

// Staged kernels, of families mma and simt: what copies, shared memory and products become. The first variant of each, for contiguous operands, is
// looked at; the last relies on nothing.

// A warp's 32 x 32 of bf16: two fragments of lhs and four of rhs for a depth of 16, by four matrices at a time. 3 slots of (64 + 64) x 32 elements. The
// prologue starts two steps; copies of 16 bytes go past the first-level cache and read no more bytes than their size operand says.

// CHECK: llvm.mlir.global external @shared_memory() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK: llvm.func @bf16_0_v8c({{.*}} attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// CHECK: %[[SHARED:.*]] = llvm.mlir.addressof @shared_memory : !llvm.ptr<3>
// CHECK-COUNT-4: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.commit.group
// CHECK-COUNT-4: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 1
// CHECK-NEXT: nvvm.barrier0
// CHECK-COUNT-4: nvvm.ldmatrix %{{.*}} {{{.*}}layout = #nvvm.mma_layout<row>, num = 4 : i32{{.*}}} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NOT: nvvm.ldmatrix
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](
// CHECK: ^[[HEAD]](%{{.*}}: i64, %{{.*}}: vector<32xf32>, %{{.*}}: vector<16xbf16>, %{{.*}}: vector<16xbf16>, %{{.*}}: i64):
// In the loop all copies come first, then the second depth's fragments and the first depth's 8 products, then the only barrier.
// CHECK-COUNT-4: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} :
// CHECK: nvvm.cp.async.commit.group
// CHECK-COUNT-4: nvvm.ldmatrix
// CHECK-NOT: nvvm.ldmatrix
// CHECK-COUNT-8: nvvm.mma.sync A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] B[%{{.*}}, %{{.*}}] C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32)
// CHECK-NOT: nvvm.mma.sync
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: nvvm.barrier0
// CHECK-COUNT-4: nvvm.ldmatrix
// CHECK-COUNT-8: nvvm.mma.sync
// CHECK-NOT: nvvm.mma.sync
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.br ^[[HEAD]](
// Neighbours of a row leave together.
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
// CHECK: llvm.func @bf16_0_any
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: llvm.store %{{.*}}, %{{.*}} : vector<2xbf16>, !llvm.ptr<3>
func.func @bf16(%x: tensor<256x256xbf16>, %w: tensor<128x256xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [64, 64, 32], warps = [2, 2], vector = 8, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Rows of 34 elements are aligned to 4 bytes, which only the ordinary way of caching copies.

// CHECK: llvm.func @words_0_v2c({{.*}} attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>
// CHECK-COUNT-8: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.commit.group
func.func @words(%x: tensor<256x34xbf16>, %w: tensor<128x34xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x34xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x34xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [16, 16, 16], warps = [1, 1], vector = 2, stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Odd rows: elements are loaded one at a time, a step ahead, and stored two at a time behind the products.

// CHECK: llvm.func @odd_0_v1c(
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK-COUNT-16: ld.global.b16
// CHECK-COUNT-8: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.barrier0
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](
// CHECK-COUNT-16: ld.global.b16
// CHECK-COUNT-8: llvm.store %{{.*}} : vector<2xbf16>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: nvvm.mma.sync
// CHECK: llvm.br ^[[HEAD]](
func.func @odd(%x: tensor<256x33xbf16>, %w: tensor<128x33xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x33xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x33xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [16, 16, 16], warps = [1, 1], stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// A weight stored (K, N) is transposed on its way into registers; x is not.

// CHECK: llvm.func @kn_0_v8c(
// CHECK: nvvm.cp.async.wait.group 1
// CHECK: nvvm.ldmatrix %{{.*}} {{{.*}}layout = #nvvm.mma_layout<row>, num = 4 : i32
// CHECK-COUNT-2: nvvm.ldmatrix %{{.*}} {{{.*}}layout = #nvvm.mma_layout<col>, num = 4 : i32
// CHECK-NOT: nvvm.ldmatrix
// CHECK: llvm.br
// CHECK: nvvm.mma.sync {{.*}} {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32)
func.func @kn(%x: tensor<256x256xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<256x128xbf16>) maps [affine_map<(n, k)[K, N] -> (k, n)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [32, 64, 32], warps = [2, 2], vector = 8, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// f16 is what the instruction takes pairs of; its kind goes without saying.

// CHECK: llvm.func @f16_0_v8c(
// CHECK-COUNT-4: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32)
func.func @f16(%x: tensor<256x256xf16>, %w: tensor<128x256xf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [16, 16, 32], warps = [1, 1], vector = 8, stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// TF32: what was one matrix of pairs is one of f32. Four elements of lhs and two for each of two parts of rhs are rounded, to nearest.

// CHECK: llvm.func @tf32_0_v4c(
// CHECK: nvvm.ldmatrix %{{.*}} {{{.*}}num = 4 : i32{{.*}}} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: llvm.br
// CHECK-COUNT-8: nvvm.convert.float.to.tf32 %{{.*}} {rnd = #nvvm.fp_rnd_mode<rna>}
// CHECK-NOT: nvvm.convert.float.to.tf32
// CHECK: nvvm.mma.sync {{.*}} {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32)
// CHECK: nvvm.mma.sync {{.*}} {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32)
// CHECK: nvvm.barrier0
func.func @tf32(%x: tensor<256x256xf32>, %w: tensor<128x256xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {precision = #gl.precision<tf32>, schedules = [#gl.schedule<family = mma, tile = [16, 16, 16], warps = [1, 1], vector = 4, stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Three products of split operands: each element without the bits that TF32 lacks, and what is left of it. Low times high, high times low and high
// times high are summed from zero, and the sum of each depth is added by ordinary additions. Nothing is rounded.

// CHECK: llvm.func @tf32x3_0_v4c(
// CHECK-DAG: %[[BITS:.*]] = llvm.mlir.constant(-8192 : i32) : i32
// CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NOT: nvvm.convert.float.to.tf32
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](
// CHECK: nvvm.cp.async.commit.group
// CHECK: %[[W:.*]] = llvm.bitcast %[[WORD:.*]] : f32 to i32
// CHECK: %[[WH:.*]] = llvm.and %[[W]], %[[BITS]] : i32
// CHECK: %[[CUT:.*]] = llvm.bitcast %[[WH]] : i32 to f32
// CHECK: %[[REST:.*]] = llvm.fsub %[[WORD]], %[[CUT]] : f32
// CHECK: %[[WL:.*]] = llvm.bitcast %[[REST]] : f32 to i32
// CHECK-COUNT-5: llvm.fsub
// CHECK-NOT: llvm.fsub
// CHECK: %[[LH:.*]] = nvvm.mma.sync A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] B[%[[WH]], %{{.*}}] C[%[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]]] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32)
// CHECK: %[[LH0:.*]] = llvm.extractvalue %[[LH]][0]
// CHECK: %[[HL:.*]] = nvvm.mma.sync A[%[[XH:.*]], %{{.*}}, %{{.*}}, %{{.*}}] B[%[[WL]], %{{.*}}] C[%[[LH0]], %{{.*}}, %{{.*}}, %{{.*}}]
// CHECK: %[[HL0:.*]] = llvm.extractvalue %[[HL]][0]
// CHECK: %[[HH:.*]] = nvvm.mma.sync A[%[[XH]], %{{.*}}, %{{.*}}, %{{.*}}] B[%[[WH]], %{{.*}}] C[%[[HL0]], %{{.*}}, %{{.*}}, %{{.*}}]
// CHECK: %[[HH0:.*]] = llvm.extractvalue %[[HH]][0]
// CHECK: llvm.fadd %{{.*}}, %[[HH0]] : f32
// CHECK-COUNT-3: llvm.fadd
// CHECK-NOT: llvm.fadd
// CHECK: nvvm.barrier0
// CHECK-NOT: nvvm.convert.float.to.tf32
// CHECK: llvm.br ^[[HEAD]](
func.func @tf32x3(%x: tensor<256x256xf32>, %w: tensor<128x256xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {precision = #gl.precision<tf32x3>, schedules = [#gl.schedule<family = mma, tile = [16, 8, 16], warps = [1, 1], vector = 4, stages = 2>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Programs that share a reduction form a cluster along the grid's fastest dim. The tile goes to the program's own shared memory, over the rings, into which no copy may be on its way any more, rows
// 80 bytes apart; its rows are read from all four, in the order of the programs, and none ends before the others have read.

// CHECK: llvm.func @split_0_v8c({{.*}} attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 32>}
// CHECK: nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 256>
// CHECK: nvvm.mma.sync
// CHECK: llvm.br
// CHECK: nvvm.cp.async.wait.group 0
// CHECK-NEXT: nvvm.barrier0
// CHECK-COUNT-8: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank : i32
// CHECK: nvvm.mapa %[[SHARED:.*]], %[[P0:.*]] : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK: %[[V0:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<7> -> vector<4xf32>
// CHECK: nvvm.mapa %[[SHARED]], %{{.*}}
// CHECK: %[[V1:.*]] = llvm.load %{{.*}} !llvm.ptr<7> -> vector<4xf32>
// CHECK: %[[S1:.*]] = llvm.fadd %[[V0]], %[[V1]] : vector<4xf32>
// CHECK: nvvm.mapa %[[SHARED]], %{{.*}}
// CHECK: %[[V2:.*]] = llvm.load %{{.*}} !llvm.ptr<7> -> vector<4xf32>
// CHECK: %[[S2:.*]] = llvm.fadd %[[S1]], %[[V2]] : vector<4xf32>
// CHECK: nvvm.mapa %[[SHARED]], %{{.*}}
// CHECK: %[[V3:.*]] = llvm.load %{{.*}} !llvm.ptr<7> -> vector<4xf32>
// CHECK: llvm.fadd %[[S2]], %[[V3]] : vector<4xf32>
// CHECK-NEXT: nvvm.cluster.arrive {aligned}
// CHECK: st.global.v4.b32 [$4], {$0, $1, $2, $3};
// CHECK: nvvm.cluster.wait {aligned}
// CHECK-NEXT: llvm.return
func.func @split(%x: tensor<256x256xbf16>, %w: tensor<128x256xbf16>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xbf16>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xbf16>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = mma, tile = [32, 16, 32], warps = [1, 1], vector = 8, stages = 3, split_k = 4>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}

// -----

// Family simt takes its operands from the same rings by 16-byte loads: of 16 x 16 results of a warp a thread has 4 x 2, for which it loads 4 + 2 chunks of
// 4 elements along K, and makes 32 products.

// CHECK: llvm.func @simt_0_v4c({{.*}} attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// CHECK-COUNT-2: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-COUNT-6: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](
// CHECK: nvvm.cp.async.commit.group
// CHECK-COUNT-6: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK-COUNT-32: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: llvm.load
// CHECK-NOT: nvvm.mma.sync
// CHECK: llvm.br ^[[HEAD]](
func.func @simt(%x: tensor<256x256xf32>, %w: tensor<128x256xf32>) -> tensor<256x128xf32> {
  %y = gl.fused_matmul lhs(%x : tensor<256x256xf32>) maps [affine_map<(m, k)[M, K] -> (m, k)>]
      rhs(%w : tensor<128x256xf32>) maps [affine_map<(n, k)[N, K] -> (n, k)>]
      ins() maps [] -> tensor<256x128xf32> map affine_map<(m, n)[M, N] -> (m, n)>
      attributes {schedules = [#gl.schedule<family = simt, tile = [32, 32, 16], warps = [2, 2], lanes = [4, 8, 1], vector = 4, stages = 3>]} epilogue {
    ^bb0(%acc: f32):
      gl.yield %acc : f32
  }
  return %y : tensor<256x128xf32>
}
