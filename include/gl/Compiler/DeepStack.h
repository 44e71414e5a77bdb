//===- DeepStack.h - Run a tool on a stack for deep IR ----------*- C++ -*-===//
//
// MLIR's parser, verifier and printer recurse once per nested region, and the
// usual 8 MiB of stack end at a few thousand. Tools run their main function
// through here, so that deeply nested input is read and no crash.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_DEEPSTACK_H
#define GL_COMPILER_DEEPSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::gl {

/// Calls `tool` on a thread with a large stack, gives later threads of the
/// process (MLIR's pool) the same, and returns what `tool` returned. Stack that
/// is not touched costs address space only; where even that is limited, `tool`
/// runs on the caller's stack.
int runOnDeepStack(llvm::function_ref<int()> tool);

} // namespace mlir::gl

#endif // GL_COMPILER_DEEPSTACK_H
