//===- GLDialect.cpp - The gl dialect and its attributes ------------------===//
//
// Registration, and the text form and verification of `#gl.schedule` and
// `#gl.target`.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLDialect.h"

#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::gl;

#include "gl/Dialect/GL/IR/GLDialect.cpp.inc"
#include "gl/Dialect/GL/IR/GLEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "gl/Dialect/GL/IR/GLAttrs.cpp.inc"

void GLDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "gl/Dialect/GL/IR/GLOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "gl/Dialect/GL/IR/GLAttrs.cpp.inc"
      >();
}

LogicalResult GLDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  if (attribute.getName() != kTargetAttrName)
    return op->emitError() << "unknown attribute '"
                           << attribute.getName().getValue()
                           << "' of the gl dialect";
  if (!isa<TargetAttr>(attribute.getValue()))
    return op->emitError() << "'" << kTargetAttrName
                           << "' must be a #gl.target, got "
                           << attribute.getValue();
  return success();
}

LogicalResult GLDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned argument,
                                                  NamedAttribute attribute) {
  if (attribute.getName() == kConstantAttrName &&
      !isa<UnitAttr>(attribute.getValue()))
    return op->emitError() << "argument " << argument << ": '"
                           << kConstantAttrName << "' takes no value, got "
                           << attribute.getValue();
  return success();
}

LogicalResult GLDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                     unsigned result,
                                                     NamedAttribute attribute) {
  if (attribute.getName() == kConstantAttrName)
    return op->emitError() << "result " << result << " cannot be '"
                           << kConstantAttrName << "': the function writes it";
  return success();
}

//===----------------------------------------------------------------------===//
// ScheduleAttr
//===----------------------------------------------------------------------===//

