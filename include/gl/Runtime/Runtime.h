//===-- Runtime.h - C++ layer over the runtime's C interface ----*- C++ -*-===//
//
// Ownership and containers for gl_runtime.h and gl_cuda_util.h, in a header
// only. It neither throws nor uses RTTI, so it serves code that is built
// without them (such as tools that link LLVM): what can fail returns a Status
// or a Result. Shapes, dtypes, devices and errors are those of the C functions
// that each member names.
//
//===----------------------------------------------------------------------===//

#ifndef GL_RUNTIME_RUNTIME_H
#define GL_RUNTIME_RUNTIME_H

#include "gl/Runtime/gl_cuda_util.h"
#include "gl/Runtime/gl_runtime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gl::runtime {

/// A gl_status with its message.
class [[nodiscard]] Status {
public:
  Status() = default;
  /// Takes the thread's last message if `code` is a failure.
  explicit Status(gl_status code)
      : statusCode(code), text(code == GL_OK ? "" : gl_last_error()) {}

  bool ok() const { return statusCode == GL_OK; }
  gl_status code() const { return statusCode; }
  /// Empty on success.
  const std::string &message() const { return text; }

private:
  gl_status statusCode = GL_OK;
  std::string text;
};

/// A value, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : content(std::move(value)) {}
  Result(Status failure) : failure(std::move(failure)) {}

  bool ok() const { return content.has_value(); }
  explicit operator bool() const { return ok(); }
  const Status &status() const { return failure; }
  /// Only if ok().
  T &operator*() { return *content; }
  const T &operator*() const { return *content; }
  T *operator->() { return &*content; }
  const T *operator->() const { return &*content; }

private:
  Status failure;
  std::optional<T> content;
};

/// A gl_tensor with its own copy of sizes and strides; the data is the
/// caller's.
class Tensor {
public:
  /// `strides` are in elements; left out they are contiguous row-major.
  Tensor(void *data, gl_dtype dtype, std::vector<int64_t> shape,
         gl_device device = {GL_DEVICE_CPU, 0},
         std::optional<std::vector<int64_t>> strides = std::nullopt)
      : data(data), dtype(dtype), device(device), shape(std::move(shape)),
        strides(std::move(strides)) {}

  /// A view that is valid while this object is unchanged. If there are strides
  /// their number must be the number of sizes.
  gl_tensor view() const {
    return {data,
            dtype,
            static_cast<int32_t>(shape.size()),
            shape.data(),
            strides ? strides->data() : nullptr,
            device};
  }

  void *data;
  gl_dtype dtype;
  gl_device device;
  std::vector<int64_t> shape;
  std::optional<std::vector<int64_t>> strides;
};

/// A gl_function; valid while its Module lives.
class Function {
public:
  explicit Function(const gl_function *handle) : handle(handle) {}

  const gl_function *get() const { return handle; }
  std::string_view name() const { return gl_function_name(handle); }
  size_t numArgs() const { return gl_function_num_args(handle); }
  size_t numResults() const { return gl_function_num_results(handle); }
  size_t numSteps() const { return gl_function_num_steps(handle); }

  /// gl_function_arg_info and gl_function_result_info.
  Result<gl_tensor_info> argInfo(size_t index) const {
    gl_tensor_info info;
    return wrap(gl_function_arg_info(handle, index, &info), info);
  }
  Result<gl_tensor_info> resultInfo(size_t index) const {
    gl_tensor_info info;
    return wrap(gl_function_result_info(handle, index, &info), info);
  }

  /// gl_function_result_shape.
  Result<std::vector<int64_t>> resultShape(const std::vector<Tensor> &args,
                                           size_t index) const {
    Result<gl_tensor_info> info = resultInfo(index);
    if (!info)
      return info.status();
    std::vector<int64_t> shape(static_cast<size_t>(info->rank));
    auto views = viewsOf(args);
    return wrap(gl_function_result_shape(handle, views.data(), views.size(),
                                         index, shape.data(), shape.size()),
                shape);
  }

  /// gl_function_workspace_size, in bytes.
  Result<size_t> workspaceSize(const std::vector<Tensor> &args) const {
    size_t bytes = 0;
    auto views = viewsOf(args);
    gl_status status =
        gl_function_workspace_size(handle, views.data(), views.size(), &bytes);
    return wrap(status, bytes);
  }

  /// gl_function_selected_variant.
  Result<gl_variant_info>
  selectedVariant(const std::vector<Tensor> &args,
                  const std::vector<Tensor> &results, size_t step,
                  const gl_call_options &options = {}) const {
    gl_variant_info info;
    auto a = viewsOf(args), r = viewsOf(results);
    gl_status status = gl_function_selected_variant(
        handle, a.data(), a.size(), r.data(), r.size(), &options, step, &info);
    return wrap(status, info);
  }

  /// gl_function_call. This form allocates; a caller that minds keeps gl_tensor
  /// arrays and calls gl_function_call(get(), ...).
  Status call(const std::vector<Tensor> &args,
              const std::vector<Tensor> &results,
              const gl_call_options &options = {}) const {
    auto a = viewsOf(args), r = viewsOf(results);
    return Status(gl_function_call(handle, a.data(), a.size(), r.data(),
                                   r.size(), &options));
  }

private:
  static std::vector<gl_tensor> viewsOf(const std::vector<Tensor> &tensors) {
    std::vector<gl_tensor> views;
    views.reserve(tensors.size());
    for (const Tensor &tensor : tensors)
      views.push_back(tensor.view());
    return views;
  }
  /// `value` is a reference because the call that makes `status` writes it, and
  /// arguments are evaluated in any order.
  template <typename T>
  static Result<T> wrap(gl_status status, T &value) {
    if (status != GL_OK)
      return Status(status);
    return std::move(value);
  }

