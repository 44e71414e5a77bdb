//===- Program.h - A program that is ready to run ---------------*- C++ -*-===//
//
// From a file of MLIR or a bundle to a function that can be called, together
// with the program as written, which the float64 reference interprets.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TOOLS_GL_RUN_PROGRAM_H
#define GL_TOOLS_GL_RUN_PROGRAM_H

#include "Options.h"
#include "TensorSpec.h"
#include "gl/Compiler/Compiler.h"
#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Reference/Reference.h"
#include "gl/Runtime/Runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace gl::run {

/// A parsed file of MLIR, cut down to one function, and its diagnostics.
class Source {
public:
  /// Reads `path` ("-" is standard input) and keeps the function `name`; if
  /// that is empty, `main` or the only one.
  static llvm::Expected<std::unique_ptr<Source>>
  read(const std::string &path, const std::string &name, bool explain);

  mlir::ModuleOp module() { return moduleRef.get(); }
  mlir::func::FuncOp function() { return functionOp; }
  /// The lowest precision that a product of the function asks for.
  mlir::gl::Precision precision();
  /// Whether the function multiplies f8.
  bool hasF8Products();
  /// Whether a value on the way has an element type narrower than f32.
  bool hasNarrowValues();

  /// Appends the function's arguments, by their names in the text, and results.
  llvm::Error describe(std::vector<TensorInfo> &arguments,
                       std::vector<TensorInfo> &results);

  /// The diagnostics since the last call, as they are printed: errors of a
  /// failure, or remarks and warnings.
  std::string takeDiagnostics();

private:
  explicit Source(bool explain);
  llvm::Error select(const std::string &path, const std::string &name);

  mlir::MLIRContext context;
  llvm::SourceMgr sourceManager;
  std::string diagnostics;
  llvm::raw_string_ostream diagnosticStream{diagnostics};
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> moduleRef;
  mlir::func::FuncOp functionOp;
};

struct Program {
  /// What the float64 reference interprets: the program, or that of
  /// --reference; null for a bundle without one.
  std::unique_ptr<Source> source;
  std::unique_ptr<mlir::gl::HostJit> jit; ///< outlives `module`
  std::optional<runtime::Module> module;  ///< empty for DeviceKind::Reference
  std::optional<runtime::Function> function;
  gl_device device = {GL_DEVICE_CPU, 0};
  std::string fusion;  ///< what was fused, in words; empty for a bundle
  std::string remarks; ///< of the compiler
  std::vector<TensorInfo> arguments, results;
};

/// Reads, compiles and loads the program that `options` names. `folder` is
/// where its path starts if it is relative. An error that the compiler found is
/// the diagnostic that it printed.
llvm::Expected<std::unique_ptr<Program>> loadProgram(const Options &options,
                                                     llvm::StringRef folder);

} // namespace gl::run

#endif // GL_TOOLS_GL_RUN_PROGRAM_H
