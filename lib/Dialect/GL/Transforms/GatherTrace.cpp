//===- GatherTrace.cpp - From a product's operand back to its sources -----===//
//
// See GatherTrace.h. Each step back rewrites the dims that the axes list into
// dims of the step's operand. A step is always exact; whether the result is a
// gather is asked at the places where the trace may end, and it ends at the
// last one that is.
//
//===----------------------------------------------------------------------===//

#include "GatherTrace.h"

#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::gl;

/// Parts that one trace looks at before it gives up. Far above what a kernel
/// can take as arguments; it bounds the work on concats of concats of the same
/// value, whose number of parts doubles with every level.
static constexpr unsigned maxParts = 1024;

IndexMap gl::getRowMajorMap(unsigned rank) {
  IndexMap::Dims rows(rank - 1);
  std::iota(rows.begin(), rows.end(), 0);
  return IndexMap(rank, {rows, IndexMap::Dims{rank - 1}});
}

/// The dims of a step's operand that spell each dim of its result, outermost
/// first.
using DimSources = SmallVector<IndexMap::Dims>;

static IndexMap substitute(const IndexMap &map, unsigned sourceRank,
                           const DimSources &sources) {
  SmallVector<IndexMap::Dims, 2> axes(map.getNumAxes());
  for (unsigned axis = 0; axis < map.getNumAxes(); ++axis)
    for (unsigned dim : map.getDims(axis))
      llvm::append_range(axes[axis], sources[dim]);
  return IndexMap(sourceRank, axes);
}

static std::string describe(Value value, const IndexMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto list = [&](unsigned axis) {
    os << "[";
    llvm::interleaveComma(map.getDims(axis), os);
    os << "]";
  };
  os << "M is spelled by dims ";
  list(0);
  os << " and K by dims ";
  list(1);
  os << " of " << value.getType();
  return text;
}

namespace {

struct Position {
  Value value;
  IndexMap map;
  /// Whether the dims of M are still those of the operand, one for one.
  bool rowsKept = true;
};

class Tracer {
public:
  explicit Tracer(bool keepRows) : keepRows(keepRows) {}

  /// The segments of `start` and the operations they read past, or nothing if
  /// neither `start` nor anything behind it is a gather. `isPart` tells a part
  /// of a concat from the product's operand.
  std::optional<GatherTrace> trace(Position start, bool isPart);

  std::string takeReason() { return llvm::join(reasons, "; "); }

private:
  /// One step back through an operation with a single source; says in `why`
  /// what stands against it.
  std::optional<Position> stepBack(Operation *op, const IndexMap &map,
                                   std::string &why);
  std::optional<Position> stepBackExpand(tensor::ExpandShapeOp op,
                                         const IndexMap &map, std::string &why);
  std::optional<GatherTrace> traceParts(Operation *concat, OperandRange parts,
                                        unsigned dim, const Position &joined,
                                        std::string &why);
  /// Whether a fused product may read the value there.
  bool isReadable(const Position &position) const {
    auto type = cast<RankedTensorType>(position.value.getType());
    return !type.getEncoding() && !position.map.getDims(0).empty() &&
           position.map.isGatherOver(1) && (position.rowsKept || !keepRows);
  }
  void note(std::string reason) {
    if (!reason.empty() && !llvm::is_contained(reasons, reason))
      reasons.push_back(std::move(reason));
  }

  const bool keepRows;
  SmallVector<std::string, 1> reasons;
  unsigned partsSeen = 0;
};

} // namespace

/// The joined tensors and the dim of a concat of several tensors.
static std::optional<std::pair<OperandRange, unsigned>>
matchConcat(Operation *op) {
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return std::make_pair(OperandRange(concat.getInputs()),
                          static_cast<unsigned>(concat.getDim()));
  if (auto concat = dyn_cast<GatherConcatOp>(op))
    if (!concat.getStacked())
      return std::make_pair(OperandRange(concat.getParts()),
                            static_cast<unsigned>(concat.getNormalizedAxis()));
  return std::nullopt;
}