  const gl_function *handle;
};

/// Owns a gl_module.
class Module {
public:
  /// gl_module_load_file.
  static Result<Module> loadFile(const std::string &path) {
    gl_module *module = nullptr;
    return wrap(gl_module_load_file(path.c_str(), &module), module);
  }
  /// gl_module_load_memory.
  static Result<Module> loadMemory(const void *bundle, size_t bytes) {
    gl_module *module = nullptr;
    return wrap(gl_module_load_memory(bundle, bytes, &module), module);
  }
  /// gl_module_load_host; `resolver` is any callable void *(const char *). It
  /// must not throw.
  template <typename Resolver>
  static Result<Module> loadHost(std::string_view json, Resolver &&resolver) {
    gl_module *module = nullptr;
    auto call = [](void *user, const char *kernel) -> void * {
      return (*static_cast<std::remove_reference_t<Resolver> *>(user))(kernel);
    };
    void *user = const_cast<void *>(static_cast<const void *>(&resolver));
    return wrap(
        gl_module_load_host(json.data(), json.size(), call, user, &module),
        module);
  }

  Module(Module &&other) noexcept
      : handle(std::exchange(other.handle, nullptr)) {}
  Module &operator=(Module &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Module() { gl_module_free(handle); }

  gl_module *get() const { return handle; }
  std::string_view target() const { return gl_module_target(handle); }
  std::string_view compiler() const { return gl_module_compiler(handle); }
  size_t numFunctions() const { return gl_module_num_functions(handle); }
  /// `index` is below numFunctions().
  Function functionAt(size_t index) const {
    return Function(gl_module_function_at(handle, index));
  }
  /// gl_module_get_function.
  Result<Function> function(const std::string &name) const {
    const gl_function *found = nullptr;
    if (gl_status status = gl_module_get_function(handle, name.c_str(), &found))
      return Status(status);
    return Function(found);
  }
  /// gl_module_prepare.
  Status prepare(gl_device device) const {
    return Status(gl_module_prepare(handle, device));
  }

private:
  explicit Module(gl_module *handle) : handle(handle) {}
  /// `module` is a reference for the reason that Function::wrap has.
  static Result<Module> wrap(gl_status status, gl_module *&module) {
    if (status != GL_OK)
      return Status(status);
    return Module(module);
  }

  gl_module *handle;
};

/// Owns memory of gl_cuda_malloc.
class DeviceBuffer {
public:
  static Result<DeviceBuffer> allocate(int32_t device, size_t bytes) {
    void *pointer = nullptr;
    if (gl_status status = gl_cuda_malloc(device, bytes, &pointer))
      return Status(status);
    return DeviceBuffer(device, pointer, bytes);
  }

  DeviceBuffer(DeviceBuffer &&other) noexcept
      : device(other.device), pointer(std::exchange(other.pointer, nullptr)),
        bytes(std::exchange(other.bytes, 0)) {}
  DeviceBuffer &operator=(DeviceBuffer &&other) noexcept {
    std::swap(device, other.device);
    std::swap(pointer, other.pointer);
    std::swap(bytes, other.bytes);
    return *this;
  }
  ~DeviceBuffer() { gl_cuda_free(device, pointer); }

  void *data() const { return pointer; }
  size_t size() const { return bytes; }
  /// Copies size() bytes from or to host memory.
  Status upload(const void *source) const {
    return Status(gl_cuda_memcpy_htod(device, pointer, source, bytes));
  }
  Status download(void *destination) const {
    return Status(gl_cuda_memcpy_dtoh(device, destination, pointer, bytes));
  }
  Status fill(uint8_t value) const {
    return Status(gl_cuda_memset(device, pointer, value, bytes));
  }

private:
  DeviceBuffer(int32_t device, void *pointer, size_t bytes)
      : device(device), pointer(pointer), bytes(bytes) {}

  int32_t device;
  void *pointer;
  size_t bytes;
};

/// Owns a stream of gl_cuda_stream_create.
class Stream {
public:
  static Result<Stream> create(int32_t device) {
    void *stream = nullptr;
    if (gl_status status = gl_cuda_stream_create(device, &stream))
      return Status(status);
    return Stream(device, stream);
  }

  Stream(Stream &&other) noexcept
      : device(other.device), handle(std::exchange(other.handle, nullptr)) {}
  Stream &operator=(Stream &&other) noexcept {
    std::swap(device, other.device);
    std::swap(handle, other.handle);
    return *this;
  }
  ~Stream() {
    if (handle)
      gl_cuda_stream_destroy(device, handle);
  }

  void *get() const { return handle; }
  Status synchronize() const {
    return Status(gl_cuda_stream_synchronize(device, handle));
  }

private:
  Stream(int32_t device, void *handle) : device(device), handle(handle) {}

  int32_t device;
  void *handle;
};

} // namespace gl::runtime

#endif // GL_RUNTIME_RUNTIME_H
