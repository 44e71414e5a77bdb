//===- PassRemarks.h - How the gl passes label their remarks ----*- C++ -*-===//
//
// The passes explain themselves through MLIR's remark engine, which is silent
// unless a tool asks for a category (`--remarks-filter=gl-.*` of gl-opt). The
// category is the name of the pass.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_DIALECT_GL_TRANSFORMS_PASSREMARKS_H
#define GL_LIB_DIALECT_GL_TRANSFORMS_PASSREMARKS_H

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::gl {

/// Labels a remark `name` about `op` with the pass and the enclosing function.
inline remark::RemarkOpts labelRemark(StringRef pass, StringRef name,
                                      Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name).category(pass).function(
      function ? function.getName() : StringRef());
}

} // namespace mlir::gl

#endif // GL_LIB_DIALECT_GL_TRANSFORMS_PASSREMARKS_H
