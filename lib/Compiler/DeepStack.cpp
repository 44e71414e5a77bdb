//===- DeepStack.cpp - Run a tool on a stack for deep IR ------------------===//
//
// See DeepStack.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/DeepStack.h"

#include <cstddef>
#include <pthread.h>

/// Room for about a hundred thousand nested regions.
static constexpr size_t kStackBytes = size_t(1) << 30;

namespace {
struct Call {
  llvm::function_ref<int()> tool;
  int result = 0;
};
} // namespace

static void *run(void *argument) {
  auto *call = static_cast<Call *>(argument);
  call->result = call->tool();
  return nullptr;
}

int mlir::gl::runOnDeepStack(llvm::function_ref<int()> tool) {
  Call call{tool};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return tool();
  pthread_t thread;
  bool started = pthread_attr_setstacksize(&attributes, kStackBytes) == 0;
#ifdef __GLIBC__
  if (started)
    pthread_setattr_default_np(&attributes);
#endif
  started = started && pthread_create(&thread, &attributes, run, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (!started)
    return tool();
  pthread_join(thread, nullptr);
  return call.result;
}
