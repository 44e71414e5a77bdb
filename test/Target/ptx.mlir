// PTX of the lowest ISA version that the target needs, with line tables, and
// what is refused before LLVM would end the process.

// RUN: split-file %s %t
// RUN: gl-compile %t/kernel.mlir --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: gl-compile %t/kernel.mlir --emit=ptx --target=sm_90 | FileCheck %s --check-prefix=SM90
// RUN: gl-compile %t/kernel.mlir --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: gl-compile %t/module.mlir --emit=ptx | FileCheck %s --check-prefix=MODULE
// RUN: gl-compile %t/hopper.mlir --emit=ptx | FileCheck %s --check-prefix=HOPPER
// RUN: not gl-compile %t/hopper.mlir --emit=ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not gl-compile %t/call.mlir --emit=ptx 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not gl-compile %t/two.mlir --emit=ptx 2>&1 | FileCheck %s --check-prefix=TWO

// No byte of the text is NUL; some assemblers refuse one at the end.
// RUN: gl-compile %t/kernel.mlir --emit=ptx -o %t/kernel.ptx
// RUN: %python -c "import sys; assert b'\0' not in open(sys.argv[1], 'rb').read()" %t/kernel.ptx

//--- kernel.mlir
llvm.func @double(%a: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %0 = llvm.load %a : !llvm.ptr<1> -> f32
  %1 = llvm.fmul %0, %0 : f32
  %2 = llvm.fadd %1, %0 : f32
  llvm.store %2, %a : f32, !llvm.ptr<1>
  llvm.return
}
// PTX: .version 8.0
// PTX: .target sm_90a{{$}}
// PTX: .visible .entry double(
// PTX: .reqntid 128
// PTX: .loc 1 2 8
// PTX: ld.global
// Not contracted: f32 is what was written.
// PTX: .loc 1 3 8
// PTX: mul.rn.f32
// PTX: .loc 1 4 8
// PTX: add.rn.f32
// PTX: .file 1 "{{.*}}kernel.mlir"
// SM90: .version 8.0
// SM90: .target sm_90{{$}}
// LLVM: target triple = "nvptx64-nvidia-cuda"
// LLVM: define ptx_kernel void @double(

//--- module.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @inner(%a: !llvm.ptr<1>) attributes {nvvm.kernel} {
      llvm.return
    }
  }
}
// MODULE: .entry inner(

//--- hopper.mlir
llvm.func @fence() attributes {nvvm.kernel} {
  nvvm.wgmma.fence.aligned
  llvm.return
}
// HOPPER: wgmma.fence.sync.aligned
// OLD: hopper.mlir:2:3: error: 'nvvm.wgmma.fence.aligned' op needs sm_90a, the target is sm_90{{$}}
// OLD-NOT: LLVM ERROR

//--- call.mlir
llvm.func @expf(f32) -> f32
llvm.func @k(%a: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.call @expf(%x) : (f32) -> f32
  llvm.store %0, %a : f32, !llvm.ptr<1>
  llvm.return
}
// CALL: call.mlir:3:8: error: the kernels call 'expf', which is not defined on a GPU

//--- two.mlir
gpu.module @one {
}
gpu.module @two {
}
// TWO: two.mlir:3:1: error: a second gpu.module; PTX is made of one
// TWO: two.mlir:1:1: note: the first is here
