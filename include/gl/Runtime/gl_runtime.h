/*===-- gl_runtime.h - Load and call compiled gl modules ----------*- C -*-===*\
|*
|* The C interface of libgl_runtime. It loads a bundle (see docs/bundle.md),
|* checks the tensors of a call against the bundle's record, picks among the
|* kernel variants whose guards hold, and runs one on a GPU or on the CPU.
|*
|* The library links neither MLIR nor the CUDA runtime. The CUDA driver is
|* opened with dlopen the first time something needs it, so a program that links
|* this library starts on machines without a GPU. GL_LIBCUDA in the environment
|* names the driver library to use in place of the system's.
|*
|* Errors. Functions that can fail return a gl_status; the message of the last
|* failure on the calling thread is gl_last_error(). Nothing throws across this
|* interface, and an output parameter is written only on success unless its
|* description says otherwise. A NULL pointer where one is needed is
|* GL_ERROR_INVALID_ARGUMENT in functions that return a status.
|*
|* Threads. Every function may be called from any thread. Modules and functions
|* are immutable once loaded, so one may be used by many threads at the same
|* time; only gl_module_free must not run while another thread uses the module.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GL_RUNTIME_GL_RUNTIME_H
#define GL_RUNTIME_GL_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GL_API __attribute__((visibility("default")))
#else
#define GL_API
#endif

/* In C++ a value outside an enumeration of unspecified size is undefined
   behaviour before the library could refuse it; with int underneath it is not.
 */
#ifdef __cplusplus
#define GL_ENUM_OF_INT : int
#else
#define GL_ENUM_OF_INT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gl_status GL_ENUM_OF_INT {
  GL_OK = 0,
  /** A value that the caller passed breaks a rule; the message names it. */
  GL_ERROR_INVALID_ARGUMENT = 1,
  /** The bundle or JSON record is damaged or breaks a rule of bundle.md. */
  GL_ERROR_BAD_BUNDLE = 2,
  /** No function or kernel of this name. */
  GL_ERROR_NOT_FOUND = 3,
  /** No CUDA driver, no such device, or a device that cannot run the code. */
  GL_ERROR_NO_DEVICE = 4,
  /** The CUDA driver reported an error; the message has its name. */
  GL_ERROR_DRIVER = 5,
  /** Host or device memory is exhausted. */
  GL_ERROR_OUT_OF_MEMORY = 6,
  /** A bundle of another kind than the function called takes. */
  GL_ERROR_UNSUPPORTED = 7,
  /** A file cannot be read. */
  GL_ERROR_IO = 8,
  /** A CPU kernel threw a C++ exception. */
  GL_ERROR_KERNEL = 9,
  /** A fault of this library. */
  GL_ERROR_INTERNAL = 10
} gl_status;

/** Element types. */
typedef enum gl_dtype GL_ENUM_OF_INT {
  GL_F32 = 0,
  GL_F16 = 1,
  GL_BF16 = 2,
  GL_F8E4M3FN = 3,
  GL_F8E5M2 = 4
} gl_dtype;

typedef enum gl_device_type GL_ENUM_OF_INT {
  GL_DEVICE_CPU = 0,
  GL_DEVICE_CUDA = 1
} gl_device_type;

/** Where memory lives. `index` is the CUDA driver's device ordinal (after
    CUDA_VISIBLE_DEVICES); it is ignored for the CPU. */
typedef struct gl_device {
  gl_device_type type;
  int32_t index;
} gl_device;

/** A tensor that the caller owns. The runtime keeps no reference to it after
    the call that it is passed to (the kernels that the call queued on a stream
    still use `data`). */
typedef struct gl_tensor {
  /** Address of element (0, ..., 0). May be NULL if the tensor has no elements.
      With a negative stride this is not the lowest address. */
  void *data;
  gl_dtype dtype;
  int32_t rank;
  /** `rank` sizes. May be NULL if rank is 0. */
  const int64_t *shape;
  /** `rank` strides in elements, or NULL for contiguous row-major. */
  const int64_t *strides;
  gl_device device;
} gl_tensor;

/** A loaded module. */
typedef struct gl_module gl_module;
/** A function of a module; lives as long as the module. */
typedef struct gl_function gl_function;

/** The message of the last failure on this thread, or "" if there was none.
    Success does not clear it. Valid until the next failure on this thread. */
GL_API const char *gl_last_error(void);

/** The name of a status code, for instance "GL_ERROR_BAD_BUNDLE". */
GL_API const char *gl_status_name(gl_status status);

/** The library's version, for instance "0.1.0". */
GL_API const char *gl_runtime_version(void);

/** Size of an element in bytes; 0 if `dtype` is not a gl_dtype. */
GL_API size_t gl_dtype_size(gl_dtype dtype);

