//===- gl-lsp-server.cpp - Language server for gl's dialects --------------===//
//
// Upstream's MLIR language server with gl's dialects: diagnostics, hover,
// completion and go-to-definition for .mlir files in an editor.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/DeepStack.h"
#include "gl/Compiler/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::gl::registerAllDialects(registry);
  return mlir::gl::runOnDeepStack([&]() -> int {
    return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
  });
}
