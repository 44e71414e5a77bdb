//===- gl-opt.cpp - mlir-opt with gl's dialects and passes ----------------===//
//
// Runs passes and pipelines on IR of any level.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/DeepStack.h"
#include "gl/Compiler/Registration.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::gl::registerAllDialects(registry);
  mlir::gl::registerAllPasses();
  return mlir::gl::runOnDeepStack([&]() -> int {
    return mlir::failed(
        mlir::MlirOptMain(argc, argv, "gl optimizer driver\n", registry));
  });
}
