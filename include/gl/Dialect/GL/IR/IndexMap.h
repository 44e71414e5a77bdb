//===- IndexMap.h - How logical axes are spelled by tensor dims --*- C++
//-*-===//
//
// A gather is indexing: the GEMM's axes M, N and K are spelled by the dims of
// the tensors it reads and writes. An IndexMap is that spelling: for each
// logical axis the list of tensor dims it is split over, outermost first. The
// stacked tensor (R, B, H) read as (M, K) has M = [1], K = [0, 2].
//
// Because each tensor dim belongs to at most one axis, an element's address is
// a sum of one term per axis. Lowerings rely on that: the term of M is computed
// once per row, that of K once per step.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_INDEXMAP_H
#define GL_DIALECT_GL_IR_INDEXMAP_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace mlir::gl {

class IndexMap {
public:
  using Dims = llvm::SmallVector<unsigned, 4>;

  IndexMap() = default;
  /// `axes[a]` lists the tensor dims of logical axis a, outermost first.
  /// Together the lists must hold each of `rank` dims exactly once.
  IndexMap(unsigned rank, llvm::ArrayRef<Dims> axes);

  /// Reads a map `(d0, d1, ...)[s0, ..., s(rank-1)] -> (...)` whose symbols are
  /// the tensor's dims. Returns nothing and says why in `reason` if it is not
  /// such a map.
  static std::optional<IndexMap> fromAffineMap(AffineMap map,
                                               std::string &reason);

  /// The affine map with one symbol per tensor dim.
  AffineMap toAffineMap(MLIRContext *context) const;

  unsigned getRank() const { return rank; }
  unsigned getNumAxes() const { return axes.size(); }
  llvm::ArrayRef<unsigned> getDims(unsigned axis) const { return axes[axis]; }

  /// Product of the axis's dims in `shape`; 1 for an axis without dims,
  /// ShapedType::kDynamic if a dim is unknown (unless another one is 0), and
  /// the largest int64_t if the product is larger than that.
  int64_t getExtent(unsigned axis, llvm::ArrayRef<int64_t> shape) const;

  /// Whether every axis lists its dims in the tensor's own order and the
  /// innermost dim of `axis` is the tensor's last: what a gather or
  /// concatenation makes, and no other permutation does.
  bool isGatherOver(unsigned axis) const;

  bool operator==(const IndexMap &other) const {
    return rank == other.rank && axes == other.axes;
  }

private:
  unsigned rank = 0;
  llvm::SmallVector<Dims, 2> axes;
};

} // namespace mlir::gl

#endif // GL_DIALECT_GL_IR_INDEXMAP_H
