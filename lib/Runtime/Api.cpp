//===-- Api.cpp - The C interface -----------------------------------------===//
//
// gl_runtime.h in terms of the library's parts. No exception leaves a function
// of this file: those that can fail run inside `guarded`.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/gl_runtime.h"

#include "Bundle.h"
#include "Call.h"
#include "CpuExecutor.h"
#include "CudaModule.h"
#include "Error.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

using namespace gl::rt;

struct gl_function {
  const gl_module *module;
  const FunctionSpec *spec;
};

struct gl_module {
  BundleSpec spec;
  std::vector<gl_function> functions;
  /// CPU: by BundleSpec::kernels.
  std::vector<CpuKernel> cpuKernels;
  /// GPU only.
  std::unique_ptr<CudaModule> cuda;
};

namespace {

void require(const void *pointer, const char *name) {
  if (!pointer)
    fail(GL_ERROR_INVALID_ARGUMENT, name, " is NULL");
}

std::unique_ptr<gl_module> makeModule(BundleSpec spec) {
  auto module = std::make_unique<gl_module>();
  module->spec = std::move(spec);
  for (const FunctionSpec &fn : module->spec.functions)
    module->functions.push_back({module.get(), &fn});
  return module;
}

std::unique_ptr<gl_module> loadGpuBundle(const void *bundle, size_t bytes) {
  gl_bundle_view view = openBundle(bundle, bytes);
  auto module =
      makeModule(parseRecord(view.json, view.json_bytes, &view.code_bytes));
  if (module->spec.cpu)
    fail(GL_ERROR_UNSUPPORTED,
         "the bundle's target is cpu: its object has to be linked or compiled "
         "first, and is then loaded with gl_module_load_host");
  module->cuda = std::make_unique<CudaModule>(
      module->spec,
      std::string(static_cast<const char *>(view.code), view.code_bytes));
  return module;
}

std::string readFile(const char *path) {
  auto failed = [&](const char *what) {
    fail(GL_ERROR_IO, "cannot ", what, " '", path, "': ", std::strerror(errno));
  };
  struct Closer {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Closer> file(std::fopen(path, "rb"));
  if (!file)
    failed("open");
  std::string contents;
  char buffer[65536];
  while (size_t n = std::fread(buffer, 1, sizeof(buffer), file.get()))
    contents.append(buffer, n);
  if (std::ferror(file.get()))
    failed("read");
  return contents;
}

void tensorInfo(const gl_function *function, const char *noun, size_t index,
                size_t count, size_t first, gl_tensor_info *info) {
  const FunctionSpec &fn = *function->spec;
  require(info, "info");
  if (index >= count)
    fail(GL_ERROR_INVALID_ARGUMENT, "function '", fn.name, "': ", noun, " ",
         index, " does not exist; their number is ", count);
  const TensorSpec &tensor = fn.tensors[first + index];
  *info = {tensor.name.c_str(), tensor.dtype, tensor.rank(),
           tensor.staticShape.data()};
}

void callOnCpu(const gl_module &module, Call &call, int32_t numThreads) {
  for (size_t i = 0; i < call.launches.size(); ++i) {
    const Launch &step = call.launches[i];
    if (step.programs == 0)
      continue;
    try {
      runOnCpu(module.cpuKernels[step.variant->kernel],
               call.params.data() + step.firstParam, step.programs, numThreads);
    } catch (const Error &error) {
      fail(error.status, "function '", call.frame.fn.name, "', variant '",
           step.variant->name,
           "': the kernel threw an exception: ", error.message);
    }
  }
}

/// Asks the driver whether all tensors with elements are on the device.
void checkPointers(const CudaDriver &driver, const CudaDevice &device,
                   const Frame &frame, size_t count) {
  for (size_t t = 0; t < count; ++t)
    if (!frame.empty[t])
      checkPointer(driver, device, frame.data[t],
                   [&] { return describe(frame.fn, t); });
}

void callOnGpu(const gl_module &module, Call &call, gl_device device,
               const CallTensors &tensors, const gl_call_options &options) {
  bool dependent = options.dependent_launch != 0;
  if (dependent && !module.spec.dependentLaunch)
    fail(GL_ERROR_UNSUPPORTED, "function '", call.frame.fn.name,
         "': dependent_launch is set, but the module's kernels (compiler ",
         module.spec.compiler,
         ") do not wait for those before them; compile the module again");
  const LoadedModule &loaded = module.cuda->on(device.index);
  const CudaDriver &driver = CudaDriver::get();
  ContextScope scope(driver, *loaded.device);
  checkPointers(driver, *loaded.device, call.frame, tensors.size());
  call.plan(options, /*probing=*/false);
  if (options.workspace && workspaceBytes(call.frame) != 0)
    checkPointer(driver, *loaded.device, options.workspace,
                 [] { return std::string("workspace"); });
  call.encodeTensorMaps(driver);
  for (size_t i = 0; i < call.launches.size(); ++i) {
    const Launch &step = call.launches[i];
    if (step.programs != 0)
      launch(driver, loaded, *step.variant, step.grid,
             call.params.data() + step.firstParam, options.stream, dependent);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Names and errors
//===----------------------------------------------------------------------===//

const char *gl_last_error(void) { return lastError(); }

const char *gl_status_name(gl_status status) {
  switch (status) {
#define GL_STATUS_NAME(name)                                                   \
  case name:                                                                   \
    return #name;
    GL_STATUS_NAME(GL_OK)
    GL_STATUS_NAME(GL_ERROR_INVALID_ARGUMENT)
    GL_STATUS_NAME(GL_ERROR_BAD_BUNDLE)
    GL_STATUS_NAME(GL_ERROR_NOT_FOUND)
    GL_STATUS_NAME(GL_ERROR_NO_DEVICE)
    GL_STATUS_NAME(GL_ERROR_DRIVER)
    GL_STATUS_NAME(GL_ERROR_OUT_OF_MEMORY)
    GL_STATUS_NAME(GL_ERROR_UNSUPPORTED)
    GL_STATUS_NAME(GL_ERROR_IO)
    GL_STATUS_NAME(GL_ERROR_KERNEL)
    GL_STATUS_NAME(GL_ERROR_INTERNAL)
#undef GL_STATUS_NAME
  }
  return "unknown status";
}

const char *gl_runtime_version(void) { return GL_VERSION; }

size_t gl_dtype_size(gl_dtype dtype) {
  switch (dtype) {
  case GL_F32:
    return 4;
  case GL_F16:
  case GL_BF16:
    return 2;
  case GL_F8E4M3FN:
  case GL_F8E5M2:
    return 1;
  }
  return 0;
}

const char *gl_dtype_name(gl_dtype dtype) {
  switch (dtype) {
  case GL_F32:
    return "f32";
  case GL_F16:
    return "f16";
  case GL_BF16:
    return "bf16";
  case GL_F8E4M3FN:
    return "f8E4M3FN";
  case GL_F8E5M2:
    return "f8E5M2";
  }
  return "?";
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

gl_status gl_bundle_open(const void *bundle, size_t bytes,
                         gl_bundle_view *view) {
  return guarded([&] {
    require(view, "view");
    *view = openBundle(bundle, bytes);
  });
}

gl_status gl_module_load_memory(const void *bundle, size_t bytes,
                                gl_module **module) {
  return guarded([&] {
    require(module, "module");
    *module = loadGpuBundle(bundle, bytes).release();
  });
}

gl_status gl_module_load_file(const char *path, gl_module **module) {
  return guarded([&] {
    require(path, "path");
    require(module, "module");
    std::string contents = readFile(path);
    try {
      *module = loadGpuBundle(contents.data(), contents.size()).release();
    } catch (const Error &error) {
      fail(error.status, path, ": ", error.message);
    }
  });
}

gl_status gl_module_load_host(const char *json, size_t json_bytes,
                              gl_kernel_resolver resolver, void *user,
                              gl_module **module) {
  return guarded([&] {
    require(json, "json");
    require(reinterpret_cast<const void *>(resolver), "resolver");
    require(module, "module");
    auto loaded = makeModule(parseRecord(json, json_bytes, nullptr));
    if (!loaded->spec.cpu)
      fail(GL_ERROR_UNSUPPORTED, "the record's target is ", loaded->spec.target,
           ", expected cpu; a GPU bundle is loaded with gl_module_load_memory");
    for (const KernelSpec &kernel : loaded->spec.kernels) {
      void *address = resolver(user, kernel.name.c_str());
      if (!address)
        fail(GL_ERROR_NOT_FOUND, "kernel '", kernel.name,
             "' of the record was not found");
      loaded->cpuKernels.push_back(reinterpret_cast<CpuKernel>(address));
    }
    *module = loaded.release();
  });
}

gl_status gl_module_prepare(gl_module *module, gl_device device) {
  return guarded([&] {
    require(module, "module");
    gl_device_type wanted = module->cuda ? GL_DEVICE_CUDA : GL_DEVICE_CPU;
    if (device.type != wanted)
      fail(GL_ERROR_INVALID_ARGUMENT, "device is ", describe(device),
           ", expected ", module->cuda ? "a CUDA device" : "cpu",
           " (the module was compiled for ", module->spec.target, ")");
    if (module->cuda)
      module->cuda->on(device.index);
  });
}

void gl_module_free(gl_module *module) { delete module; }

const char *gl_module_compiler(const gl_module *module) {
  return module->spec.compiler.c_str();
}

const char *gl_module_target(const gl_module *module) {
  return module->spec.target.c_str();
}

size_t gl_module_num_functions(const gl_module *module) {
  return module->functions.size();
}

const gl_function *gl_module_function_at(const gl_module *module,
                                         size_t index) {
  return index < module->functions.size() ? &module->functions[index] : nullptr;
}

gl_status gl_module_get_function(const gl_module *module, const char *name,
                                 const gl_function **function) {
  return guarded([&] {
    require(module, "module");
    require(name, "name");
    require(function, "function");
    std::string known;
    for (const gl_function &candidate : module->functions) {
      if (candidate.spec->name == name) {
        *function = &candidate;
        return;
      }
      known += str(known.empty() ? "" : ", ", "'", candidate.spec->name, "'");
    }
    fail(GL_ERROR_NOT_FOUND, "the module has no function '", name, "'; it has ",
         known.empty() ? "none" : known);
  });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

const char *gl_function_name(const gl_function *function) {
  return function->spec->name.c_str();
}

size_t gl_function_num_args(const gl_function *function) {
  return function->spec->numArgs;
}

size_t gl_function_num_results(const gl_function *function) {
  return function->spec->numResults;
}

size_t gl_function_num_steps(const gl_function *function) {
  return function->spec->steps.size();
}

gl_status gl_function_arg_info(const gl_function *function, size_t index,
                               gl_tensor_info *info) {
  return guarded([&] {
    require(function, "function");
    tensorInfo(function, "argument", index, function->spec->numArgs, 0, info);
  });
}

gl_status gl_function_result_info(const gl_function *function, size_t index,
                                  gl_tensor_info *info) {
  return guarded([&] {
    require(function, "function");
    tensorInfo(function, "result", index, function->spec->numResults,
               function->spec->numArgs, info);
  });
}

gl_status gl_function_result_shape(const gl_function *function,
                                   const gl_tensor *args, size_t nargs,
                                   size_t index, int64_t *shape,
                                   size_t capacity) {
  return guarded([&] {
    require(function, "function");
    gl_tensor_info info;
    tensorInfo(function, "result", index, function->spec->numResults,
               function->spec->numArgs, &info);
    size_t rank = static_cast<size_t>(info.rank);
    if (capacity < rank)
      fail(GL_ERROR_INVALID_ARGUMENT, "capacity is ", capacity,
           ", expected at least the result's rank, ", rank);
    if (rank != 0)
      require(shape, "shape");
    Frame frame(*function->spec);
    checkArgumentShapes(frame, args, nargs);
    std::copy_n(frame.shape(function->spec->numArgs + index), rank, shape);
  });
}

gl_status gl_function_workspace_size(const gl_function *function,
                                     const gl_tensor *args, size_t nargs,
                                     size_t *bytes) {
  return guarded([&] {
    require(function, "function");
    require(bytes, "bytes");
    Frame frame(*function->spec);
    checkArgumentShapes(frame, args, nargs);
    *bytes = static_cast<size_t>(workspaceBytes(frame));
  });
}

gl_status gl_function_selected_variant(const gl_function *function,
                                       const gl_tensor *args, size_t nargs,
                                       const gl_tensor *results,
                                       size_t nresults,
                                       const gl_call_options *options,
                                       size_t step, gl_variant_info *info) {
  return guarded([&] {
    require(function, "function");
    require(info, "info");
    const FunctionSpec &fn = *function->spec;
    const BundleSpec &bundle = function->module->spec;
    if (step >= fn.steps.size())
      fail(GL_ERROR_INVALID_ARGUMENT, "function '", fn.name, "': step ", step,
           " does not exist; their number is ", fn.steps.size());
    Call call(bundle, fn);
    call.bind({args, nargs, results, nresults});
    gl_call_options probed = {};
    probed.workspace_bytes = std::numeric_limits<size_t>::max();
    call.plan(options ? *options : probed, /*probing=*/true);
    const Launch &launch = call.launches[step];
    const VariantSpec &variant = *launch.variant;
    info->name = variant.name.c_str();
    info->kernel = bundle.kernels[variant.kernel].name.c_str();
    info->schedule = variant.schedule.c_str();
    std::copy_n(launch.grid, 3, info->grid);
    std::copy_n(variant.block, 3, info->block);
    info->shared_bytes = variant.sharedBytes;
    info->is_copy = fn.steps[step].writes.has_value();
  });
}

gl_status gl_function_call(const gl_function *function, const gl_tensor *args,
                           size_t nargs, const gl_tensor *results,
                           size_t nresults, const gl_call_options *options) {
  return guarded([&] {
    require(function, "function");
    const gl_module &module = *function->module;
    const gl_call_options chosen = options ? *options : gl_call_options{};
    CallTensors tensors{args, nargs, results, nresults};
    Call call(module.spec, *function->spec);
    gl_device device = call.bind(tensors);
    if (module.cuda) {
      callOnGpu(module, call, device, tensors, chosen);
      return;
    }
    call.plan(chosen, /*probing=*/false);
    callOnCpu(module, call, resolveNumThreads(chosen.num_threads));
  });
}
