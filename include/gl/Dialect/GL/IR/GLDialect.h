//===- GLDialect.h - The gl dialect ------------------------------*- C++
//-*-===//
//
// Declares the dialect and its attributes. See docs/GLDialect.md.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_GLDIALECT_H
#define GL_DIALECT_GL_IR_GLDIALECT_H

#include "gl/Dialect/GL/IR/ScheduleFields.h"
#include "gl/Dialect/GL/IR/Warpgroups.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"

#include "gl/Dialect/GL/IR/GLDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "gl/Dialect/GL/IR/GLAttrs.h.inc"

namespace mlir::gl {
/// Name of the module attribute that holds the `#gl.target`.
inline constexpr llvm::StringLiteral kTargetAttrName = "gl.target";

/// Name of the unit attribute of a function's argument that no earlier kernel
/// that may still run writes.
inline constexpr llvm::StringLiteral kConstantAttrName = "gl.constant";
} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_GLDIALECT_H
