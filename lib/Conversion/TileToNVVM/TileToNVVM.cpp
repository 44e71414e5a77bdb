#include "gl/Conversion/Passes.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
namespace mlir::gl {
#define GEN_PASS_DEF_CONVERTTILETONVVM
#include "gl/Conversion/Passes.h.inc"
} // namespace mlir::gl
namespace {
struct P : mlir::gl::impl::ConvertTileToNVVMBase<P> {
  using Base::Base;
  void runOnOperation() override {}
};
} // namespace