static ParseResult parseIntegers(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &values) {
  values.clear();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

ScheduleAttr ScheduleAttr::get(MLIRContext *context,
                               const ScheduleFields &fields) {
  return get(context, fields.family, fields.tile, fields.warps, fields.lanes,
             fields.micro, fields.vector, fields.stages, fields.splitK,
             fields.groupM, fields.gather, fields.kOrder, fields.swap,
             fields.cluster, fields.fillWarps, fields.pingpong,
             fields.maxResults, fields.maxK, fields.cost);
}

ScheduleFields ScheduleAttr::getFields() const {
  ScheduleFields fields;
  fields.family = getFamily();
  fields.tile = llvm::to_vector<3>(getTile());
  fields.warps = llvm::to_vector<2>(getWarps());
  fields.lanes = llvm::to_vector<3>(getLanes());
  fields.micro = llvm::to_vector<2>(getMicro());
  fields.vector = getVector();
  fields.stages = getStages();
  fields.splitK = getSplitK();
  fields.groupM = getGroupM();
  fields.gather = getGather();
  fields.kOrder = getKOrder();
  fields.swap = getSwap();
  fields.cluster = llvm::to_vector<2>(getCluster());
  fields.fillWarps = getFillWarps();
  fields.pingpong = getPingpong();
  fields.maxResults = getMaxResults();
  fields.maxK = getMaxK();
  fields.cost = llvm::to_vector<5>(getCost());
  return fields;
}

ScheduleAttr ScheduleAttr::withoutLimit() const {
  ScheduleFields fields = getFields();
  fields.maxResults = fields.maxK = 0;
  fields.cost.clear();
  return get(getContext(), fields);
}

/// Parses a keyword that names a case of an enumeration.
template <typename Enum>
static ParseResult parseEnum(AsmParser &parser, StringRef what, StringRef known,
                             std::optional<Enum> (*symbolize)(StringRef),
                             Enum &value) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<Enum> found = symbolize(name);
  if (!found)
    return parser.emitError(loc)
           << "unknown " << what << " '" << name << "'; known are " << known;
  value = *found;
  return success();
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  ScheduleFields fields;
  SmallVector<StringRef> seen;
  auto parseField = [&]() -> ParseResult {
    StringRef key;
    SMLoc keyLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, key))
      return parser.emitError(keyLoc) << "field '" << key << "' is given twice";
    seen.push_back(key);
    if (key == "family")
      return parseEnum<Family>(parser, "family", "cpu, simt, mma and wgmma",
                               symbolizeFamily, fields.family);
    if (key == "gather")
      return parseEnum<GatherMode>(parser, "gather mode",
                                   "split, walk and copy", symbolizeGatherMode,
                                   fields.gather);
    if (key == "k_order")
      return parseEnum<KOrder>(parser, "order of steps", "forward and zigzag",
                               symbolizeKOrder, fields.kOrder);
    int64_t *number = llvm::StringSwitch<int64_t *>(key)
                          .Case("vector", &fields.vector)
                          .Case("stages", &fields.stages)
                          .Case("split_k", &fields.splitK)
                          .Case("group_m", &fields.groupM)
                          .Case("swap", &fields.swap)
                          .Case("fill_warps", &fields.fillWarps)
                          .Case("pingpong", &fields.pingpong)
                          .Case("max_results", &fields.maxResults)
                          .Case("max_k", &fields.maxK)
                          .Default(nullptr);
    if (number)
      return parser.parseInteger(*number);
    SmallVectorImpl<int64_t> *list =
        llvm::StringSwitch<SmallVectorImpl<int64_t> *>(key)
            .Case("tile", &fields.tile)
            .Case("warps", &fields.warps)
            .Case("lanes", &fields.lanes)
            .Case("micro", &fields.micro)
            .Case("cluster", &fields.cluster)
            .Case("cost", &fields.cost)
            .Default(nullptr);
    if (!list)
      return parser.emitError(keyLoc)
             << "unknown field '" << key
             << "' of a schedule; known are family, tile, warps, lanes, "
                "micro, vector, stages, split_k, group_m, gather, k_order, "
                "swap, cluster, fill_warps, pingpong, max_results, max_k and "
                "cost";
    return parseIntegers(parser, *list);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  if (!llvm::is_contained(seen, "family")) {
    parser.emitError(loc) << "a schedule needs the field 'family'";
    return {};
  }
  return parser.getChecked<ScheduleAttr>(
      loc, parser.getContext(), fields.family, fields.tile, fields.warps,
      fields.lanes, fields.micro, fields.vector, fields.stages, fields.splitK,
      fields.groupM, fields.gather, fields.kOrder, fields.swap, fields.cluster,
      fields.fillWarps, fields.pingpong, fields.maxResults, fields.maxK,
      fields.cost);
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  printer << "<family = " << stringifyFamily(getFamily());
  auto printList = [&](StringRef name, ArrayRef<int64_t> values) {
    if (values.empty())
      return;
    printer << ", " << name << " = [";
    llvm::interleaveComma(values, printer.getStream());
    printer << "]";
  };
  auto printNumber = [&](StringRef name, int64_t value, int64_t usual) {
    if (value != usual)
      printer << ", " << name << " = " << value;
  };
  printList("tile", getTile());
  printList("warps", getWarps());
  printList("lanes", getLanes());
  printList("micro", getMicro());
  const ScheduleFields usual;
  printNumber("vector", getVector(), usual.vector);
  printNumber("stages", getStages(), usual.stages);
  printNumber("split_k", getSplitK(), usual.splitK);
  printNumber("group_m", getGroupM(), usual.groupM);
  if (getGather() != usual.gather)
    printer << ", gather = " << stringifyGatherMode(getGather());
  if (getKOrder() != usual.kOrder)
    printer << ", k_order = " << stringifyKOrder(getKOrder());
  printNumber("swap", getSwap(), usual.swap);
  if (getCluster() != ArrayRef<int64_t>(usual.cluster))
    printList("cluster", getCluster());
  printNumber("fill_warps", getFillWarps(), usual.fillWarps);
  printNumber("pingpong", getPingpong(), usual.pingpong);
  printNumber("max_results", getMaxResults(), usual.maxResults);
  printNumber("max_k", getMaxK(), usual.maxK);
  printList("cost", getCost());
  printer << ">";
}

