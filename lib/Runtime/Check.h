//===-- Check.h - The checks of a call --------------------------*- C++ -*-===//
//
// Rules 1 to 5 of docs/bundle.md, "Calls". Each function fills in its part of
// the frame and throws an Error that names the argument, the expected and the
// actual value.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_CHECK_H
#define GL_LIB_RUNTIME_CHECK_H

#include "Bundle.h"
#include "Expr.h"

namespace gl::rt {

/// The alignment of a workspace and of every temporary in it, in bytes.
constexpr int64_t temporaryAlignment = 256;

/// Sizes and grid extents are below this.
constexpr int64_t extentLimit = (int64_t(1) << 31) - (int64_t(1) << 16);

/// The tensors that the caller passes.
struct CallTensors {
  const gl_tensor *args;
  size_t numArgs;
  const gl_tensor *results;
  size_t numResults;

  const gl_tensor &operator[](size_t t) const {
    return t < numArgs ? args[t] : results[t - numArgs];
  }
  size_t size() const { return numArgs + numResults; }
};

/// "argument 1 'w'", "result 0 'y'" or "temporary 0 't'".
std::string describe(const FunctionSpec &fn, size_t tensor);
/// "cpu" or "cuda:1".
std::string describe(gl_device device);

/// Rules 1 and 2 for a call: fills sizes, strides, addresses and `empty` of all
/// tensors (temporaries have no address yet).
void checkShapes(Frame &frame, const CallTensors &tensors);

/// Rules 1 and 2 for arguments alone. Results get the shapes that a call must
/// give them; checks that mention strides or addresses are left out.
void checkArgumentShapes(Frame &frame, const gl_tensor *args, size_t numArgs);

/// Rule 3 as far as the host can tell, and returns the call's device. Without
/// tensors this is device 0 of the target's kind.
gl_device checkDevices(const Frame &frame, const BundleSpec &bundle,
                       const CallTensors &tensors);

/// Rules 4 and 5, and that a workspace is apart from the tensors.
void checkMemory(const Frame &frame, const gl_call_options &options);

/// That a call whose kernels use temporaries has a workspace that is large
/// enough and aligned.
void checkWorkspace(const Frame &frame, const gl_call_options &options);

/// Bytes of workspace for the frame's temporaries.
int64_t workspaceBytes(const Frame &frame);

/// Gives the temporaries their addresses in a workspace.
void placeTemporaries(Frame &frame, void *workspace);

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_CHECK_H
