//===- Host.h - x86-64 objects from the LLVM dialect -------------*- C++
//-*-===//
//
// LLVM's x86 code generator behind two calls, and what a JIT needs to know of
// the code that comes out.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TARGET_HOST_H
#define GL_TARGET_HOST_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>

namespace mlir::gl {

/// A function that compiled kernels may call and its address in this process.
struct HostSymbol {
  const char *name;
  void *address;
};

/// Everything that compiled kernels may call: memory functions of the C
/// library, and the conversions of f16 and bf16 that processors without the
/// instructions need.
llvm::ArrayRef<HostSymbol> getHostSymbols();

/// Makes LLVM's x86 code generator known to LLVM; every function here does.
void initializeHostTarget();

/// The triple of the objects made here.
inline constexpr llvm::StringLiteral kHostTriple = "x86_64-unknown-linux-gnu";

/// Optimised LLVM IR of `module` for `cpu`: an x86-64 processor LLVM knows, or
/// `native` for this machine's. Null after a diagnostic, which for an unknown
/// processor names it.
std::unique_ptr<llvm::Module> buildHostModule(ModuleOp module,
                                              llvm::StringRef cpu,
                                              llvm::LLVMContext &context);

/// An ELF relocatable object of the same. Refuses code that calls anything but
/// getHostSymbols().
FailureOr<std::string> emitObject(ModuleOp module, llvm::StringRef cpu);

} // namespace mlir::gl

#endif // GL_TARGET_HOST_H
