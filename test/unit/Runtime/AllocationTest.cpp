//===-- AllocationTest.cpp - Calls allocate nothing -----------------------===//
//
// Counts allocations of the whole program, the statically linked library
// included. Left out under sanitizers, which have allocators of their own.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

#include <atomic>
#include <cstdlib>
#include <new>

static std::atomic<size_t> allocations{0};

// Counts what the library allocates, which is linked statically here.
void *operator new(size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

using namespace gltest;

namespace {

class Allocation : public GemmTest {};

TEST_F(Allocation, NoneInACallAfterTheFirst) {
  ModuleHolder holder;
  ASSERT_EQ(holder.loadHost(gemmRecord()), GL_OK) << gl_last_error();
  const gl_function *fn = holder.function();
  gl_tensor list[4] = {tensor(0).view(), tensor(1).view(), tensor(2).view(),
                       tensor(3).view()};
  gl_call_options options = {};
  options.num_threads = 2;
  ASSERT_EQ(gl_function_call(fn, list, 3, list + 3, 1, &options), GL_OK);
  size_t before = allocations;
  for (int i = 0; i < 10; ++i)
    gl_function_call(fn, list, 3, list + 3, 1, &options);
  EXPECT_EQ(allocations, before);
}

} // namespace
