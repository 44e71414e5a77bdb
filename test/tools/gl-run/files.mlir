// .npy files in and out. f64 is refused unless rounding is asked for; bf16 is written as <V2.
// RUN: rm -rf %t && mkdir %t
// RUN: gl-run %s --device=reference --input=x=arange --input=h=full:0.3333 --output=%t/y.npy --output=result1=%t/h.npy
// RUN: %python -c "import numpy as n; y = n.load(r'%t/y.npy'); print(y.dtype, y.tolist()); h = n.load(r'%t/h.npy'); print(h.dtype.str, h.view('<u2').tolist())" | FileCheck %s --check-prefix=NUMPY
// RUN: gl-run %s --device=reference --print --input=x=%t/y.npy --input=h=%t/h.npy | FileCheck %s --check-prefix=BACK
// RUN: %python -c "import numpy as n; n.save(r'%t/d.npy', n.array([[0.1, 1e300, 3]])); n.save(r'%t/t.npy', n.zeros((3, 1), 'f4')); n.save(r'%t/i.npy', n.zeros((1, 3), 'i4'))"
// RUN: not gl-run %s --device=reference --input=x=%t/d.npy --output=%t/no.npy 2>&1 | FileCheck %s --check-prefix=F64
// RUN: gl-run %s --device=reference --print --convert --input=x=%t/d.npy | FileCheck %s --check-prefix=CONVERT
// RUN: not gl-run %s --device=reference --input=x=%t/t.npy --output=%t/no.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not gl-run %s --device=reference --input=x=%t/i.npy --output=%t/no.npy 2>&1 | FileCheck %s --check-prefix=I32
// RUN: not gl-run %s --device=reference --input=x=ones --output=%t/missing/no.npy 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not ls %t/no.npy

// NUMPY: float32 {{\[\[}}0.0, 1.0, 2.0]]
// NUMPY: |V2 [16043]
// BACK: result0: f32 (1, 3) = {{\[\[}}0, 1, 2]]
// BACK: result1: bf16 (1,) = [0.333984375]
// F64: argument 0 (x): {{.*}}d.npy has dtype f64, the program takes f32; --convert rounds it
// CONVERT: result0: f32 (1, 3) = {{\[\[}}0.100000001, inf, 3]]
// SHAPE: argument 0 (x): {{.*}}t.npy has shape (3, 1), the program takes (1, 3)
// I32: argument 0 (x): {{.*}}i.npy: {{.*}}<i4
// FOLDER: error: {{.*}}missing/no.npy
func.func @main(%x: tensor<1x3xf32>, %h: tensor<1xbf16>) -> (tensor<1x3xf32>, tensor<1xbf16>) {
  return %x, %h : tensor<1x3xf32>, tensor<1xbf16>
}