std::optional<Position> Tracer::stepBackExpand(tensor::ExpandShapeOp op,
                                               const IndexMap &map,
                                               std::string &why) {
  if (op.getSrcType().getRank() == 0) {
    why = "tensor.expand_shape comes from a tensor of rank 0";
    return std::nullopt;
  }
  // A unit dim has one index, so it spells nothing wherever it stands.
  auto spells = [&](int64_t dim) {
    return op.getResultType().getDimSize(dim) != 1;
  };
  SmallVector<IndexMap::Dims, 2> axes;
  for (unsigned axis = 0; axis < map.getNumAxes(); ++axis)
    axes.emplace_back(map.getDims(axis));
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  for (unsigned source = 0; source < groups.size(); ++source) {
    const ReassociationIndices &group = groups[source];
    SmallVector<unsigned> run;
    for (int64_t dim : group)
      if (spells(dim))
        run.push_back(dim);
    if (run.empty())
      run.push_back(group.front());
    auto isRemoved = [&](unsigned dim) {
      return llvm::is_contained(group, dim) && !llvm::is_contained(run, dim);
    };
    bool replaced = false;
    for (IndexMap::Dims &dims : axes) {
      llvm::erase_if(dims, isRemoved);
      auto first = llvm::search(dims, run);
      if (first == dims.end())
        continue;
      // Marks the place; the mark cannot be a dim of the result.
      *first = op.getResultType().getRank() + source;
      dims.erase(first + 1, first + run.size());
      replaced = true;
    }
    if (!replaced) {
      why = "tensor.expand_shape splits dim " + std::to_string(source) +
            " of its operand into dims that are not one run of M or of K";
      return std::nullopt;
    }
  }
  unsigned marks = op.getResultType().getRank();
  for (IndexMap::Dims &dims : axes) {
    llvm::erase_if(dims, [&](unsigned dim) { return dim < marks; });
    for (unsigned &dim : dims)
      dim -= marks;
  }
  return Position{op.getSrc(), IndexMap(op.getSrcType().getRank(), axes)};
}

std::optional<Position> Tracer::stepBack(Operation *op, const IndexMap &map,
                                         std::string &why) {
  DimSources sources(map.getRank());
  if (auto gather = dyn_cast<GatherConcatOp>(op)) {
    Value source = gather.getParts()[0];
    for (unsigned dim = 0; dim < map.getRank(); ++dim)
      sources[dim] = {dim + 1};
    sources[gather.getNormalizedAxis()].insert(
        sources[gather.getNormalizedAxis()].begin(), 0);
    return Position{source, substitute(map, map.getRank() + 1, sources)};
  }
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
      sources[dim] = {static_cast<unsigned>(source)};
    return Position{transpose.getInput(),
                    substitute(map, map.getRank(), sources)};
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices()))
      sources[dim].assign(group.begin(), group.end());
    return Position{collapse.getSrc(),
                    substitute(map, collapse.getSrcType().getRank(), sources)};
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return stepBackExpand(expand, map, why);
  if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
    if (isa<RankedTensorType>(castOp.getSource().getType()))
      return Position{castOp.getSource(), map};
    why = "tensor.cast comes from an unranked tensor";
  }
  return std::nullopt;
}

