//===- Reference.h - What a program's result ought to be --------*- C++ -*-===//
//
// A float64 interpreter of functions of level 0 and 1, as they are written: it
// runs before any pass and shares no code with the compiler's indexing, so a
// fault in fusion or lowering cannot hide in both. It is plain loops, made to
// be right by inspection and not to be fast.
//
// Precision. Arguments are exact in their element types and every operation is
// computed in float64 without rounding its result to the element type, so the
// error of a compiled function is measured against the ideal. `precision` and
// `acc_type` change nothing. Sums start from +0, so that an empty sum, or one
// of zeros of either sign, is +0.
//
// Operations: gl.gather_concat, gl.matmul_bias; tensor.cast, collapse_shape,
// concat, dim, empty, expand_shape; linalg.broadcast, linalg.fill,
// linalg.transpose; element-wise arith and math on f16, bf16, f32 and f64;
// arith.constant; arith on index; func.return. The elements of tensor.empty are
// NaN.
//
//===----------------------------------------------------------------------===//

#ifndef GL_REFERENCE_REFERENCE_H
#define GL_REFERENCE_REFERENCE_H

#include "gl/Support/HostArray.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <vector>

namespace mlir::gl {

struct ReferenceOptions {
  /// Rounds the result of every operation, once, to its element type. What this
  /// yields is the best that an implementation can do that keeps to the types
  /// that the program gives its intermediate values.
  bool roundToTypes = false;
};

/// The dtype of tensors with this element type; nothing for types that a host
/// array cannot hold.
std::optional<::gl::DType> getDType(Type elementType);

/// Interprets `function`. `arguments` has one array for each argument, of its
/// dtype and shape; the results are contiguous arrays of dtype f64.
///
/// Errors, at the operation's location (at the function's for arguments): an
/// operation or type that is not interpreted; arguments that do not fit the
/// function; sizes that disagree with each other or with the result's type;
/// a function without a body; exhausted memory.
FailureOr<std::vector<::gl::HostArray>>
evaluateReference(func::FuncOp function,
                  ArrayRef<const ::gl::HostArray *> arguments,
                  const ReferenceOptions &options = {});

} // namespace mlir::gl

#endif // GL_REFERENCE_REFERENCE_H
