//===- Host.cpp - x86-64 objects from the LLVM dialect --------------------===//
//
// See Host.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/Host.h"

#include "gl/Support/HostArray.h"
#include "gl/Target/LLVMIR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace mlir;

//===----------------------------------------------------------------------===//
// Functions that kernels call
//===----------------------------------------------------------------------===//

// The x86-64 ABI passes _Float16 and __bf16 in SSE registers, so these have the
// types that LLVM's calls assume. Writing a half rounds once, from double.
static float extendHalf(_Float16 value) {
  return static_cast<float>(::gl::decodeF16(llvm::bit_cast<uint16_t>(value)));
}
static _Float16 truncFloatToHalf(float value) {
  return llvm::bit_cast<_Float16>(::gl::encodeF16(value));
}
static _Float16 truncDoubleToHalf(double value) {
  return llvm::bit_cast<_Float16>(::gl::encodeF16(value));
}
static __bf16 truncFloatToBF16(float value) {
  return llvm::bit_cast<__bf16>(::gl::encodeBF16(value));
}
static __bf16 truncDoubleToBF16(double value) {
  return llvm::bit_cast<__bf16>(::gl::encodeBF16(value));
}

template <typename Function>
static void *address(Function *function) {
  return reinterpret_cast<void *>(function);
}

ArrayRef<mlir::gl::HostSymbol> mlir::gl::getHostSymbols() {
  static const HostSymbol symbols[] = {
      {"malloc", address(&::malloc)},
      {"free", address(&::free)},
      {"aligned_alloc", address(&::aligned_alloc)},
      {"memcpy", address<void *(void *, const void *, size_t)>(&::memcpy)},
      {"memmove", address<void *(void *, const void *, size_t)>(&::memmove)},
      {"memset", address<void *(void *, int, size_t)>(&::memset)},
      {"__extendhfsf2", address(&extendHalf)},
      {"__truncsfhf2", address(&truncFloatToHalf)},
      {"__truncdfhf2", address(&truncDoubleToHalf)},
      {"__truncsfbf2", address(&truncFloatToBF16)},
      {"__truncdfbf2", address(&truncDoubleToBF16)},
  };
  return symbols;
}

//===----------------------------------------------------------------------===//
// Code generation
//===----------------------------------------------------------------------===//

void mlir::gl::initializeHostTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
}

static std::unique_ptr<llvm::TargetMachine> createMachine(Location loc,
                                                          StringRef cpu) {
  mlir::gl::initializeHostTarget();
  llvm::Triple triple(mlir::gl::kHostTriple);
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    emitError(loc) << "LLVM has no x86-64 target: " << error;
    return nullptr;
  }
  std::string features;
  if (cpu == "native") {
    // Features are given too: a virtual machine may hide some of its
    // processor's.
    cpu = llvm::sys::getHostCPUName();
    SmallVector<std::string> list;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      list.push_back((feature.second ? "+" : "-") + feature.first().str());
    llvm::sort(list);
    features = llvm::join(list, ",");
  } else {
    std::unique_ptr<llvm::MCSubtargetInfo> info(
        target->createMCSubtargetInfo(triple, "", ""));
    // LLVM would fall back to another processor with a line on stderr.
    bool known = info->isCPUStringValid(cpu);
    if (known) {
      info.reset(target->createMCSubtargetInfo(triple, cpu, ""));
      known = info->checkFeatures("+64bit");
    }
    if (!known) {
      emitError(loc) << "unknown processor '" << cpu
                     << "'; it is 'native' or an x86-64 processor that LLVM "
                        "knows, such as 'x86-64-v3' or 'znver4'";
      return nullptr;
    }
  }
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, features, llvm::TargetOptions(), llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Aggressive));
}

static std::unique_ptr<llvm::Module> build(ModuleOp module,
                                           llvm::LLVMContext &context,
                                           llvm::TargetMachine &machine) {
  std::unique_ptr<llvm::Module> result =
      mlir::gl::translateToLLVM(module, context, machine);
  if (!result)
    return nullptr;
  // LLVM halves the vectors of some processors with 512-bit registers for the
  // sake of code with few of them; dense products are the opposite.
  bool wide = machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
  for (llvm::Function &function : *result) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    if (wide)
      function.addFnAttr("prefer-vector-width", "512");
  }
  mlir::gl::optimize(*result, machine, /*vectorize=*/true);
  return result;
}

std::unique_ptr<llvm::Module>
mlir::gl::buildHostModule(ModuleOp module, StringRef cpu,
                          llvm::LLVMContext &context) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createMachine(module.getLoc(), cpu);
  return machine ? build(module, context, *machine) : nullptr;
}

/// Looks for undefined symbols that nothing will provide.
static LogicalResult checkSymbols(Location loc, StringRef bytes) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(bytes, "object"));
  if (!object)
    return emitError(loc) << "LLVM wrote a malformed object: "
                          << llvm::toString(object.takeError());
  llvm::StringSet<> provided;
  for (const mlir::gl::HostSymbol &symbol : mlir::gl::getHostSymbols())
    provided.insert(symbol.name);
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<StringRef> name = symbol.getName();
    if (!flags || !name) {
      llvm::consumeError(flags ? llvm::Error::success() : flags.takeError());
      llvm::consumeError(name ? llvm::Error::success() : name.takeError());
      continue;
    }
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) && !name->empty() &&
        *name != "_GLOBAL_OFFSET_TABLE_" && !provided.contains(*name))
      return emitError(loc) << "the kernels call '" << *name
                            << "', which gl's runtime does not provide";
  }
  return success();
}

FailureOr<std::string> mlir::gl::emitObject(ModuleOp module, StringRef cpu) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createMachine(module.getLoc(), cpu);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule = build(module, context, *machine);
  if (!llvmModule)
    return failure();
  SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager codegen;
  if (machine->addPassesToEmitFile(codegen, stream, nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return emitError(module.getLoc(), "LLVM cannot write x86-64 objects");
  codegen.run(*llvmModule);
  if (failed(checkSymbols(module.getLoc(), bytes)))
    return failure();
  return bytes.str().str();
}
