// How arguments are given. The reference shows what arrives.
// RUN: gl-run %s --device=reference --print '--input=x=iota:1:5[2,3]' --input=y=eye | FileCheck %s --check-prefix=NAMES
// RUN: gl-run %s --device=reference --print --input=y=full:-0x1p-3 '--input=ones[1,3]' | FileCheck %s --check-prefix=MIXED
// RUN: gl-run %s --device=reference --print '--input=arange[2,3]@strides=1,0' --input=y=zeros@strides=-2,-1@offset=3 | FileCheck %s --check-prefix=VIEW
// RUN: gl-run %s --device=reference --print '--input=x=rand[0,3]' --input=y=zeros | FileCheck %s --check-prefix=EMPTY

// The default is rand, from seeds that --seed and the number of the argument decide.
// RUN: gl-run %s --device=reference --print --seed=1 '--input=rand[1,3]' > %t.1
// RUN: gl-run %s --device=reference --print --seed=1 '--input=rand[1,3]' --input=rand > %t.2
// RUN: gl-run %s --device=reference --print --seed=2 '--input=rand[1,3]' > %t.3
// RUN: cmp %t.1 %t.2
// RUN: not cmp %t.1 %t.3

// RUN: not gl-run %s --device=reference 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not gl-run %s --device=reference '--input=rand[2,4]' 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not gl-run %s --device=reference '--input=rand[-2,3]' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not gl-run %s --device=reference --input=z=ones 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not gl-run %s --device=reference --input=y=ones --input=y=ones 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not gl-run %s --device=reference --input=ones --input=ones --input=ones 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not gl-run %s --device=reference '--input=gauss[1,3]' 2>&1 | FileCheck %s --check-prefix=GENERATOR
// RUN: not gl-run %s --device=reference '--input=randint:0[1,3]' 2>&1 | FileCheck %s --check-prefix=PARAMETERS
// RUN: not gl-run %s --device=reference '--input=randint:0:99999999[1,3]' 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: not gl-run %s --device=reference '--input=uniform:2:1[1,3]' 2>&1 | FileCheck %s --check-prefix=UNIFORM
// RUN: not gl-run %s --device=reference '--input=list:1;2[1,3]' 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not gl-run %s --device=reference '--input=iota:2[1,3]' 2>&1 | FileCheck %s --check-prefix=IOTA
// RUN: not gl-run %s --device=reference '--input=ones[1,3]@strides=1' 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not gl-run %s --device=reference '--input=ones[1,3]@offset=-1' 2>&1 | FileCheck %s --check-prefix=OFFSET
// RUN: not gl-run %s --device=reference '--input=ones[1,3]@pitch=4' 2>&1 | FileCheck %s --check-prefix=SHAPED
// RUN: not gl-run %s --device=reference --input=%t.missing.npy 2>&1 | FileCheck %s --check-prefix=FILE

// NAMES: result0: f32 (2, 3) = {{\[\[}}5, 6, 7], [5, 6, 7]]
// NAMES: result1: f16 (2, 2) = {{\[\[}}1, 0], [0, 1]]
// MIXED: result0: f32 (1, 3) = {{\[\[}}1, 1, 1]]
// MIXED: result1: f16 (2, 2) = {{\[\[}}-0.125, -0.125], [-0.125, -0.125]]
// Elements that share memory have the value written last.
// VIEW: result0: f32 (2, 3) = {{\[\[}}2, 2, 2], [5, 5, 5]]
// VIEW: result1: f16 (2, 2) = {{\[\[}}0, 0], [0, 0]]
// EMPTY: result0: f32 (0, 3) = []

// OPEN: argument 0 (x): the program takes shape (?, 3); give the sizes, as in --input=x=rand[4,12,32]
// SHAPE: argument 0 (x): 'rand' has shape (2, 4), the program takes (?, 3)
// NEGATIVE: argument 0 (x): the shape (-2, 3) has a negative dim
// NAME: --input=z=ones: the program has no argument 'z'; it has: x, y
// TWICE: --input=y=ones: argument 'y' is given twice
// MANY: --input=ones: the program has 2 arguments
// GENERATOR: argument 0 (x): 'gauss' is neither a .npy file nor rand, uniform, randint, ones, zeros, arange, full, list, eye or iota
// PARAMETERS: argument 0 (x): 'randint:0' does not have the form randint:LO:HI[:SEED]
// EXACT: argument 0 (x): 'randint:0:99999999': {{.*}}99999999
// UNIFORM: argument 0 (x): 'uniform:2:1' does not have the form uniform:LO:HI[:SEED] with LO <= HI
// LIST: argument 0 (x): 'list:1;2' has 2 values for the 3 elements of shape (1, 3)
// IOTA: argument 0 (x): 'iota:2' does not have the form iota:DIM[:START] with DIM below the rank 2
// RANK: argument 0 (x): has 1 strides for a tensor of rank 2
// OFFSET: argument 0 (x): expected @strides=S0,S1,... or @offset=N with N >= 0, got '@offset=-1'
// SHAPED: argument 0 (x): the program takes shape (?, 3); give the sizes
// FILE: argument 0 (x): {{.*}}missing.npy: {{.*}}No such file or directory
func.func @main(%x: tensor<?x3xf32>, %y: tensor<2x2xf16>) -> (tensor<?x3xf32>, tensor<2x2xf16>) {
  return %x, %y : tensor<?x3xf32>, tensor<2x2xf16>
}
