//===- DeviceCall.cpp - A call with its memory on the device --------------===//
//
// See DeviceCall.h.
//
//===----------------------------------------------------------------------===//

#include "DeviceCall.h"

#include "Options.h"
#include <chrono>

using namespace llvm;
using namespace gl;
using namespace gl::run;

/// Calls that one graph holds, so that its own launch cost is spread.
static constexpr int32_t kCallsPerGraph = 200;

static Error toError(const runtime::Status &status) {
  return status.ok() ? Error::success() : makeError(status.message());
}

static gl_dtype toRuntime(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return GL_F32;
  case DType::F16:
    return GL_F16;
  case DType::BF16:
    return GL_BF16;
  case DType::F8E4M3FN:
    return GL_F8E4M3FN;
  case DType::F8E5M2:
    return GL_F8E5M2;
  case DType::F64:
    break;
  }
  // The call rejects it: the runtime has no f64.
  return static_cast<gl_dtype>(-1);
}

/// Waits for copies and fills.
Error DeviceCall::synchronize() const {
  if (device.type == GL_DEVICE_CPU)
    return Error::success();
  return toError(
      runtime::Status(gl_cuda_stream_synchronize(device.index, nullptr)));
}

/// Makes `tensors` of memory on the device with what is in the operands'
/// buffers.
Error DeviceCall::place(std::vector<Operand> &operands,
                        std::vector<runtime::DeviceBuffer> &buffers,
                        std::vector<runtime::Tensor> &tensors) {
  buffers.clear();
  tensors.clear();
  for (Operand &operand : operands) {
    TensorBuffer &host = operand.buffer;
    unsigned char *start = host.bytes().data();
    if (device.type == GL_DEVICE_CUDA && !dryRun && !host.isEmpty()) {
      auto buffer =
          runtime::DeviceBuffer::allocate(device.index, host.bytes().size());
      if (!buffer)
        return toError(buffer.status());
      if (Error error = toError(buffer->upload(start)))
        return error;
      start = static_cast<unsigned char *>(buffer->data());
      buffers.push_back(std::move(*buffer));
    }
    void *data = host.isEmpty() ? nullptr : start + host.origin();
    tensors.emplace_back(data, toRuntime(operand.array.dtype()),
                         operand.array.shape(), device,
                         operand.array.strides());
  }
  return dryRun ? Error::success() : synchronize();
}

Error DeviceCall::setArguments(std::vector<Operand> &operands) {
  return place(operands, argumentBuffers, arguments);
}

Expected<std::vector<int64_t>> DeviceCall::resultShape(size_t index) const {
  auto shape = function.resultShape(arguments, index);
  if (!shape)
    return toError(shape.status());
  return std::move(*shape);
}

Error DeviceCall::setResults(std::vector<Operand> &operands) {
  if (Error error = place(operands, resultBuffers, results))
    return error;
  auto size = function.workspaceSize(arguments);
  if (!size)
    return toError(size.status());
  options.workspace_bytes = hasWorkspace ? *size : 0;
  if (options.workspace_bytes == 0 || dryRun)
    return Error::success();
  // Poisoned, so that a step that reads what none wrote computes NaN.
  if (device.type == GL_DEVICE_CPU) {
    Expected<Bytes> bytes = Bytes::allocate(*size);
    if (!bytes)
      return bytes.takeError();
    hostWorkspace = std::move(*bytes);
    hostWorkspace.poison();
    options.workspace = hostWorkspace.data();
    return Error::success();
  }
  auto buffer = runtime::DeviceBuffer::allocate(device.index, *size);
  if (!buffer)
    return toError(buffer.status());
  if (Error error = toError(buffer->fill(0xff)))
    return error;
  options.workspace = buffer->data();
  workspace.push_back(std::move(*buffer));
  return synchronize();
}

Error DeviceCall::poison(std::vector<Operand> &operands) {
  for (Operand &operand : operands)
    operand.buffer.bytes().poison();
  hostWorkspace.poison();
  for (auto *buffers : {&resultBuffers, &workspace})
    for (runtime::DeviceBuffer &buffer : *buffers)
      if (Error error = toError(buffer.fill(0xff)))
        return error;
  return synchronize();
}

Error DeviceCall::call() {
  if (device.type == GL_DEVICE_CPU)
    return toError(function.call(arguments, results, options));
  auto stream = runtime::Stream::create(device.index);
  if (!stream)
    return toError(stream.status());
  gl_call_options onStream = options;
  onStream.stream = stream->get();
  if (Error error = toError(function.call(arguments, results, onStream)))
    return error;
  return toError(stream->synchronize());
}

Error DeviceCall::fetch(std::vector<Operand> &operands) {
  if (device.type == GL_DEVICE_CPU)
    return Error::success();
  size_t next = 0;
  for (Operand &operand : operands)
    if (!operand.buffer.isEmpty())
      if (Error error = toError(
              resultBuffers[next++].download(operand.buffer.bytes().data())))
        return error;
  return Error::success();
}

Expected<gl_variant_info> DeviceCall::variant(size_t index) const {
  auto info = function.selectedVariant(arguments, results, index, options);
  if (!info)
    return toError(info.status());
  return *info;
}

Expected<std::vector<float>> DeviceCall::time(int32_t warmup, int32_t repeat) {
  std::vector<float> microseconds(repeat);
  if (device.type == GL_DEVICE_CUDA) {
    auto work = [](void *user, void *stream) {
      auto &self = *static_cast<DeviceCall *>(user);
      gl_call_options onStream = self.options;
      onStream.stream = stream;
      return self.function.call(self.arguments, self.results, onStream).code();
    };
    if (gl_status status =
            gl_cuda_time_graph(device.index, work, this, kCallsPerGraph, warmup,
                               repeat, microseconds.data()))
      return toError(runtime::Status(status));
    return microseconds;
  }
  using Clock = std::chrono::steady_clock;
  for (int32_t i = -warmup; i < repeat; ++i) {
    Clock::time_point start = Clock::now();
    if (Error error = toError(function.call(arguments, results, options)))
      return std::move(error);
    std::chrono::duration<float, std::micro> taken = Clock::now() - start;
    if (i >= 0)
      microseconds[i] = taken.count();
  }
  return microseconds;
}
