//===- Explain.h - What the compiler made of a module ------------*- C++
//-*-===//
//
// A report for people: each kernel's schedule, grid and resources, the work of
// each step, and the time below which no kernel can do it.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_EXPLAIN_H
#define GL_COMPILER_EXPLAIN_H

#include "gl/Compiler/Compiler.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::gl {

/// Compiles `module`, which is consumed, as compile() does, and writes the
/// report to `os`. Sizes that depend on the call are written as expressions of
/// the arguments' dims. Registers and spills are there when an assembler is,
/// whether or not the artifact is to have a cubin; a line says why not.
FailureOr<Artifact> explain(ModuleOp module, const CompileOptions &options,
                            llvm::raw_ostream &os);

/// Has the remarks of gl's passes, which are silent otherwise, reported as
/// diagnostics of `context`. For a context that has no remark engine yet.
void enableRemarks(MLIRContext &context);

} // namespace mlir::gl

#endif // GL_COMPILER_EXPLAIN_H
