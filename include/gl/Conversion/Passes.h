//===- Passes.h - Conversions between levels ---------------------- -*- C++
//-*-===//
//
// Declared in Passes.td; documented in docs/Passes.md.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_PASSES_H
#define GL_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::gl {
#define GEN_PASS_DECL
#include "gl/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "gl/Conversion/Passes.h.inc"
} // namespace mlir::gl

#endif // GL_CONVERSION_PASSES_H
