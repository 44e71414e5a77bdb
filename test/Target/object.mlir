// x86-64 objects: processors, and what kernels may call.

// RUN: split-file %s %t
// RUN: gl-compile %t/kernel.mlir --target=cpu --cpu=x86-64-v4 --emit=llvm | FileCheck %s --check-prefix=WIDE
// RUN: gl-compile %t/kernel.mlir --target=cpu --cpu=x86-64 --emit=llvm | FileCheck %s --check-prefix=NARROW
// RUN: gl-compile %t/kernel.mlir --target=cpu --emit=obj -o %t/native.o
// RUN: llvm-nm %t/native.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: gl-compile %t/half.mlir --target=cpu --cpu=x86-64 --emit=obj -o %t/half.o
// RUN: llvm-nm %t/half.o | FileCheck %s --check-prefix=HALF
// RUN: not gl-compile %t/call.mlir --target=cpu --emit=obj 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not gl-compile %t/kernel.mlir --target=cpu --cpu=pentium9 --emit=obj 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not gl-compile %t/kernel.mlir --target=cpu --cpu=i486 --emit=obj 2>&1 | FileCheck %s --check-prefix=CPU32

//--- kernel.mlir
llvm.func @sum(%a: !llvm.ptr, %b: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> vector<16xf32>
  %1 = llvm.load %b : !llvm.ptr -> vector<16xf32>
  %2 = llvm.fadd %0, %1 : vector<16xf32>
  llvm.store %2, %a : vector<16xf32>, !llvm.ptr
  llvm.return
}
// WIDE: target triple = "x86_64-unknown-linux-gnu"
// WIDE: "prefer-vector-width"="512" "target-cpu"="x86-64-v4"
// NARROW-NOT: prefer-vector-width
// NARROW: "target-cpu"="x86-64"
// SYMBOLS: T sum

//--- half.mlir
llvm.func @half(%a: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> f16
  %1 = llvm.fadd %0, %0 : f16
  llvm.store %1, %a : f16, !llvm.ptr
  llvm.return
}
// HALF: U __extendhfsf2
// HALF: U __truncsfhf2

//--- call.mlir
llvm.func @system(!llvm.ptr)
llvm.func @k(%a: !llvm.ptr) {
  llvm.call @system(%a) : (!llvm.ptr) -> ()
  llvm.return
}
// CALL: error: the kernels call 'system', which gl's runtime does not provide

// CPU: error: unknown processor 'pentium9'; it is 'native' or an x86-64 processor that LLVM knows, such as 'x86-64-v3' or 'znver4'
// CPU32: error: unknown processor 'i486'
