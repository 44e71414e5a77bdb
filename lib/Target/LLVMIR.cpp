//===- LLVMIR.cpp - From the LLVM dialect to LLVM IR ----------------------===//
//
// See LLVMIR.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/LLVMIR.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

void gl::registerTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
}

/// The one line that a line table can say of `loc`: the first place of a fused
/// location, which is the one that diagnostics begin with. PTX has no escapes
/// in its strings, so what it cannot hold in a file name becomes '_'.
static Location getLineLoc(Location loc) {
  if (auto fused = dyn_cast<FusedLoc>(loc); fused && fused.getMetadata())
    return loc;
  auto first = loc->findInstanceOf<FileLineColLoc>();
  if (!first)
    return loc;
  auto isPlain = [](char c) {
    return llvm::isPrint(c) && c != '"' && c != '\\';
  };
  std::string file = first.getFilename().str();
  for (char &c : file)
    if (!isPlain(c))
      c = '_';
  return FileLineColLoc::get(loc.getContext(), file, first.getLine(),
                             first.getColumn());
}

/// Gives every function of `op` the scope that line tables hang on. Only `.loc`
/// directives and line numbers are wanted, no description of variables.
static LogicalResult addLineTables(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return success();
  // What was fused has several places; LLVM would merge them to line 0.
  module.walk([](Operation *nested) {
    nested->setLoc(getLineLoc(nested->getLoc()));
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        for (BlockArgument arg : block.getArguments())
          arg.setLoc(getLineLoc(arg.getLoc()));
  });
  LLVM::DIScopeForLLVMFuncOpPassOptions options;
  options.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  PassManager pm(op->getContext(), ModuleOp::getOperationName());
  pm.addPass(LLVM::createDIScopeForLLVMFuncOpPass(options));
  return pm.run(module);
}

std::unique_ptr<llvm::Module>
gl::translateToLLVM(Operation *module, llvm::LLVMContext &context,
                    llvm::TargetMachine &machine) {
  if (failed(addLineTables(module)))
    return nullptr;
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(module, context, "gl");
  if (!result) {
    emitError(module->getLoc(), "translation to LLVM IR failed");
    return nullptr;
  }
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  return result;
}

void gl::optimize(llvm::Module &module, llvm::TargetMachine &machine,
                  bool vectorize) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = vectorize;
  tuning.LoopInterleaving = vectorize;
  tuning.SLPVectorization = vectorize;
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(sccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                               moduleAnalyses);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, moduleAnalyses);
}
