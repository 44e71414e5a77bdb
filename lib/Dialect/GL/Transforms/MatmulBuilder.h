//===- MatmulBuilder.h - From matmul_bias to fused_matmul -------*- C++ -*-===//
//
// The one place that says what a gl.matmul_bias means in terms of
// gl.fused_matmul; it serves products with and without a gather.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_DIALECT_GL_TRANSFORMS_MATMULBUILDER_H
#define GL_LIB_DIALECT_GL_TRANSFORMS_MATMULBUILDER_H

#include "GatherTrace.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::gl {

/// Builds, at the builder's place, the product that `op` computes with its left
/// operand read from `segments`. The weight is one operand that all segments
/// share, each from the k at which it starts; bias and activation become the
/// epilogue. The result has `op`'s type; `op` itself is left as it is.
///
/// The segments' M and the sum of their K must agree with `op`'s, as far as
/// both are static.
FusedMatmulOp buildFusedMatmul(OpBuilder &builder, Location loc,
                               MatmulBiasOp op, ArrayRef<LhsSegment> segments);

} // namespace mlir::gl

#endif // GL_LIB_DIALECT_GL_TRANSFORMS_MATMULBUILDER_H
