// Output does not depend on the locale, whose decimal comma must not reach numbers.
// RUN: gl-opt %s > %t.c
// RUN: env LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 gl-opt %s | diff %t.c -
// RUN: FileCheck %s --input-file=%t.c
// CHECK: arith.constant 1.500000e+00 : f32
func.func @f() -> f32 {
  %0 = arith.constant 1.5 : f32
  return %0 : f32
}
