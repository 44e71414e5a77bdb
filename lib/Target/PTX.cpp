//===- PTX.cpp - PTX from the NVVM dialect, in process --------------------===//
//
// See PTX.h.
//
// The version of the PTX ISA is the lowest that the target needs: 8.0 (CUDA
// 12.0) is the first with everything of sm_90a, so every ptxas and driver that
// knows the chip takes it. A newer version would gain nothing and shut out
// older drivers; only a kernel of very many tensors or tensor maps needs 8.1,
// where parameters may take more than 4352 bytes.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/PTX.h"

#include "gl/Target/LLVMIR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMRequiresSMTraits.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

using namespace mlir;

/// Whether a kernel's parameters take more than PTX 8.0 can pass.
static bool hasManyParameters(Operation *module) {
  constexpr uint64_t kMaxBytes = 4352, kWordBytes = 8;
  DataLayout layout = DataLayout::closest(module);
  return module
      ->walk([&](LLVM::LLVMFuncOp func) {
        uint64_t bytes = 0;
        for (unsigned i = 0; i < func.getNumArguments(); ++i) {
          auto byValue = func.getArgAttrOfType<TypeAttr>(
              i, LLVM::LLVMDialect::getByValAttrName());
          auto align = func.getArgAttrOfType<IntegerAttr>(
              i, LLVM::LLVMDialect::getAlignAttrName());
          if (byValue && align)
            bytes = llvm::alignTo(bytes, align.getInt());
          bytes += byValue
                       ? layout.getTypeSize(byValue.getValue()).getFixedValue()
                       : kWordBytes;
        }
        return bytes > kMaxBytes ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::unique_ptr<llvm::TargetMachine> createMachine(Operation *module,
                                                          StringRef arch) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  std::string error;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    emitError(module->getLoc()) << "LLVM has no NVPTX target: " << error;
    return nullptr;
  }
  // Such a kernel is also so long that the passes which only the highest level
  // has take most of the time, for a few redundant loads less.
  bool large = hasManyParameters(module);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, arch, large ? "+ptx81" : "+ptx80", llvm::TargetOptions(),
      std::nullopt, std::nullopt,
      large ? llvm::CodeGenOptLevel::Default
            : llvm::CodeGenOptLevel::Aggressive));
}

/// The operation to translate: `module` or the one gpu.module in it.
static Operation *findKernels(Operation *module) {
  auto builtin = dyn_cast<ModuleOp>(module);
  if (!builtin)
    return module;
  Operation *found = nullptr;
  for (auto kernels : builtin.getOps<::mlir::gpu::GPUModuleOp>()) {
    if (found) {
      kernels.emitError("a second gpu.module; PTX is made of one")
              .attachNote(found->getLoc())
          << "the first is here";
      return nullptr;
    }
    found = kernels;
  }
  return found ? found : module;
}

/// LLVM would end the process when it meets an instruction that the chip does
/// not have, so they are looked for first.
static LogicalResult checkArch(Operation *module, StringRef arch) {
  auto have = NVVM::NVVMCheckSMVersion::getTargetSMVersionFromStr(arch);
  WalkResult result = module->walk([&](Operation *op) {
    auto wants = dyn_cast<NVVM::RequiresSMInterface>(op);
    if (!wants || wants.getRequiredMinSMVersion().isCompatibleWith(have))
      return WalkResult::advance();
    auto need = wants.getRequiredMinSMVersion();
    op->emitOpError("needs sm_")
        << need.smVersionList.front() << (need.archAccelerated ? "a" : "")
        << ", the target is " << arch;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Where the user wrote what became `instruction`; `fallback` if unknown.
static Location getLoc(const llvm::Instruction *instruction,
                       Location fallback) {
  const llvm::DILocation *loc =
      instruction ? instruction->getDebugLoc().get() : nullptr;
  if (!loc)
    return fallback;
  SmallString<64> file(loc->getDirectory());
  llvm::sys::path::append(file, loc->getFilename());
  return FileLineColLoc::get(fallback.getContext(), file, loc->getLine(),
                             loc->getColumn());
}

/// A call of a function that no code defines would reach the user as a link
/// error at load.
static LogicalResult checkCalls(Location loc, const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    bool provided = llvm::StringSwitch<bool>(function.getName())
                        .Cases({"vprintf", "malloc", "free"}, true)
                        .Case("__assertfail", true)
                        .Default(false);
    if (function.isDeclaration() && !function.isIntrinsic() &&
        !function.use_empty() && !provided)
      return emitError(getLoc(
                 dyn_cast<llvm::Instruction>(*function.user_begin()), loc))
             << "the kernels call '" << function.getName()
             << "', which is not defined on a GPU";
  }
  return success();
}

static std::unique_ptr<llvm::Module> build(Operation *module, StringRef arch,
                                           llvm::LLVMContext &context,
                                           llvm::TargetMachine &machine) {
  Operation *kernels = findKernels(module);
  if (!kernels || failed(checkArch(kernels, arch)))
    return nullptr;
  std::unique_ptr<llvm::Module> result =
      gl::translateToLLVM(kernels, context, machine);
  if (!result)
    return nullptr;
  gl::optimize(*result, machine, /*vectorize=*/false);
  if (failed(checkCalls(kernels->getLoc(), *result)))
    return nullptr;
  return result;
}

std::unique_ptr<llvm::Module>
gl::buildDeviceModule(Operation *module, StringRef arch,
                      llvm::LLVMContext &context) {
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(module, arch);
  return machine ? build(module, arch, context, *machine) : nullptr;
}

FailureOr<gl::PTX> gl::emitPTX(Operation *module, StringRef arch) {
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(module, arch);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      build(module, arch, context, *machine);
  if (!llvmModule)
    return failure();

  SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager codegen;
  if (machine->addPassesToEmitFile(codegen, stream, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return emitError(module->getLoc(), "LLVM cannot write PTX");
  codegen.run(*llvmModule);

  PTX ptx;
  ptx.text = text.str().rtrim('\0').str();
  StringRef version = StringRef(ptx.text).split(".version ").second;
  ptx.version = version.take_until([](char c) { return c == '\n'; }).str();
  return ptx;
}
