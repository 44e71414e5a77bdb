/*===-- HeadersInC.c - The C headers are C ------------------------*- C -*-===*/

#include "gl/Runtime/gl_cuda_util.h"
#include "gl/Runtime/gl_half.h"
#include "gl/Runtime/gl_runtime.h"

const char *gl_test_version_from_c(void) {
  gl_call_options options = {0};
  return options.stream ? 0 : gl_runtime_version();
}
