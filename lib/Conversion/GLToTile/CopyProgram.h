//===- CopyProgram.h - The program of a gather on its own --------*- C++
//-*-===//
//
// Writes a kernel that joins tensors in memory: what a gl.gather_concat that no
// product absorbed becomes, and the copy that a product reads with
// `gather = copy`.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_GLTOTILE_COPYPROGRAM_H
#define GL_CONVERSION_GLTOTILE_COPYPROGRAM_H

#include "KernelBuilder.h"

namespace mlir::gl {

/// A tensor of a copy: its type and how rows and columns run over its dims.
struct CopyTensor {
  RankedTensorType type;
  IndexMap map;
  bool isConstant = false; ///< no earlier kernel that may still run writes it
};

/// What a copy relies on. With a `vector` of several elements the result is
/// what the compiler itself lays out: row-major without gaps, in rows of whole
/// vectors.
struct CopyForm {
  int64_t vector = 1;     ///< elements that a thread stores at once
  int64_t partVector = 1; ///< elements of which rows of parts are made
  Access partAccess = Access::Any;
};

/// Writes a kernel that joins the columns of `parts` along dim `joined` of
/// `result`, and fills what the result has behind them with zeros if its form
/// has vectors. Its arguments are the parts, then the result. Nothing if static
/// dims contradict the form.
std::optional<tile::FuncOp> emitCopyProgram(Location loc, StringRef name,
                                            ArrayRef<CopyTensor> parts,
                                            const CopyTensor &result,
                                            unsigned joined, bool isCPU,
                                            const CopyForm &form = {});

} // namespace mlir::gl

#endif // GL_CONVERSION_GLTOTILE_COPYPROGRAM_H
