//===-- LayerWithoutExceptions.cpp - The C++ layer in LLVM's mode ---------===//
//
// Compiled with -fno-exceptions -fno-rtti, as tools that link LLVM are.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/Runtime.h"

std::string messageWithoutExceptions();

std::string messageWithoutExceptions() {
  auto module = gl::runtime::Module::loadMemory("abc", 3);
  return module ? "loaded" : module.status().message();
}
