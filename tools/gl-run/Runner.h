//===- Runner.h - Run, check and time one case ------------------*- C++ -*-===//
//
// Everything after a program is loaded: tensors, the call, the comparison with
// the reference, the timing, the outputs.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TOOLS_GL_RUN_RUNNER_H
#define GL_TOOLS_GL_RUN_RUNNER_H

#include "Program.h"
#include "llvm/Support/raw_ostream.h"

namespace gl::run {

/// Runs one case and writes its report, a line per fact, to `os`. No output
/// file has been written when this fails. `folder` is where relative paths of
/// inputs start.
llvm::Error runCase(Program &program, const Options &options,
                    llvm::StringRef folder, llvm::raw_ostream &os);

} // namespace gl::run

#endif // GL_TOOLS_GL_RUN_RUNNER_H
