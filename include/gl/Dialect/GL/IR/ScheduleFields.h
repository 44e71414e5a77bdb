//===- ScheduleFields.h - The fields of a schedule ---------------*- C++
//-*-===//
//
// `#gl.schedule` as a plain structure with defaults, for code that chooses
// schedules. GLAttrs.td says what each field means.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_SCHEDULEFIELDS_H
#define GL_DIALECT_GL_IR_SCHEDULEFIELDS_H

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

#include "gl/Dialect/GL/IR/GLEnums.h.inc"

namespace mlir::gl {

struct ScheduleFields {
  Family family = Family::simt;
  llvm::SmallVector<int64_t, 3> tile, lanes;
  llvm::SmallVector<int64_t, 2> warps, micro;
  int64_t vector = 1;
  int64_t stages = 0;
  int64_t splitK = 1;
  int64_t groupM = 1;
  GatherMode gather = GatherMode::split;
  KOrder kOrder = KOrder::forward;
  int64_t swap = 0;
  llvm::SmallVector<int64_t, 2> cluster = {1, 1};
  int64_t fillWarps = 0;
  int64_t pingpong = 0;
  int64_t maxResults = 0;
  int64_t maxK = 0;
  llvm::SmallVector<int64_t, 5> cost;
};

} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_SCHEDULEFIELDS_H
