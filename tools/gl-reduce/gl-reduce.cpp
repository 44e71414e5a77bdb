//===- gl-reduce.cpp - Shrinks IR that shows a fault ----------------------===//
//
// Upstream's reducer with gl's dialects and passes: makes the smallest module
// for which a test script still says "interesting".
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/DeepStack.h"
#include "gl/Compiler/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::gl::registerAllDialects(registry);
  mlir::gl::registerAllPasses();
  mlir::MLIRContext context(registry);
  return mlir::gl::runOnDeepStack([&]() -> int {
    return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
  });
}
