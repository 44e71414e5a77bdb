//===-- CpuExecutor.h - Runs a grid on CPU threads --------------*- C++ -*-===//
//
// One pool of threads serves all calls of the process. The calling thread works
// too, so a call makes progress even if no other thread is free, and a kernel
// may itself call functions.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_CPUEXECUTOR_H
#define GL_LIB_RUNTIME_CPUEXECUTOR_H

#include <cstdint>

namespace gl::rt {

/// docs/bundle.md, "Kernels on the CPU".
using CpuKernel = void (*)(void *const *params, int64_t begin, int64_t end);

constexpr int32_t maxCpuThreads = 1024;

/// The threads that a call asking for `requested` uses: for 0 GL_NUM_THREADS or
/// all hardware threads. An Error if either is out of range.
int32_t resolveNumThreads(int32_t requested);

/// Runs the programs 0 <= p < count on up to `numThreads` threads and returns
/// when all have finished. An Error if the kernel threw an exception.
void runOnCpu(CpuKernel kernel, void *const *params, int64_t count,
              int32_t numThreads);

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_CPUEXECUTOR_H
