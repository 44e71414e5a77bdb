//===- ChipFacts.cpp - What a chip can do at best -------------------------===//
//
// See ChipFacts.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/ChipFacts.h"

#include <algorithm>

using namespace mlir::gl;

// Sources. Peak: NVIDIA's H200 SXM data sheet, 66.9 TFLOP/s of f32 at boost
// clock. Measured, on one H200 with CUDA 13.0: 49.9 TFLOP/s by cuBLAS's f32
// product without TF32; 4.25 TB/s by a copy kernel (bytes read plus bytes
// written; small copies run from the L2 cache and can be faster); 0.50 us for
// an empty kernel in a replayed graph.
static constexpr ChipFacts kChips[] = {
    {"sm_90", "H200", 66.9e12, 49.9e12, 4.25e12, 0.50e-6},
    {"sm_90a", "H200", 66.9e12, 49.9e12, 4.25e12, 0.50e-6},
};

double ChipFacts::floor(double flops, double bytes) const {
  double compute = f32Peak > 0 ? flops / f32Peak : 0;
  double memory = memoryBandwidth > 0 ? bytes / memoryBandwidth : 0;
  return std::max(compute, memory);
}

const ChipFacts *mlir::gl::getChipFacts(llvm::StringRef arch) {
  for (const ChipFacts &facts : kChips)
    if (facts.arch == arch)
      return &facts;
  return nullptr;
}