/** The name that bundles use ("f32", "bf16", ...); "?" if `dtype` is not a
    gl_dtype. */
GL_API const char *gl_dtype_name(gl_dtype dtype);

/*===--- Bundles and modules ----------------------------------------------===*/

/** The two parts of a bundle, as views into the caller's memory. */
typedef struct gl_bundle_view {
  /** The JSON record; not NUL-terminated. */
  const char *json;
  size_t json_bytes;
  /** The code blobs, which modules[].offset of the record counts from. */
  const void *code;
  size_t code_bytes;
} gl_bundle_view;

/** Splits a bundle into record and code after checking magic, length and
    CRC-32. Errors: GL_ERROR_BAD_BUNDLE. */
GL_API gl_status gl_bundle_open(const void *bundle, size_t bytes,
                                gl_bundle_view *view);

/** Loads a GPU bundle. The code goes to a device at the first call on that
    device (or at gl_module_prepare), so this needs no GPU. The bundle is
    copied.
    Errors: GL_ERROR_BAD_BUNDLE; GL_ERROR_UNSUPPORTED for a CPU bundle, whose
    object has to be linked or compiled first (see gl_module_load_host). */
GL_API gl_status gl_module_load_memory(const void *bundle, size_t bytes,
                                       gl_module **module);

/** gl_module_load_memory on the contents of a file. Errors: also GL_ERROR_IO,
    with the path and the system's reason. */
GL_API gl_status gl_module_load_file(const char *path, gl_module **module);

/** Returns the address of the CPU kernel `kernel` (see docs/bundle.md, "Kernels
    on the CPU"), or NULL if there is none. */
typedef void *(*gl_kernel_resolver)(void *user, const char *kernel);

/** Loads a CPU module from a bundle's JSON record and a function that finds
    its kernels. `resolver` is called during this call only, once per kernel.
    The kernels must stay callable until gl_module_free.
    Errors: GL_ERROR_BAD_BUNDLE; GL_ERROR_NOT_FOUND if the resolver returns
    NULL, naming the kernel; GL_ERROR_UNSUPPORTED for a GPU record. */
GL_API gl_status gl_module_load_host(const char *json, size_t json_bytes,
                                     gl_kernel_resolver resolver, void *user,
                                     gl_module **module);

/** Loads a GPU module onto a device now, so that later calls there neither
    compile nor allocate. Does nothing for a CPU module or when already done.
    Errors: GL_ERROR_NO_DEVICE (no driver, no such device, or a compute
    capability that the target excludes), GL_ERROR_DRIVER (the driver refuses
    cubin and PTX; the message has the PTX version, the driver's version, the
    driver's log and what to do), GL_ERROR_INVALID_ARGUMENT (`device` is of the
    other kind), GL_ERROR_UNSUPPORTED (a kernel needs more shared memory than
    the device has). */
GL_API gl_status gl_module_prepare(gl_module *module, gl_device device);

/** Frees a module and its functions. NULL is allowed. The caller makes sure
    that no call is running and that streams with its kernels have drained. */
GL_API void gl_module_free(gl_module *module);

/** The compiler that made the module, for instance "gl 0.1.0, LLVM 22.1.8". */
GL_API const char *gl_module_compiler(const gl_module *module);

/** "cpu", "sm_90", "sm_90a", ... */
GL_API const char *gl_module_target(const gl_module *module);

GL_API size_t gl_module_num_functions(const gl_module *module);

/** Function number `index` in the record's order; NULL if out of range. */
GL_API const gl_function *gl_module_function_at(const gl_module *module,
                                                size_t index);

/** Finds a function by name. Errors: GL_ERROR_NOT_FOUND; the message lists the
    functions that there are. */
GL_API gl_status gl_module_get_function(const gl_module *module,
                                        const char *name,
                                        const gl_function **function);

/*===--- Looking at a function --------------------------------------------===*/

/** What a function says of one argument or result. The pointers live as long
    as the module. */
typedef struct gl_tensor_info {
  const char *name;
  gl_dtype dtype;
  int32_t rank;
  /** `rank` sizes; -1 where the size is known only at the call. */
  const int64_t *shape;
} gl_tensor_info;

GL_API const char *gl_function_name(const gl_function *function);
GL_API size_t gl_function_num_args(const gl_function *function);
GL_API size_t gl_function_num_results(const gl_function *function);
GL_API size_t gl_function_num_steps(const gl_function *function);

/** Errors: GL_ERROR_INVALID_ARGUMENT if `index` is out of range. */
GL_API gl_status gl_function_arg_info(const gl_function *function, size_t index,
                                      gl_tensor_info *info);
GL_API gl_status gl_function_result_info(const gl_function *function,
                                         size_t index, gl_tensor_info *info);

