//===- Elementwise.h - Scalar functions of element-wise operations -*- C++-*-=//
//
// Private to the reference interpreter.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_REFERENCE_ELEMENTWISE_H
#define GL_LIB_REFERENCE_ELEMENTWISE_H

#include "mlir/IR/Operation.h"
#include <functional>

namespace mlir::gl {

/// From the values of the operands to that of the result. i1 is 0 or 1.
using ScalarFunction = std::function<double(ArrayRef<double>)>;

/// The float64 function that `op` applies to each element; empty if `op` is not
/// an element-wise operation that the reference knows.
ScalarFunction getScalarFunction(Operation *op);

/// act(v) of gl.matmul_bias, as the description of #gl.activation defines it.
double applyActivation(Attribute activation, double v);

} // namespace mlir::gl

#endif // GL_LIB_REFERENCE_ELEMENTWISE_H
