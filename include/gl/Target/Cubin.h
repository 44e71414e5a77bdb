//===- Cubin.h - PTX to a cubin, with the tools that are there ---*- C++
//-*-===//
//
// A cubin needs NVIDIA's assembler. It is looked for at run time: nvJitLink, a
// library, first; then the program ptxas, or the other way round where kernels
// use wgmma. Neither needs a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TARGET_CUBIN_H
#define GL_TARGET_CUBIN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::gl {

/// What the assembler reports of one kernel.
struct KernelResources {
  std::string kernel;
  int64_t registers = 0;   ///< 32-bit registers per thread
  int64_t sharedBytes = 0; ///< static shared memory per block
  int64_t stackBytes = 0;  ///< per thread, spills included
  int64_t spillStores = 0; ///< bytes per thread
  int64_t spillLoads = 0;  ///< bytes per thread
};

struct Cubin {
  std::string bytes;
  std::string assembler; ///< path of the library or program that made it
  llvm::SmallVector<KernelResources, 4> resources; ///< in order of the log
};

/// Where the assembler is looked for.
struct AssemblerSearch {
  /// Names or paths of nvJitLink to open, in order.
  llvm::SmallVector<std::string> libraries;
  /// Paths of ptxas to try, in order.
  llvm::SmallVector<std::string> programs;

  /// `ptxas`, if it is not empty, is the only candidate. Else the toolkit at
  /// $CUDA_PATH or $CUDA_HOME if one is set, or else the loader's path and
  /// /usr/local/cuda; and last, ptxas in the directories of $PATH.
  static AssemblerSearch standard(llvm::StringRef ptxas);
};

/// The error of assemblePTX when there is no assembler.
class AssemblerNotFound : public llvm::ErrorInfo<AssemblerNotFound> {
public:
  static char ID; // NOLINT(readability-identifier-naming): the name that
                  // ErrorInfo wants
  explicit AssemblerNotFound(std::string message)
      : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override;

private:
  std::string message;
};

/// Assembles `ptx` for `arch` (`sm_90` or `sm_90a`); a second time, as
/// allowOneBlock() has it, where kernels spill registers; what spills fewer
/// bytes is kept. Errors: AssemblerNotFound, which names what was sought and
/// where; what the assembler said, its first lines; a temporary directory that
/// cannot be written, by name.
llvm::Expected<Cubin> assemblePTX(llvm::StringRef ptx, llvm::StringRef arch,
                                  const AssemblerSearch &search);

/// `ptx` with `.minnctapersm 1` at `kernels`, except where their registers are
/// limited already. Without a limit the assembler chooses how many blocks are
/// to fit on a multiprocessor, and spills the last few registers for one more;
/// it knows neither the grid nor the launch.
std::string allowOneBlock(llvm::StringRef ptx,
                          llvm::ArrayRef<std::string> kernels);

/// The resources that a log of `ptxas -v` or nvJitLink's `-verbose` tells of.
llvm::SmallVector<KernelResources, 4> parseResources(llvm::StringRef log);

} // namespace mlir::gl

#endif // GL_TARGET_CUBIN_H
