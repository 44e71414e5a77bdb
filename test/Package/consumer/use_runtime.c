/* Calls the installed runtime library: its version, and an error that it
 * reports as a value. */
#include "gl/Runtime/gl_runtime.h"
#include <stdio.h>
#include <string.h>

int main(void) {
  gl_module *module = NULL;
  if (strcmp(gl_runtime_version(), "0.1.0") != 0) {
    fprintf(stderr, "version is %s\n", gl_runtime_version());
    return 1;
  }
  if (gl_module_load_file("no-such.glb", &module) == GL_OK) {
    fprintf(stderr, "a missing file was loaded\n");
    return 1;
  }
  if (!strstr(gl_last_error(), "no-such.glb")) {
    fprintf(stderr, "the message does not name the file: %s\n",
            gl_last_error());
    return 1;
  }
  return 0;
}
