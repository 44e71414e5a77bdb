//===- ChipFacts.cpp - What a chip can do at best -------------------------===//
//
// See ChipFacts.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/ChipFacts.h"

#include <algorithm>

using namespace mlir::gl;

// Sources. Peak: NVIDIA's H200 SXM data sheet, dense, at boost clock. Measured,
// on one H200 with CUDA 13.0: square products by cuBLAS; 4.25 TB/s by a copy
// kernel (bytes read plus bytes written; small copies run from the L2 cache and
// can be faster); 0.50 us for an empty kernel in a replayed graph.
static constexpr ChipFacts describeH200(llvm::StringRef arch) {
  return {arch,
          "H200",
          {{"f32", 66.9e12, 49.9e12},
           {"tf32", 494.7e12, 399e12},
           {"f16 and bf16", 989.4e12, 792e12},
           {"f8", 1978.9e12, 1500e12}},
          4.25e12,
          0.50e-6};
}
static constexpr ChipFacts kChips[] = {describeH200("sm_90"),
                                       describeH200("sm_90a")};

double ChipFacts::floor(double flops, double bytes, Unit unit) const {
  double peak = getRate(unit).peak;
  double compute = peak > 0 ? flops / peak : 0;
  double memory = memoryBandwidth > 0 ? bytes / memoryBandwidth : 0;
  return std::max(compute, memory);
}

const ChipFacts *mlir::gl::getChipFacts(llvm::StringRef arch) {
  for (const ChipFacts &facts : kChips)
    if (facts.arch == arch)
      return &facts;
  return nullptr;
}
