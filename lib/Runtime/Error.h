//===-- Error.h - Errors inside the runtime ---------------------*- C++ -*-===//
//
// Inside the library an error is an exception that carries a status and a
// message; `guarded` turns it into the C interface's status code and the
// thread's last message. Messages are put together without iostreams, whose
// number format follows the process's locale.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_ERROR_H
#define GL_LIB_RUNTIME_ERROR_H

#include "gl/Runtime/gl_runtime.h"

#include <exception>
#include <new>
#include <string>
#include <type_traits>

namespace gl::rt {

class Error : public std::exception {
public:
  Error(gl_status status, std::string message)
      : status(status), message(std::move(message)) {}
  const char *what() const noexcept override { return message.c_str(); }

  gl_status status;
  std::string message;
};

/// Concatenates strings, characters and integers.
inline void append(std::string &out, const char *text) { out += text; }
inline void append(std::string &out, const std::string &text) { out += text; }
inline void append(std::string &out, char c) { out += c; }
template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
void append(std::string &out, T value) {
  out += std::to_string(value);
}
template <typename... Ts>
std::string str(const Ts &...parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

template <typename... Ts>
[[noreturn]] void fail(gl_status status, const Ts &...parts) {
  throw Error(status, str(parts...));
}

/// An address as "0x1234".
std::string hex(const void *address);

void setLastError(const char *message) noexcept;
const char *lastError() noexcept;

/// Runs `body` and reports what it throws.
template <typename Body>
gl_status guarded(Body &&body) noexcept {
  try {
    body();
    return GL_OK;
  } catch (const Error &error) {
    setLastError(error.what());
    return error.status;
  } catch (const std::bad_alloc &) {
    setLastError("out of host memory");
    return GL_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception &error) {
    setLastError(error.what());
    return GL_ERROR_INTERNAL;
  } catch (...) {
    setLastError("unknown exception");
    return GL_ERROR_INTERNAL;
  }
}

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_ERROR_H
