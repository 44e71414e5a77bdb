// A pass that fails leaves one reproducer, and running it fails in the same way; with threads on, too.
// RUN: rm -f %t.repro.mlir
// RUN: not gl-opt %s --pass-pipeline='builtin.module(func.func(test-none-such))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 'test-none-such' does not refer to a registered pass or pass pipeline
// RUN: not gl-opt %s --pass-pipeline='builtin.module(inline,func.func(scf-for-loop-range-folding),convert-bufferization-to-memref)' --mlir-pass-pipeline-crash-reproducer=%t.repro.mlir 2> %t.first
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.first
// RUN: not gl-opt %t.repro.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN

// FIRST: error: failed to legalize operation 'bufferization.to_tensor' that was explicitly marked illegal
// FIRST-NOT: error: failed to legalize
// AGAIN: error: failed to legalize operation 'bufferization.to_tensor' that was explicitly marked illegal
func.func @f(%m: memref<4xf32>) -> tensor<4xf32> {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