namespace {
/// The rules of one family's fields. Each reports the first that is broken.
struct ScheduleVerifier {
  function_ref<InFlightDiagnostic()> emitError;
  Family family;
  ArrayRef<int64_t> tile, warps, lanes, micro;
  int64_t vector, stages, splitK, swap;
  ArrayRef<int64_t> cluster;
  int64_t fillWarps, pingpong;
  LogicalResult checkRange(StringRef name, int64_t value, int64_t least,
                           int64_t most) const {
    if (value >= least && value <= most)
      return success();
    return emitError() << "'" << name << "' is " << value << ", must be in "
                       << least << ".." << most << " for family "
                       << stringifyFamily(family);
  }
  LogicalResult checkList(StringRef name, ArrayRef<int64_t> values,
                          size_t size) const {
    if (values.size() != size)
      return emitError() << "'" << name << "' needs " << size
                         << " numbers for family " << stringifyFamily(family)
                         << ", got " << values.size();
    for (int64_t value : values)
      if (value < 1 || value > 65536)
        return emitError() << "'" << name << "' holds " << value
                           << ", must be in 1..65536";
    return success();
  }
  LogicalResult checkUnits(ArrayRef<int64_t> units, StringRef holders) const {
    for (auto [axis, unit] : llvm::enumerate(units))
      if (tile[axis] % unit != 0)
        return emitError() << "tile " << "MNK"[axis] << " " << tile[axis]
                           << " is not a multiple of the " << unit
                           << " elements that " << holders
                           << " hold at once along it";
    return success();
  }
  LogicalResult checkRegisters(int64_t registers, const Twine &what) const {
    if (registers <= 255)
      return success();
    return emitError() << "needs about " << registers << " registers a thread ("
                       << what
                       << "), the limit is 255: make the tile smaller or use "
                          "more warps";
  }
  LogicalResult checkBlock() const;
  LogicalResult checkCPU() const;
  LogicalResult checkSimt() const;
  LogicalResult checkMma() const;
  LogicalResult checkWgmma() const;
};
} // namespace

LogicalResult ScheduleVerifier::checkCPU() const {
  if (!warps.empty() || !lanes.empty())
    return emitError() << "family cpu has no warps and lanes";
  if (failed(checkRange("stages", stages, 0, 0)) ||
      failed(checkRange("split_k", splitK, 1, 1)) ||
      failed(checkList("micro", micro, 2)))
    return failure();
  for (unsigned axis = 0; axis < 2; ++axis)
    if (tile[axis] % micro[axis] != 0)
      return emitError() << "tile " << "MN"[axis] << " " << tile[axis]
                         << " is not a multiple of the micro-kernel's "
                         << micro[axis];
  if (micro[0] * micro[1] > 32)
    return emitError() << "micro-kernel of " << micro[0] << " x " << micro[1]
                       << " needs " << micro[0] * micro[1]
                       << " accumulators, more than the 32 vector registers";
  return success();
}

/// What families that run in thread blocks have in common.
LogicalResult ScheduleVerifier::checkBlock() const {
  if (!micro.empty())
    return emitError() << "'micro' belongs to family cpu";
  if (failed(checkList("warps", warps, 2)))
    return failure();
  if (warps[0] * warps[1] > 32)
    return emitError() << "warps " << warps[0] << " x " << warps[1] << " make "
                       << warps[0] * warps[1] * 32
                       << " threads, a block has at most 1024";
  // A ring of one buffer would have copies wait for the products that read it.
  if (stages == 1)
    return emitError() << "'stages' is 1, a ring has 2..8 buffers";
  // 8 blocks is the largest cluster that every chip of the architecture runs.
  if (failed(checkRange("split_k", splitK, 1, 8)))
    return failure();
  if (splitK > 1 && stages == 0)
    return emitError() << "'split_k' is " << splitK
                       << ", which needs 'stages': programs share the steps of "
                          "a staged loop";
  if (tile[0] % splitK != 0)
    return emitError() << "tile M " << tile[0]
                       << " is not a multiple of 'split_k' " << splitK
                       << ", the programs that share out its rows";
  return success();
}

