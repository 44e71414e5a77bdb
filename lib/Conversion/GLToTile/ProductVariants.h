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

/// Writes the kernels of `op`, whose names begin with `name`. Where a schedule
/// has its input copied first, a launch that does that is put before `op`; its
/// kernels' names begin with `copyName`.
FailureOr<ProductVariants> emitProductVariants(FusedMatmulOp op, StringRef name,
                                               StringRef copyName,
                                               SymbolTable &symbols,
                                               bool isCPU);

} // namespace mlir::gl

#endif // GL_CONVERSION_GLTOTILE_PRODUCTVARIANTS_H