std::optional<GatherTrace> Tracer::traceParts(Operation *concat,
                                              OperandRange parts, unsigned dim,
                                              const Position &joined,
                                              std::string &why) {
  const IndexMap &map = joined.map;
  std::string name = concat->getName().getStringRef().str();
  if (map.getDims(1).empty() || map.getDims(1).front() != dim) {
    why = name + " joins along dim " + std::to_string(dim) + ", which is " +
          (llvm::is_contained(map.getDims(0), dim) ? "a row dim"
                                                   : "not the outermost of K") +
          "; only parts along K are segments";
    return std::nullopt;
  }
  if (parts.size() > maxParts - partsSeen) {
    why = name + " brings the parts to more than " + std::to_string(maxParts);
    return std::nullopt;
  }
  partsSeen += parts.size();

  // Parts without columns contribute nothing; one stays if all are like that.
  SmallVector<Value> filled = llvm::filter_to_vector(parts, [&](Value part) {
    return map.getExtent(
               1, cast<RankedTensorType>(part.getType()).getShape()) != 0;
  });
  if (filled.empty())
    filled.push_back(parts.front());
  GatherTrace result;
  result.ops.push_back(concat);
  for (Value part : filled) {
    std::optional<GatherTrace> traced =
        trace({part, map, joined.rowsKept}, /*isPart=*/true);
    if (!traced)
      return std::nullopt;
    llvm::append_range(result.segments, traced->segments);
    llvm::append_range(result.ops, traced->ops);
  }
  return result;
}

std::optional<GatherTrace> Tracer::trace(Position start, bool isPart) {
  std::optional<GatherTrace> best;
  if (isReadable(start))
    best = GatherTrace{{{start.value, start.map}}, {}, ""};
  SmallVector<Operation *> path;
  Position here = start;
  // Casts and reshapes are views: reading past one gains nothing by itself and
  // can lose the sizes it states. So the end moves only once a step that moves
  // data has been passed.
  bool gained = false;
  std::string why;
  while (Operation *op = here.value.getDefiningOp()) {
    if (auto concat = matchConcat(op)) {
      std::optional<GatherTrace> parts =
          traceParts(op, concat->first, concat->second, here, why);
      if (parts) {
        parts->ops.insert(parts->ops.begin(), path.begin(), path.end());
        return parts;
      }
      // Either `why` has the reason, or the parts have noted theirs.
      note(std::move(why));
      return best;
    }
    std::optional<Position> next = stepBack(op, here.map, why);
    if (!next)
      break;
    path.push_back(op);
    // A permutation leaves the number of dims as it is, regrouping does not.
    next->rowsKept = here.rowsKept &&
                     next->map.getDims(0).size() == here.map.getDims(0).size();
    here = std::move(*next);
    gained |= isa<GatherConcatOp, linalg::TransposeOp>(op);
    if (gained && isReadable(here)) {
      best = GatherTrace{{{here.value, here.map}}, path, ""};
      gained = false;
    }
  }

  std::string subject = isPart ? "a part" : "lhs";
  if (!isReadable(here)) {
    note(std::move(why));
    if (cast<RankedTensorType>(here.value.getType()).getEncoding())
      note(subject + " has an encoding, which gl operations do not take");
    else if (!here.map.getDims(0).empty() && here.map.isGatherOver(1))
      note(subject +
           " regroups its rows, from which the dynamic dims of the "
           "result would not follow (" +
           describe(here.value, here.map) + ")");
    else
      note(subject + " is a permutation but not a gather-concat: " +
           describe(here.value, here.map) +
           "; a gather keeps the dims of each in order and ends K with the "
           "last dim");
  } else if (!isPart && best->ops.empty()) {
    note(std::move(why));
    if (!path.empty()) {
      note(subject + " is a view of its source, not a gather");
    } else {
      Operation *producer = here.value.getDefiningOp();
      note(subject + " is " +
           (producer ? "the result of '" +
                           producer->getName().getStringRef().str() + "'"
                     : std::string("a block argument")) +
           ", not a gather");
    }
  }
  return best;
}

GatherTrace gl::traceGather(Value lhs, bool keepRows) {
  Tracer tracer(keepRows);
  IndexMap map =
      getRowMajorMap(cast<RankedTensorType>(lhs.getType()).getRank());
  std::optional<GatherTrace> trace = tracer.trace({lhs, map}, /*isPart=*/false);
  // The operand itself is readable: it is row-major and gl takes no encodings.
  assert(trace && "matmul_bias verifies its lhs");
  trace->reason = tracer.takeReason();
  return std::move(*trace);
}
