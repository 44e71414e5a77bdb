/*===-- gl_cuda_util.h - Device memory, streams and timing --------*- C -*-===*\
|*
|* The few services of the CUDA driver that a tool needs in order to run and
|* time gl functions on a GPU without linking the CUDA runtime. A program that
|* has its own allocator and streams (PyTorch, CuPy, the CUDA runtime) needs
|* none of this: its pointers and streams go into gl_function_call as they are.
|*
|* Everything runs in the device's primary context and leaves the calling
|* thread's current context as it was. Errors of all functions:
|* GL_ERROR_NO_DEVICE (no driver; the message lists where it was sought; or no
|* such device), GL_ERROR_DRIVER, GL_ERROR_OUT_OF_MEMORY and
|* GL_ERROR_INVALID_ARGUMENT for a NULL output parameter. All may be called
|* from any thread.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GL_RUNTIME_GL_CUDA_UTIL_H
#define GL_RUNTIME_GL_CUDA_UTIL_H

#include "gl/Runtime/gl_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The number of CUDA devices. Without a driver or a GPU this fails with
    GL_ERROR_NO_DEVICE and sets *count to 0. */
GL_API gl_status gl_device_count(int32_t *count);

/** Writes the device's name, NUL-terminated and cut to `capacity` >= 1
    bytes. */
GL_API gl_status gl_device_name(int32_t device, char *name, size_t capacity);

/** 9 and 0 for an H100 or H200. */
GL_API gl_status gl_device_compute_capability(int32_t device, int32_t *major,
                                              int32_t *minor);

/** The CUDA version that the driver supports, as 1000 * major + 10 * minor. */
GL_API gl_status gl_cuda_driver_version(int32_t *version);

/** Allocates device memory at a multiple of 256 bytes. *pointer is NULL if
    `bytes` is 0. */
GL_API gl_status gl_cuda_malloc(int32_t device, size_t bytes, void **pointer);

/** Frees memory of gl_cuda_malloc; NULL is allowed. */
GL_API gl_status gl_cuda_free(int32_t device, void *pointer);

/** Copies and fill in order with the legacy default stream. A copy to the host
    has finished on return; a copy from pageable host memory lets its source be
    changed on return; synchronise the default stream (NULL) before other
    streams use what a copy or fill wrote on the device. */
GL_API gl_status gl_cuda_memcpy_htod(int32_t device, void *destination,
                                     const void *source, size_t bytes);
GL_API gl_status gl_cuda_memcpy_dtoh(int32_t device, void *destination,
                                     const void *source, size_t bytes);
GL_API gl_status gl_cuda_memset(int32_t device, void *destination,
                                uint8_t value, size_t bytes);

/** A stream that does not synchronise with the default stream. */
GL_API gl_status gl_cuda_stream_create(int32_t device, void **stream);
GL_API gl_status gl_cuda_stream_destroy(int32_t device, void *stream);

/** Waits until the stream (NULL: the default stream) has drained, and reports
    the faults of the kernels that ran on it. */
GL_API gl_status gl_cuda_stream_synchronize(int32_t device, void *stream);

/** Queues work on `stream`. A status other than GL_OK ends gl_cuda_time_graph,
    which returns it; gl_last_error() is left as the callback left it. */
typedef gl_status (*gl_cuda_work)(void *user, void *stream);

/** Times work by CUDA-graph replay, which leaves out the host's launch cost.

    Calls `work` once outside a graph (so that lazy loading is over), captures
    `work_per_graph` >= 1 calls of it in one graph, replays the graph `warmups`
    times, then `repeats` >= 1 times with an event before and after each replay.
    microseconds[i], of `repeats` entries, is the time of replay i divided by
    work_per_graph. Runs on a stream of its own and returns when it has drained.
    `work` must be capturable: only kernels and asynchronous copies on the
    stream that it gets. */
GL_API gl_status gl_cuda_time_graph(int32_t device, gl_cuda_work work,
                                    void *user, int32_t work_per_graph,
                                    int32_t warmups, int32_t repeats,
                                    float *microseconds);

#ifdef __cplusplus
}
#endif

#endif /* GL_RUNTIME_GL_CUDA_UTIL_H */
