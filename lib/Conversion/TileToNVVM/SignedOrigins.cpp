//===- SignedOrigins.cpp - Tiles that may begin before their memory -------===//
//
// A tile's origin may lie below 0, as that of a halo does; what is outside the
// memory is zero or not stored. Coordinates are then signed numbers, and what
// registers add to them cannot be divided on its own (see ThreadCode.cpp).
// Origins that count up from 0, as nearly all do, are spared that.
//
//===----------------------------------------------------------------------===//

#include "SignedOrigins.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::gl;

static constexpr StringLiteral kSignedAttrName = "tile.signed";

namespace {
/// The question whether a value is known not to be negative, as are sums,
/// products and quotients of such, and the numbers of programs and loops.
class NonNegative {
public:
  /// All of what a value is made of has to be, so what was asked before need
  /// not be asked again: a number that a loop carries is one by induction.
  bool contains(Value value) {
    return !asked.insert(value).second || compute(value);
  }

private:
  bool compute(Value value) {
    if (std::optional<int64_t> number = getConstantIntValue(value))
      return *number >= 0;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return isCounted(argument);
    Operation *op = value.getDefiningOp();
    unsigned i = cast<OpResult>(value).getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return contains(loop.getRegionIterArgs()[i]);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return contains(branch.thenYield().getResults()[i]) &&
             contains(branch.elseYield().getResults()[i]);
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return contains(select.getTrueValue()) &&
             contains(select.getFalseValue());
    if (auto sum = dyn_cast<arith::AddIOp>(op); sum && isLastStep(sum))
      return true;
    if (auto difference = dyn_cast<arith::SubIOp>(op))
      return isMirrored(difference) ||
             (isCompared(difference) && contains(difference.getLhs()));
    // Quotient and remainder of unsigned numbers are at most the dividend.
    if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
      return contains(op->getOperand(0));
    if (isa<arith::AddIOp, arith::MulIOp, arith::MinUIOp, arith::MinSIOp,
            arith::MaxUIOp, arith::IndexCastOp>(op))
      return llvm::all_of(op->getOperands(),
                          [&](Value operand) { return contains(operand); });
    return isa<memref::DimOp, tile::ProgramIdOp, tile::ClusterRankOp>(op);
  }

  /// Whether `sum` is the number of the last step of the loop it is in.
  bool isLastStep(arith::AddIOp sum) {
    auto loop = dyn_cast<scf::ForOp>(sum->getParentOp());
    return loop && sum.getLhs() == loop.getUpperBound() &&
           getConstantIntValue(sum.getRhs()) == -1 &&
           contains(loop.getLowerBound());
  }

  /// Whether `difference` counts the steps of the loop it is in from the last
  /// to the first.
  static bool isMirrored(arith::SubIOp difference) {
    auto loop = dyn_cast<scf::ForOp>(difference->getParentOp());
    auto last = difference.getLhs().getDefiningOp<arith::SubIOp>();
    return loop && last && difference.getRhs() == loop.getInductionVar() &&
           last.getLhs() == loop.getUpperBound() &&
           getConstantIntValue(last.getRhs()) == 1;
  }

  /// Whether the branch it is in is taken only where `lhs >= rhs`: the steps of
  /// a segment count from those of the segments before it.
  static bool isCompared(arith::SubIOp difference) {
    Region *region = difference->getParentRegion();
    for (; region; region = region->getParentRegion()) {
      auto branch = dyn_cast<scf::IfOp>(region->getParentOp());
      auto comparison =
          branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>()
                 : arith::CmpIOp();
      if (comparison && comparison.getLhs() == difference.getLhs() &&
          comparison.getRhs() == difference.getRhs())
        return comparison.getPredicate() == (region == &branch.getThenRegion()
                                                 ? arith::CmpIPredicate::uge
                                                 : arith::CmpIPredicate::ult);
    }
    return false;
  }

  bool isCounted(BlockArgument argument) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return false;
    if (argument == loop.getInductionVar())
      return contains(loop.getLowerBound());
    unsigned i = argument.getArgNumber() - loop.getNumInductionVars();
    return contains(loop.getInitArgs()[i]) &&
           contains(loop.getYieldedValues()[i]);
  }

  llvm::SmallDenseSet<Value> asked;
};
} // namespace

void gl::annotateSignedOrigins(tile::FuncOp func) {
  func.getBody().walk([](Operation *op) {
    auto annotate = [](auto access) {
      bool isSigned = llvm::any_of(access.getOrigins(), [](Value origin) {
        return !NonNegative().contains(origin);
      });
      if (isSigned)
        access->setAttr(kSignedAttrName, UnitAttr::get(access.getContext()));
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<tile::LoadOp, tile::StoreOp, tile::CopyAsyncOp, tile::PrefetchOp>(
            annotate);
  });
}

bool gl::hasSignedOrigin(Operation *op) { return op->hasAttr(kSignedAttrName); }
