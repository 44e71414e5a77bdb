//===-- Call.h - Planning of one call ---------------------------*- C++ -*-===//
//
// Everything about a call is decided before its first kernel starts: the
// checks, the variant and grid of each step, and the parameters. So a call that
// cannot run has no effect.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_CALL_H
#define GL_LIB_RUNTIME_CALL_H

#include "Check.h"
#include "TensorMaps.h"

namespace gl::rt {

/// What one step launches.
struct Launch {
  const VariantSpec *variant;
  /// Whether the step is for something that the call launches.
  bool isNeeded;
  int64_t grid[3];
  /// Product of the grid; 0 if nothing is launched.
  int64_t programs;
  /// Place of the first parameter in Call::params.
  size_t firstParam;
};

class Call {
public:
  Call(const BundleSpec &bundle, const FunctionSpec &fn)
      : frame(fn), launches(fn.steps.size()), params(fn.totalParams),
        bundle(bundle), values(fn.totalParams) {}

  /// Rules 1 to 3; returns the device.
  gl_device bind(const CallTensors &tensors);
  /// Rules 4 and 5, workspace, variants, grids and parameters. With `probing` a
  /// null workspace is accepted, and taken for one if it has bytes.
  void plan(const gl_call_options &options, bool probing);
  /// The tensor maps among the parameters, which plan leaves null. They are
  /// valid until the calling thread encodes those of another call.
  void encodeTensorMaps(const CudaDriver &driver);

  Frame frame;
  InlineArray<Launch, 16> launches;
  /// Pointers to the parameters' values, step after step.
  InlineArray<void *, 128> params;

private:
  const VariantSpec *find(size_t step, bool withTemporaries) const;
  const VariantSpec &select(size_t step, bool hasWorkspace) const;
  bool selectAll(bool hasWorkspace);
  void planGrid(Launch &launch) const;
  uint64_t paramValue(const VariantSpec &variant, size_t index) const;
  TensorMapKey tensorMapKey(const ParamSpec &param) const;

  const BundleSpec &bundle;
  InlineArray<uint64_t, 128> values;
};

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_CALL_H