/** The shape of result `index` for these arguments; `shape` has room for
    `capacity` sizes, which must be at least the result's rank. The arguments'
    dtypes, ranks and sizes are checked as in a call; data, strides and device
    are not looked at.
    Errors: GL_ERROR_INVALID_ARGUMENT, as of gl_function_call. */
GL_API gl_status gl_function_result_shape(const gl_function *function,
                                          const gl_tensor *args, size_t nargs,
                                          size_t index, int64_t *shape,
                                          size_t capacity);

/** The workspace that a call with these arguments may use, in bytes; 0 for a
    function without temporaries. Looks at what gl_function_result_shape looks
    at, and has its errors. */
GL_API gl_status gl_function_workspace_size(const gl_function *function,
                                            const gl_tensor *args, size_t nargs,
                                            size_t *bytes);

/** What one step of a call would launch. The pointers live as long as the
    module. */
typedef struct gl_variant_info {
  const char *name;
  const char *kernel;
  /** The schedule as the compiler printed it; "" if the record has none. */
  const char *schedule;
  /** Programs per grid dim. If one is 0 the step launches nothing. */
  int64_t grid[3];
  /** Threads per block; 0 for the CPU. */
  int64_t block[3];
  /** Dynamic shared memory of a block in bytes; 0 for the CPU. */
  int64_t shared_bytes;
  /** Not 0 if the step copies an input for some kernels of a later step. In a
      call that takes none of those it launches nothing. */
  int32_t is_copy;
} gl_variant_info;

/*===--- Calls ------------------------------------------------------------===*/

/** Options of a call. Zero-initialise it and set what is needed. */
typedef struct gl_call_options {
  /** GPU: the CUstream (a cudaStream_t is the same) to launch on; NULL is the
      device's legacy default stream. Ignored for the CPU. */
  void *stream;
  /** At least gl_function_workspace_size bytes on the call's device, at a
      multiple of 256. Its contents before and after are unspecified. Calls that
      may run at the same time need workspaces of their own. A call without one
      (NULL) takes kernels that need none; where there are none, as between two
      products, that is an error, and else it may be slower: the compiler has
      inputs copied first where that pays. */
  void *workspace;
  size_t workspace_bytes;
  /** CPU: the most threads to use, the calling one included; 0 means
      GL_NUM_THREADS from the environment, or else all hardware threads. At most
      1024. Ignored for the GPU. */
  int32_t num_threads;
  /** GPU: not 0 lets each kernel of the call begin while the kernel before it
      in the stream still runs (programmatic dependent launch). It waits by
      itself before it reads or overwrites what that kernel may touch, so
     results are the same; only arguments declared gl.constant are read earlier,
     and the caller promises that no kernel still running then writes those. The
     saving is a part of a launch's latency, 0.4 us on an H200 for the smallest
      problems. Works in graphs. Ignored for the CPU. */
  int32_t dependent_launch;
} gl_call_options;

/** The variant that step `step` of this call would launch, after the same
    checks as in a call except that the driver is not asked whether the pointers
    are on the device. Launches nothing and needs no GPU. NULL `options`, and a
    NULL workspace with `workspace_bytes`, stand for a workspace that suffices.
    Errors: GL_ERROR_INVALID_ARGUMENT, as of gl_function_call, or `step` is out
    of range. */
GL_API gl_status gl_function_selected_variant(
    const gl_function *function, const gl_tensor *args, size_t nargs,
    const gl_tensor *results, size_t nresults, const gl_call_options *options,
    size_t step, gl_variant_info *info);

/** Calls a function: `results` are written in place. `options` may be NULL.

    All checks of docs/bundle.md, "Calls", come before anything is launched, in
    that order; a call that fails one of them has no effect.

    CPU: returns when the results are complete.

    GPU: the kernels are launched on the given stream of the device that the
    tensors are on, in that device's primary context (the one the CUDA runtime
    and PyTorch use). The call does not wait for them, allocates nothing after
    the first call on the device (for functions of up to 32 tensors and 128
    kernel parameters, and for addresses, sizes and strides whose tensor maps,
    where kernels take some, are among the 1024 or so that the calling thread
    keeps), can be captured in a CUDA graph, and leaves the thread's
    current context as it was. Faults inside a kernel show up when the stream is
    next synchronised.

    Errors: GL_ERROR_INVALID_ARGUMENT (the message names the argument, the
    expected and the actual value); those of gl_module_prepare; GL_ERROR_DRIVER
    (a launch failed); GL_ERROR_OUT_OF_MEMORY; GL_ERROR_KERNEL (CPU; the results
    are then unspecified). */
GL_API gl_status gl_function_call(const gl_function *function,
                                  const gl_tensor *args, size_t nargs,
                                  const gl_tensor *results, size_t nresults,
                                  const gl_call_options *options);

#ifdef __cplusplus
}
#endif

#endif /* GL_RUNTIME_GL_RUNTIME_H */
