//===- use_compiler.cpp - Uses the installed compiler libraries -----------===//
//
// Parses, verifies and prints a program of the gl dialect.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

int main() {
  mlir::MLIRContext context;
  context.loadDialect<mlir::gl::GLDialect, mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    func.func @f(%x: tensor<4x12x32xf32>) -> tensor<12x128xf32> {
      %0 = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
      return %0 : tensor<12x128xf32>
    })",
                                                        &context);
  if (!module)
    return 1;
  module->print(llvm::outs());
  return 0;
}
