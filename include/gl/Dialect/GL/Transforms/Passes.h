//===- Passes.h - Passes on the gl dialect ------------------------ -*- C++
//-*-===//
//
// Declared in Passes.td; documented in docs/Passes.md.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_TRANSFORMS_PASSES_H
#define GL_DIALECT_GL_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::gl {
#define GEN_PASS_DECL
#include "gl/Dialect/GL/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "gl/Dialect/GL/Transforms/Passes.h.inc"
} // namespace mlir::gl

#endif // GL_DIALECT_GL_TRANSFORMS_PASSES_H
