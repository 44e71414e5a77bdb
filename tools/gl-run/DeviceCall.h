//===- DeviceCall.h - A call with its memory on the device ------*- C++ -*-===//
//
// Puts the tensors of one call where the function runs, calls it, and brings
// the results back. On the CPU the tensors are used where they are.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TOOLS_GL_RUN_DEVICECALL_H
#define GL_TOOLS_GL_RUN_DEVICECALL_H

#include "TensorBuffer.h"
#include "gl/Runtime/Runtime.h"
#include "llvm/Support/Error.h"

namespace gl::run {

/// A host array with the memory that it is passed in.
struct Operand {
  HostArray array;
  TensorBuffer buffer;
};

class DeviceCall {
public:
  /// The operands stay the caller's and must live as long as this object.
  /// `dependentLaunch`: kernels may start while earlier ones of the stream end.
  /// A `dryRun` keeps the tensors in host memory, whatever the device, and
  /// cannot be called. Without a workspace calls take kernels that need none.
  DeviceCall(runtime::Function function, gl_device device, int32_t threads,
             bool dependentLaunch, bool dryRun, bool hasWorkspace)
      : function(function), device(device), dryRun(dryRun),
        hasWorkspace(hasWorkspace) {
    options.num_threads = threads;
    options.dependent_launch = dependentLaunch;
  }

  /// Copies the arguments to the device.
  llvm::Error setArguments(std::vector<Operand> &arguments);
  /// The shape of result `index`; after setArguments.
  llvm::Expected<std::vector<int64_t>> resultShape(size_t index) const;
  /// Makes poisoned memory for the results and the workspace.
  llvm::Error setResults(std::vector<Operand> &results);

  /// Poisons the memory of the results and the workspace once more.
  llvm::Error poison(std::vector<Operand> &results);

  /// Calls the function once and waits for it.
  llvm::Error call();
  /// Copies the results' memory, as it is, to the host.
  llvm::Error fetch(std::vector<Operand> &results);
  /// What step `index` launches.
  llvm::Expected<gl_variant_info> variant(size_t index) const;
  /// Times of `repeat` calls in microseconds, after `warmup` calls.
  llvm::Expected<std::vector<float>> time(int32_t warmup, int32_t repeat);

private:
  llvm::Error synchronize() const;
  llvm::Error place(std::vector<Operand> &operands,
                    std::vector<runtime::DeviceBuffer> &buffers,
                    std::vector<runtime::Tensor> &tensors);

  runtime::Function function;
  gl_device device;
  bool dryRun, hasWorkspace;
  gl_call_options options = {};
  Bytes hostWorkspace;
  std::vector<runtime::DeviceBuffer> argumentBuffers, resultBuffers, workspace;
  std::vector<runtime::Tensor> arguments, results;
};

} // namespace gl::run

#endif // GL_TOOLS_GL_RUN_DEVICECALL_H
