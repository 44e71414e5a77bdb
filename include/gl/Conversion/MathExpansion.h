//===- MathExpansion.h - Functions of math as arithmetic ---------*- C++
//-*-===//
//
// One accurate expansion for all targets, so that a program's results do not
// depend on which libm or libdevice is there. Relative errors in f32:
// exp 8.2e-8, tanh 1.1e-7, erf 8.2e-8, expm1 and log1p 1.7e-7, log and log2
// 3e-7 (normal numbers), sqrt and rsqrt below 1e-7.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_MATHEXPANSION_H
#define GL_CONVERSION_MATHEXPANSION_H

#include "mlir/IR/Operation.h"

namespace mlir::gl {

enum class MathTarget {
  CPU, ///< fma and roundings become arithmetic, bf16 arithmetic is done in f32
  GPU  ///< both are instructions
};

/// Expands the `math` operations in `root`, which must be isolated from above.
/// Reports, at the operation, a function that has no accurate expansion.
LogicalResult expandMath(Operation *root, MathTarget target);

} // namespace mlir::gl

#endif // GL_CONVERSION_MATHEXPANSION_H
