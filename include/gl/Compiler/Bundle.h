//===- Bundle.h - The compiler's side of docs/bundle.md ----------*- C++
//-*-===//
//
// Describes the functions of a module of tile programs to the runtime: tensors,
// checks, steps, variants with their guards, grids and parameters.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_BUNDLE_H
#define GL_COMPILER_BUNDLE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace mlir::gl {

/// Turns values of type `index` into the expressions of docs/bundle.md:
/// constants and the arithmetic that the page lists, over the leaves that
/// `leaf` knows. Errors are reported at the operation that has no counterpart.
class IndexExpressions {
public:
  /// The expression of a value that arithmetic does not explain, or failure
  /// after a diagnostic; nothing if it does not know the value either.
  using Leaf = llvm::function_ref<std::optional<FailureOr<llvm::json::Value>>(
      Value value)>;

  /// `user` is where the value is used, for errors.
  static FailureOr<llvm::json::Value> get(Value value, Operation *user,
                                          Leaf leaf);
};

/// The JSON record of `module`, which buildLevel3Pipeline has run on, without
/// `modules`. Fails, after a diagnostic at the operation, for what a bundle
/// cannot express.
FailureOr<llvm::json::Object> buildRecord(ModuleOp module, StringRef arch);

/// Name of the string attribute that keeps the name a kernel had before
/// legalizeKernelNames.
inline constexpr StringLiteral kSourceNameAttr = "tile.source_name";

/// Gives the kernels of a module of level Tile names that PTX and object files
/// can hold and that mean nothing else there. Legal names are kept.
void legalizeKernelNames(ModuleOp module);

/// Name and version of this compiler and of the LLVM in it.
StringRef getCompilerVersion();

/// Names the arguments of the functions that have no `gl.name` after the
/// identifiers in their source text: `%x` becomes "x".
void nameArguments(ModuleOp module, StringRef source);

/// Writes `bundle` as a C header with the array `NAME_bundle` and its size,
/// `NAME_bundle_size`; NAME is `name` with what C does not allow replaced by
/// '_'.
void writeHeader(llvm::raw_ostream &os, StringRef bundle, StringRef name);

} // namespace mlir::gl

#endif // GL_COMPILER_BUNDLE_H
