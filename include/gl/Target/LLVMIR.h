//===- LLVMIR.h - From the LLVM dialect to LLVM IR ---------------*- C++
//-*-===//
//
// The step that both targets share: translation with line tables, and the
// check that the code calls only what its target provides.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TARGET_LLVMIR_H
#define GL_TARGET_LLVMIR_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace llvm {
class TargetMachine;
}

namespace mlir {
class DialectRegistry;
}

namespace mlir::gl {

/// Registers the translations that the functions of this folder need; the
/// context of every operation given to them must have been made with them.
void registerTranslations(DialectRegistry &registry);

/// Translates `module`, a `gpu.module` or `builtin.module` of the LLVM dialect,
/// for `machine`. Functions without debug information are given line tables
/// from their locations. Null after a diagnostic.
std::unique_ptr<llvm::Module> translateToLLVM(Operation *module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine);

/// Runs LLVM's O3 pipeline for `machine`; `vectorize` switches the loop and SLP
/// vectorizers.
void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              bool vectorize);

} // namespace mlir::gl

#endif // GL_TARGET_LLVMIR_H
