//===- MatmulProgram.h - The program of a gathered product -------*- C++
//-*-===//
//
// Writes the body of one kernel variant of a gl.fused_matmul.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_GLTOTILE_MATMULPROGRAM_H
#define GL_CONVERSION_GLTOTILE_MATMULPROGRAM_H

#include "KernelBuilder.h"

#include "gl/Dialect/GL/IR/GLOps.h"

namespace mlir::gl {

/// Writes grid and body of `op` as `schedule` wants it: with staged operands
/// one loop over all steps of the reduction, so that copies run ahead across
/// segments; else a loop, or a single step, for each segment.
void emitMatmulProgram(FusedMatmulOp op, ScheduleAttr schedule,
                       KernelBuilder &builder);

} // namespace mlir::gl

#endif // GL_CONVERSION_GLTOTILE_MATMULPROGRAM_H
