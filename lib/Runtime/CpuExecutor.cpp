//===-- CpuExecutor.cpp - Runs a grid on CPU threads ----------------------===//
//
// A call is a job on its own stack, linked into the pool's list while it has
// work left. Threads take chunks of program ids from an atomic counter, which
// balances uneven programs and threads that the system holds up.
//
// The pool is never destroyed: at the end of the process its threads may still
// be waiting, and joining them from a static destructor can deadlock. (The
// shared library is linked so that it is never unloaded.)
//
//===----------------------------------------------------------------------===//

#include "CpuExecutor.h"

#include "Error.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

namespace gl::rt {

namespace {

struct Job {
  CpuKernel kernel;
  void *const *params;
  int64_t count;
  int64_t chunk;
  std::atomic<int64_t> next{0};
  std::atomic<bool> failed{false};

  // Guarded by the pool's mutex.
  int32_t openSlots;
  int32_t helpers = 0;
  std::string error;
  Job *previous = nullptr;
  Job *following = nullptr;
};

class Pool {
public:
  static Pool &get() {
    static Pool *pool = new Pool;
    return *pool;
  }

  void run(Job &job);

private:
  void work(Job &job);
  void helpForever();
  void unlink(Job &job);
  void growTo(int32_t threads);

  std::mutex mutex;
  std::condition_variable wakeHelpers;
  std::condition_variable helperLeft;
  Job *jobs = nullptr;
  int32_t numThreads = 0;
};

void Pool::work(Job &job) {
  try {
    while (!job.failed.load(std::memory_order_relaxed)) {
      int64_t begin = job.next.fetch_add(job.chunk, std::memory_order_relaxed);
      if (begin >= job.count)
        return;
      job.kernel(job.params, begin, std::min(begin + job.chunk, job.count));
    }
  } catch (const std::exception &error) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!job.failed.exchange(true))
      job.error = error.what();
  } catch (...) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!job.failed.exchange(true))
      job.error = "unknown exception";
  }
}

/// Takes a job out of the list of those that want helpers.
void Pool::unlink(Job &job) {
  (job.previous ? job.previous->following : jobs) = job.following;
  if (job.following)
    job.following->previous = job.previous;
}

void Pool::helpForever() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    wakeHelpers.wait(lock, [&] { return jobs != nullptr; });
    Job &job = *jobs;
    ++job.helpers;
    if (--job.openSlots == 0)
      unlink(job);
    lock.unlock();
    work(job);
    lock.lock();
    if (job.openSlots != 0) {
      // Its work has run out: no further helper is wanted.
      unlink(job);
      job.openSlots = 0;
    }
    // The job is gone as soon as its caller sees that no helper is left.
    if (--job.helpers == 0)
      helperLeft.notify_all();
  }
}

/// Starts threads until there are `threads`, or as many as the system gives.
void Pool::growTo(int32_t threads) {
  try {
    for (; numThreads < threads; ++numThreads)
      std::thread([this] { helpForever(); }).detach();
  } catch (const std::system_error &) {
    // The calling thread does the work that these would have shared.
  }
}

void Pool::run(Job &job) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    growTo(job.openSlots);
    job.following = jobs;
    if (jobs)
      jobs->previous = &job;
    jobs = &job;
  }
  wakeHelpers.notify_all();
  work(job);
  std::unique_lock<std::mutex> lock(mutex);
  if (job.openSlots != 0) {
    unlink(job);
    job.openSlots = 0;
  }
  helperLeft.wait(lock, [&] { return job.helpers == 0; });
}

struct DefaultThreads {
  int32_t count;
  std::string error;
};

DefaultThreads findDefaultThreads() {
  if (const char *text = std::getenv("GL_NUM_THREADS"); text && *text) {
    char *end;
    errno = 0;
    long value = std::strtol(text, &end, 10);
    if (*end || errno || value < 1 || value > maxCpuThreads)
      return {0, str("GL_NUM_THREADS is '", text, "', expected 1 to ",
                     maxCpuThreads)};
    return {static_cast<int32_t>(value), ""};
  }
  unsigned hardware = std::thread::hardware_concurrency();
  return {static_cast<int32_t>(
              std::clamp(hardware, 1u, static_cast<unsigned>(maxCpuThreads))),
          ""};
}

} // namespace

int32_t resolveNumThreads(int32_t requested) {
  if (requested < 0 || requested > maxCpuThreads)
    fail(GL_ERROR_INVALID_ARGUMENT, "num_threads is ", requested,
         ", expected 0 (the default) to ", maxCpuThreads);
  if (requested != 0)
    return requested;
  static const DefaultThreads byDefault = findDefaultThreads();
  if (!byDefault.error.empty())
    fail(GL_ERROR_INVALID_ARGUMENT, byDefault.error);
  return byDefault.count;
}

void runOnCpu(CpuKernel kernel, void *const *params, int64_t count,
              int32_t numThreads) {
  Job job;
  job.kernel = kernel;
  job.params = params;
  job.count = count;
  int64_t threads = std::min<int64_t>(numThreads, count);
  // Several chunks a thread even out programs of unequal length.
  job.chunk = std::max<int64_t>(1, count / (threads * 8));
  job.openSlots = static_cast<int32_t>(threads - 1);
  if (threads <= 1) {
    try {
      kernel(params, 0, count);
    } catch (const std::exception &error) {
      fail(GL_ERROR_KERNEL, error.what());
    } catch (...) {
      fail(GL_ERROR_KERNEL, "unknown exception");
    }
    return;
  }
  Pool::get().run(job);
  if (job.failed)
    fail(GL_ERROR_KERNEL, job.error);
}

} // namespace gl::rt
