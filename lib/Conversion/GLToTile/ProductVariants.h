//===- ProductVariants.h - The kernels of a gathered product -----*- C++
//-*-===//
//
// From the schedules of a gl.fused_matmul to the kernels that its launch
// chooses from: which forms each schedule gets, and what every kernel takes.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_GLTOTILE_PRODUCTVARIANTS_H
#define GL_CONVERSION_GLTOTILE_PRODUCTVARIANTS_H

#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::gl {

/// Whether the function's caller promised that a kernel before this one does
/// not write `operand`.
bool isConstantOperand(Value operand);

/// The kernels of a product, in the order in which a call tries them.
struct ProductVariants {
  SmallVector<Attribute> kernels;
  /// What each takes of `inputs`; where that is all of them for every kernel,
  /// nothing.
  SmallVector<Attribute> takes;
  SmallVector<Value> inputs;
};

/// The elements of a host's tensor along a logical axis.
Value getHostExtent(OpBuilder &builder, Location loc, Value tensor,
                    AffineMap map, unsigned axis);

/// Writes the kernels of `op`. Where a schedule has its input copied first, a
/// launch that does that is put before `op`. `takeName` gives what the names of
/// the next launch's kernels begin with.
FailureOr<ProductVariants>
emitProductVariants(FusedMatmulOp op, function_ref<std::string()> takeName,
                    SymbolTable &symbols, bool isCPU);

} // namespace mlir::gl

#endif // GL_CONVERSION_GLTOTILE_PRODUCTVARIANTS_H
