//===-- Bundle.h - The record of a compiled module --------------*- C++ -*-===//
//
// docs/bundle.md as C++ structures. Parsing checks every rule that does not
// depend on a call's tensors, so that the code that serves calls may index
// tensors, dims and kernels without looking again.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_BUNDLE_H
#define GL_LIB_RUNTIME_BUNDLE_H

#include "Expr.h"

#include "gl/Runtime/gl_runtime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gl::rt {

struct DimSpec {
  enum Kind { Static, Dynamic, Computed };
  Kind kind;
  int64_t size = 0;
  Expr expr;
};

struct TensorSpec {
  enum Role { Arg, Result, Temp };
  Role role;
  std::string name;
  gl_dtype dtype;
  std::vector<DimSpec> dims;
  /// Sizes with -1 for those known only at the call.
  std::vector<int64_t> staticShape;
  /// Place of dim 0 in a Frame's arrays.
  size_t firstDim = 0;

  int32_t rank() const { return static_cast<int32_t>(dims.size()); }
};

/// What of a tensor map does not depend on a call, and how the rest follows
/// from one. Dims are listed innermost first.
struct TensorMapSpec {
  static constexpr size_t maxRank = 5;
  std::vector<Expr> extents;
  /// In elements; that of dim 0 is 1 and left out.
  std::vector<Expr> strides;
  uint32_t box[maxRank] = {};
  /// 0, 32, 64 or 128 bytes.
  uint32_t swizzle = 0;
};

struct ParamSpec {
  enum Kind { Ptr, I64, I32, TensorMap };
  Kind kind;
  /// Of Ptr and TensorMap.
  int32_t tensor = 0;
  /// Of I64 and I32.
  Expr expr;
  /// Of TensorMap.
  TensorMapSpec map;
};

struct VariantSpec {
  std::string name;
  std::string schedule;
  /// Index in BundleSpec::kernels.
  size_t kernel = 0;
  /// Places in StepSpec::conditions.
  std::vector<size_t> guard;
  /// Estimated cycles, of variants that compete.
  std::optional<Expr> cost;
  Expr grid[3];
  int64_t block[3] = {0, 0, 0};
  int64_t sharedBytes = 0;
  std::vector<ParamSpec> params;
  /// Temporaries among the parameters.
  std::vector<size_t> temporaries;
};

struct StepSpec {
  std::vector<VariantSpec> variants;
  /// What guards of the variants ask, each once: they have most of it in
  /// common.
  std::vector<Condition> conditions;
  /// The longest parameter list of a variant.
  size_t maxParams = 0;
  /// Of a step that is for some variants of later ones: the temporary that it
  /// writes, without whose readers it is not launched.
  std::optional<size_t> writes;
};

struct FunctionSpec {
  std::string name;
  /// Arguments, then results, then temporaries.
  std::vector<TensorSpec> tensors;
  size_t numArgs = 0;
  size_t numResults = 0;
  std::vector<Condition> checks;
  std::vector<StepSpec> steps;
  size_t totalDims = 0;
  /// Sum over the steps of maxParams.
  size_t totalParams = 0;
};

struct KernelSpec {
  std::string name;
  /// The most dynamic shared memory that a variant gives it.
  int64_t maxSharedBytes = 0;
};

struct CodeSpec {
  std::string kind;
  int64_t offset = 0;
  int64_t size = 0;
  std::string ptxVersion;
};

struct BundleSpec {
  std::string compiler;
  std::string target;
  bool cpu = false;
  /// GPU target: compute capability, and whether it must match exactly.
  int ccMajor = 0, ccMinor = 0;
  bool ccExact = false;
  /// Whether the kernels wait for those before them, so that they may be
  /// launched before those have ended.
  bool dependentLaunch = false;
  std::vector<CodeSpec> modules;
  std::vector<FunctionSpec> functions;
  std::vector<KernelSpec> kernels;
};

/// CRC-32 of IEEE 802.3, as in zlib.
uint32_t crc32(const void *data, size_t bytes);

/// Checks magic, length and checksum, and returns the two parts.
gl_bundle_view openBundle(const void *bundle, size_t bytes);

/// Parses and validates a record. `codeBytes` bounds the modules' blobs;
/// null if the code is elsewhere.
BundleSpec parseRecord(const char *json, size_t bytes, const size_t *codeBytes);

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_BUNDLE_H
