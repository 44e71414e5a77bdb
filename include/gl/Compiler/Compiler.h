//===- Compiler.h - The one entry that tools and bindings call ---*- C++
//-*-===//
//
// From a module of level 0, 1 or 2 to IR of a lower level, to code, or to a
// bundle. Every failure has been reported as a diagnostic at a source location
// when a function here returns one.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_COMPILER_H
#define GL_COMPILER_COMPILER_H

#include "gl/Target/Cubin.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>

namespace mlir::gl {

/// Levels of IR that `lowerTo` can stop at; the README shows one program on
/// each.
enum class Level {
  GL,    ///< gl on tensors: fused, with schedules
  Tile,  ///< tile programs and their launches
  Target ///< the LLVM and NVVM dialects
};

struct CompileOptions {
  /// `cpu`, `sm_90` (PTX that stays forward-compatible) or `sm_90a` (what only
  /// Hopper has).
  std::string arch = "sm_90a";
  /// A `#gl.schedule<...>` to use for every product; empty to let the compiler
  /// choose.
  std::string schedule;
  /// x86-64 processor to generate code for: an LLVM name such as `x86-64` or
  /// `znver4`, or `native`.
  std::string cpu = "native";
  /// Whether a bundle for a GPU also holds a cubin when nvJitLink or ptxas is
  /// found.
  bool wantCubin = true;
  /// Path of ptxas; empty to search PATH and the CUDA toolkit's usual places.
  std::string ptxas;
};

/// Code of one kind that a bundle holds.
struct CodeBlob {
  std::string kind; ///< `ptx`, `cubin` or `object`
  std::string bytes;
  std::string ptxVersion; ///< of kind `ptx`: such as "8.8"
};

/// A compiled module: the JSON record of docs/bundle.md without `modules`, and
/// the code.
struct Artifact {
  std::string record;
  SmallVector<CodeBlob, 2> blobs;
  /// Of the kernels of a cubin.
  SmallVector<KernelResources, 4> resources;
  /// Why there is no cubin though one was wanted; empty if there is.
  std::string noCubin;

  /// The file's bytes, as docs/bundle.md describes them.
  std::string toBundle() const;
  /// The complete JSON record.
  std::string toJSON() const;
};

/// Keeps the first variant of every launch of `module`, which is at
/// Level::Tile, and drops the kernels of the others. What is left is right only
/// for calls that live up to what that variant relies on.
void keepFirstVariants(ModuleOp module);

/// Lowers `module` in place.
LogicalResult lowerTo(ModuleOp module, Level level,
                      const CompileOptions &options);

/// Compiles `module`, which is consumed (left at Level::Target).
FailureOr<Artifact> compile(ModuleOp module, const CompileOptions &options);

/// Makes the functions of a CPU artifact's object callable in this process.
class HostJit {
public:
  static llvm::Expected<std::unique_ptr<HostJit>>
  create(llvm::StringRef object);
  ~HostJit();
  /// Address of a kernel, or null.
  void *lookup(llvm::StringRef kernel);

private:
  struct Impl;
  HostJit(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::gl

#endif // GL_COMPILER_COMPILER_H
