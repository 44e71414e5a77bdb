//===- TensorSpec.h - What an argument or result shall be -------*- C++ -*-===//
//
// The text forms `[NAME=]SPEC[D0,D1,...]@strides=...@offset=...` of --input and
// --result, and `[NAME=]FILE` of --output.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TOOLS_GL_RUN_TENSORSPEC_H
#define GL_TOOLS_GL_RUN_TENSORSPEC_H

#include "Options.h"
#include "gl/Support/HostArray.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace gl::run {

/// What a program says of one argument or result.
struct TensorInfo {
  std::string name;
  DType dtype;
  std::vector<int64_t> shape; ///< -1 where the size is known only at the call
};

/// "(4, ?, 32)"
std::string formatShape(const std::vector<int64_t> &shape);

struct TensorSpec {
  std::string source; ///< path, or generator with its parameters; may be empty
  std::optional<std::vector<int64_t>> shape;
  std::optional<std::vector<int64_t>> strides;
  int64_t offset = 0;
};

/// Parses everything but the name.
llvm::Expected<TensorSpec> parseSpec(llvm::StringRef text);

/// Gives each of `count` tensors the text that is meant for it: those that
/// start with `NAME=` by name, the others in order. Tensors without one have
/// none. `role` is for messages, such as "argument".
llvm::Expected<std::vector<std::optional<std::string>>>
assignByName(const std::vector<std::string> &texts,
             const std::vector<TensorInfo> &tensors, llvm::StringRef option,
             llvm::StringRef role);

/// Makes the array that `spec` describes for argument `info`. `seed` is that of
/// generators without one; `folder` is where relative paths start.
llvm::Expected<HostArray> makeArray(const TensorSpec &spec,
                                    const TensorInfo &info, uint64_t seed,
                                    const Options &options,
                                    llvm::StringRef folder);

/// `path`, from `folder` if it is relative.
std::string resolvePath(llvm::StringRef path, llvm::StringRef folder);

} // namespace gl::run

#endif // GL_TOOLS_GL_RUN_TENSORSPEC_H