LogicalResult ScheduleVerifier::checkSimt() const {
  if (failed(checkRange("stages", stages, 0, 8)) ||
      failed(checkList("lanes", lanes, 3)))
    return failure();
  if (lanes[0] * lanes[1] * lanes[2] != 32)
    return emitError() << "lanes " << lanes[0] << " x " << lanes[1] << " x "
                       << lanes[2] << " make " << lanes[0] * lanes[1] * lanes[2]
                       << ", a warp has 32";
  int64_t unit[3] = {warps[0] * lanes[0], warps[1] * lanes[1],
                     lanes[2] * vector};
  if (failed(checkUnits(unit, "the block's threads")))
    return failure();
  int64_t rm = tile[0] / unit[0], rn = tile[1] / unit[1];
  // From shared memory a thread takes 16 bytes of a row at a time; they are as
  // many registers, whatever the element.
  int64_t rk = stages == 0 ? tile[2] / lanes[2] : 4;
  // Accumulators, one step's operands, and about 40 for addresses.
  return checkRegisters(rm * rn + (rm + rn) * rk + 40,
                        Twine(rm) + " x " + Twine(rn) + " results and " +
                            Twine(rm + rn) + " rows of " + Twine(rk) +
                            " elements");
}

LogicalResult ScheduleVerifier::checkMma() const {
  if (!lanes.empty())
    return emitError() << "'lanes' belongs to family simt: the instruction "
                          "fixes who holds what";
  if (failed(checkRange("stages", stages, 2, 8)))
    return failure();
  // The instruction's shape; along K, 8 f32 or 16 elements of 16 bits make 32
  // bytes, which of the two is known with the kernel.
  int64_t unit[3] = {warps[0] * 16, warps[1] * 8, 8};
  if (failed(checkUnits(unit, "the warps' mma instructions")))
    return failure();
  int64_t rm = tile[0] / warps[0] / 16, rn = tile[1] / warps[1] / 8;
  // Accumulators, one instruction's depth of operands, addresses.
  return checkRegisters(rm * rn * 4 + rm * 4 + rn * 2 + 40,
                        Twine(rm) + " x " + Twine(rn) +
                            " products of 16 x 8 a warp");
}

