//===- IndexMap.cpp - How logical axes are spelled by tensor dims ---------===//
//
// See IndexMap.h. Reading an affine map tries the few spellings that its dims
// allow and compares with the map each of them prints as, so that reading and
// writing cannot disagree.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/IndexMap.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

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
  // Try every order of the dims of each axis; the map tells them apart.
  MLIRContext *context = map.getContext();
  for (unsigned axis = 0; axis < axes.size(); ++axis) {
    Dims &dims = axes[axis];
    llvm::sort(dims);
    bool found = false;
    do {
      AffineMap candidate = IndexMap(rank, axes).toAffineMap(context);
      found = llvm::all_of(dims, [&](unsigned dim) {
        return candidate.getResult(dim) == map.getResult(dim);
      });
    } while (!found && std::next_permutation(dims.begin(), dims.end()));
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
    else
      extent *= shape[dim];
  }
  return dynamic ? ShapedType::kDynamic : extent;
}

bool IndexMap::isGatherOver(unsigned axis) const {
  if (axes[axis].empty() || axes[axis].back() + 1 != rank)
    return false;
  return llvm::all_of(axes,
                      [](const Dims &dims) { return llvm::is_sorted(dims); });
}
