//===- PTX.h - PTX from the NVVM dialect, in process -------------*- C++
//-*-===//
//
// LLVM's NVPTX code generator behind two calls. Nothing of CUDA is needed.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TARGET_PTX_H
#define GL_TARGET_PTX_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>

namespace mlir::gl {

/// PTX of one module: text without a terminating NUL.
struct PTX {
  std::string text;
  std::string version; ///< of the PTX ISA, such as "8.0"
};

/// Optimised LLVM IR of the kernels in `module` for `arch` (`sm_90` or
/// `sm_90a`). `module` is a `gpu.module`, or a `builtin.module` that holds
/// `llvm.func` kernels or exactly one `gpu.module`. Refuses, at the operation,
/// instructions that `arch` does not have. Null after a diagnostic.
std::unique_ptr<llvm::Module> buildDeviceModule(Operation *module,
                                                llvm::StringRef arch,
                                                llvm::LLVMContext &context);

/// PTX of the same.
FailureOr<PTX> emitPTX(Operation *module, llvm::StringRef arch);

} // namespace mlir::gl

#endif // GL_TARGET_PTX_H