LogicalResult ScheduleVerifier::checkWgmma() const {
  if (!lanes.empty())
    return emitError() << "'lanes' belongs to family simt: the instruction "
                          "fixes who holds what";
  if (failed(checkRange("stages", stages, 2, 8)) ||
      failed(checkRange("split_k", splitK, 1, 1)) ||
      failed(checkRange("swap", swap, 0, 1)) ||
      failed(checkRange("pingpong", pingpong, 0, 1)))
    return failure();
  int64_t programs = cluster[0] * cluster[1];
  if ((cluster[0] != 1 && cluster[1] != 1) ||
      (programs != 1 && programs != 2 && programs != 4))
    return emitError() << "'cluster' is [" << cluster
                       << "], must be 1, 2 or 4 programs along M or along N";
  if (failed(checkRange("fill_warps", fillWarps, 0,
                        kMostFillGroups * kWarpgroupWarps)))
    return failure();
  if (fillWarps % kWarpgroupWarps != 0)
    return emitError() << "'fill_warps' is " << fillWarps
                       << ", must be a multiple of the " << kWarpgroupWarps
                       << " of a warpgroup";
  // A part of a shared tile is whole core matrices.
  unsigned sharedAxis = cluster[1] > 1 ? 0 : 1;
  if (tile[sharedAxis] % (programs * 8) != 0)
    return emitError() << "tile " << "MN"[sharedAxis] << " " << tile[sharedAxis]
                       << " is not a multiple of 8 rows for each of the "
                       << programs << " programs of a cluster, which share it";
  // The instruction's rows are those of the weight where operands are swapped.
  unsigned rowAxis = swap, columnAxis = 1 - swap;
  int64_t groupWarps = warps[rowAxis];
  if (groupWarps % 4 != 0)
    return emitError() << "'warps' has " << groupWarps << " along "
                       << "MN"[rowAxis]
                       << ", must be a multiple of the 4 of a warpgroup";
  int64_t sets = 1 + pingpong, groups = sets * warps[0] * warps[1] / 4;
  if (groups > 3) {
    InFlightDiagnostic diag = emitError();
    if (sets > 1)
      diag << sets << " sets of ";
    return diag << "warps " << warps[0] << " x " << warps[1] << " make "
                << groups
                << " warpgroups; 1 to 3 compute beside the one that copies";
  }
  // 8 f32 or 16 elements of 16 bits make the 32 bytes of one instruction.
  int64_t units[3] = {0, 0, 8};
  units[rowAxis] = groupWarps * 16;
  units[columnAxis] = warps[columnAxis] * 8;
  if (failed(checkUnits(units, "the warpgroups' wgmma instructions")))
    return failure();
  int64_t rows = tile[rowAxis] / (groupWarps / 4),
          columns = tile[columnAxis] / warps[columnAxis];
  int64_t allGroups = 1 + groups + fillWarps / kWarpgroupWarps;
  if (int64_t most = getMostColumns(allGroups); columns > most)
    return emitError() << "a warpgroup has " << columns << " of the tile's "
                       << tile[columnAxis]
                       << " columns, an instruction has at most " << most
                       << " in a block of " << allGroups << " warpgroups";
  // The registers of 64 Ki that one multiprocessor has are shared out in
  // warpgroups; the copying one keeps few.
  int64_t sums = rows * columns / 128;
  int64_t available =
      getWarpRegisters(groups, sums, fillWarps / kWarpgroupWarps, vector == 1,
                       /*segments=*/1)
          .products;
  // An epilogue without the copy engine's help needs more.
  constexpr int64_t kWithoutEngine = 24;
  int64_t needed = sums + (fillWarps != 0 ? kLeastBesideSums : kBesideSums) +
                   (swap ? kWithoutEngine : 0);
  if (needed > available)
    return emitError() << "needs about " << needed << " registers a thread ("
                       << rows << " x " << columns << " results a warpgroup), "
                       << groups << " warpgroups have " << available
                       << " each: make the tile smaller or use more warps";
  return success();
}

