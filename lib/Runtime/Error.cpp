//===-- Error.cpp - Errors inside the runtime -----------------------------===//
//
// The thread's last message. Storing it must not throw, so a message that
// memory does not suffice for is replaced by a fixed one.
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <cstdio>

namespace gl::rt {

namespace {
struct LastError {
  std::string text;
  bool lost = false;
};
thread_local LastError last;
} // namespace

void setLastError(const char *message) noexcept {
  try {
    last.text = message;
    last.lost = false;
  } catch (...) {
    last.lost = true;
  }
}

const char *lastError() noexcept {
  return last.lost ? "out of host memory" : last.text.c_str();
}

std::string hex(const void *address) {
  char buffer[2 + 2 * sizeof(void *) + 1];
  std::snprintf(
      buffer, sizeof(buffer), "0x%llx",
      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(address)));
  return buffer;
}

} // namespace gl::rt
