//===- IndexMap.cpp - How logical axes are spelled by tensor dims ---------===//
//
// See IndexMap.h. Reading an affine map takes the order of each axis's dims
// from the sizes their expressions use, and compares with the map that this
// spelling prints as, so that reading and writing cannot disagree.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/IndexMap.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace mlir::gl;

IndexMap::IndexMap(unsigned rank, ArrayRef<Dims> axes)
    : rank(rank), axes(axes.begin(), axes.end()) {}

AffineMap IndexMap::toAffineMap(MLIRContext *context) const {
  SmallVector<AffineExpr> results(rank, getAffineConstantExpr(0, context));
  for (unsigned axis = 0; axis < axes.size(); ++axis) {
    AffineExpr rest = getAffineDimExpr(axis, context);
    // Innermost first: each dim takes the remainder, the next one out the
    // quotient.
    for (unsigned i = axes[axis].size(); i-- > 0;) {
      unsigned dim = axes[axis][i];
      AffineExpr size = getAffineSymbolExpr(dim, context);
      results[dim] = i == 0 ? rest : rest % size;
      rest = rest.floorDiv(size);
    }
  }
  return AffineMap::get(axes.size(), rank, results, context);
}

std::optional<IndexMap> IndexMap::fromAffineMap(AffineMap map,
                                                std::string &reason) {
  unsigned rank = map.getNumResults();
  llvm::raw_string_ostream os(reason);
  if (map.getNumSymbols() != rank) {
    os << "has " << map.getNumSymbols() << " symbols for a tensor of rank "
       << rank << "; symbol i stands for dim i of the tensor";
    return std::nullopt;
  }
  SmallVector<Dims, 2> axes(map.getNumDims());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    std::optional<unsigned> owner;
    unsigned owners = 0;
    for (unsigned axis = 0; axis < axes.size(); ++axis)
      if (expr.isFunctionOfDim(axis)) {
        owner = axis;
        ++owners;
      }
    if (owners != 1) {
      os << "result " << dim << ", " << expr << ", depends on " << owners
         << " of the map's dims; each dim of the tensor belongs to exactly one";
      return std::nullopt;
    }
    axes[*owner].push_back(dim);
  }
  // The outermost dim takes a quotient by the sizes of all others, and each
  // dim further in a remainder by its own size, with one size less below it.
  auto place = [&](unsigned dim) -> unsigned {
    AffineExpr expr = map.getResult(dim);
    if (!expr.isFunctionOfSymbol(dim))
      return 0;
    unsigned sizes = 0;
    for (unsigned symbol = 0; symbol < rank; ++symbol)
      sizes += expr.isFunctionOfSymbol(symbol);
    return rank + 1 - sizes;
  };
  for (Dims &dims : axes)
    llvm::sort(dims, [&](unsigned a, unsigned b) {
      return std::pair(place(a), a) < std::pair(place(b), b);
    });
  AffineMap candidate = IndexMap(rank, axes).toAffineMap(map.getContext());
  for (unsigned axis = 0; axis < axes.size(); ++axis) {
    bool found = llvm::all_of(axes[axis], [&](unsigned dim) {
      return candidate.getResult(dim) == map.getResult(dim);
    });
    if (!found) {
      os << "does not split d" << axis
         << " over the dims it reaches (outer dims take the quotient, inner "
            "ones the remainder)";
      return std::nullopt;
    }
  }
  return IndexMap(rank, axes);
}

int64_t IndexMap::getExtent(unsigned axis, ArrayRef<int64_t> shape) const {
  int64_t extent = 1;
  bool dynamic = false;
  for (unsigned dim : axes[axis]) {
    if (shape[dim] == 0)
      return 0;
    if (ShapedType::isDynamic(shape[dim]))
      dynamic = true;
    else if (llvm::MulOverflow(extent, shape[dim], extent))
      extent = std::numeric_limits<int64_t>::max();
  }
  return dynamic ? ShapedType::kDynamic : extent;
}

bool IndexMap::isGatherOver(unsigned axis) const {
  if (axes[axis].empty() || axes[axis].back() + 1 != rank)
    return false;
  return llvm::all_of(axes,
                      [](const Dims &dims) { return llvm::is_sorted(dims); });
}