LogicalResult ScheduleAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Family family,
    ArrayRef<int64_t> tile, ArrayRef<int64_t> warps, ArrayRef<int64_t> lanes,
    ArrayRef<int64_t> micro, int64_t vector, int64_t stages, int64_t splitK,
    int64_t groupM, GatherMode gather, KOrder kOrder, int64_t swap,
    ArrayRef<int64_t> cluster, int64_t fillWarps, int64_t pingpong,
    int64_t maxResults, int64_t maxK, ArrayRef<int64_t> cost) {
  ScheduleVerifier verifier{emitError, family,    tile,    warps,  lanes,
                            micro,     vector,    stages,  splitK, swap,
                            cluster,   fillWarps, pingpong};
  for (auto [name, value] :
       {std::pair("max_results", maxResults), std::pair("max_k", maxK)})
    if (value < 0)
      return emitError() << "'" << name << "' is " << value
                         << ", must be 0 (no limit) or more";
  constexpr size_t kCostNumbers = 5;
  if (!cost.empty() && cost.size() != kCostNumbers)
    return emitError() << "'cost' needs " << kCostNumbers
                       << " numbers: places, start, wave, step and broken, got "
                       << cost.size();
  // A step of more cycles is a mistake, and would overflow estimates of calls
  // that are not that large.
  for (auto [i, number] : llvm::enumerate(cost))
    if (number < (i == 0 ? 1 : 0) || number > (1 << 24))
      return emitError() << "'cost' holds " << number << ", must be in "
                         << (i == 0 ? 1 : 0) << ".." << (1 << 24);
  if (failed(verifier.checkList("tile", tile, 3)) ||
      failed(verifier.checkRange("group_m", groupM, 1, 65536)))
    return failure();
  if (vector < 1 || vector > 16 || !llvm::isPowerOf2_64(vector))
    return emitError() << "'vector' is " << vector
                       << ", must be 1, 2, 4, 8 or 16 elements";
  if (tile[2] % vector != 0)
    return emitError() << "tile K " << tile[2]
                       << " is not a multiple of 'vector' " << vector;
  if (failed(verifier.checkList("cluster", cluster, 2)))
    return failure();
  if (family != Family::wgmma && gather == GatherMode::copy)
    return emitError() << "'gather = copy' belongs to family wgmma";
  if (family != Family::wgmma &&
      (swap != 0 || kOrder != KOrder::forward ||
       cluster != ArrayRef<int64_t>({1, 1}) || fillWarps != 0 || pingpong != 0))
    return emitError() << "'swap', 'k_order', 'cluster', 'fill_warps' and "
                          "'pingpong' belong to family wgmma";
  if (family == Family::cpu)
    return verifier.checkCPU();
  if (failed(verifier.checkBlock()))
    return failure();
  if (family == Family::wgmma)
    return verifier.checkWgmma();
  return family == Family::simt ? verifier.checkSimt() : verifier.checkMma();
}

int64_t ScheduleAttr::getNumWarps() const {
  return getWarps()[0] * getWarps()[1];
}

int64_t ScheduleAttr::getThreads() const {
  constexpr int64_t kWarpSize = 32;
  if (getFamily() == Family::cpu)
    return 1;
  int64_t warps = getProductWarps() + getFillWarps();
  if (getFamily() == Family::wgmma)
    warps += kWarpgroupWarps;
  return warps * kWarpSize;
}

WarpRegisters ScheduleAttr::getWarpRegisters(int64_t segments) const {
  constexpr int64_t kWarpSize = 32;
  return mlir::gl::getWarpRegisters(
      getProductWarps() / kWarpgroupWarps,
      getTileM() * getTileN() / (getNumWarps() * kWarpSize),
      getFillWarps() / kWarpgroupWarps, getVector() == 1, segments);
}

int64_t ScheduleAttr::getRegisterExtent(unsigned axis) const {
  assert(getFamily() == Family::simt && "only simt spreads tiles over lanes");
  if (axis == 2)
    return getTileK() / (getLanes()[2] * getVector());
  return getTile()[axis] / (getWarps()[axis] * getLanes()[axis]);
}

//===----------------------------------------------------------------------===//
// TargetAttr
//===----------------------------------------------------------------------===//

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef arch, int64_t sms,
                                 int64_t sharedBytes, int64_t registers) {
  if (arch != "cpu" && arch != "sm_90" && arch != "sm_90a")
    return emitError() << "unknown arch \"" << arch
                       << "\"; known are cpu, sm_90 and sm_90a";
  if (sms < 1 || sharedBytes < 0 || registers < 0)
    return emitError() << "needs at least 1 multiprocessor and no negative "
                          "limits, got sms = "
                       << sms << ", shared_bytes = " << sharedBytes
                       << ", registers = " << registers;
  return success();
}

TargetAttr TargetAttr::forArch(MLIRContext *context, StringRef arch) {
  if (arch == "cpu")
    return get(context, arch, /*sms=*/1, /*shared_bytes=*/0, /*registers=*/0);
  // H100 and H200: 132 multiprocessors, 227 KiB of shared memory per block.
  if (arch == "sm_90" || arch == "sm_90a")
    return get(context, arch, /*sms=*/132, /*shared_bytes=*/232448,
               /*registers=*/255);
  return {};
}
