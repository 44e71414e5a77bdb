//===- Compiler.cpp - The one entry that tools and bindings call ----------===//
//
// See Compiler.h. Nothing here has state: contexts of different threads do not
// meet.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Compiler.h"

#include "gl/Compiler/Bundle.h"
#include "gl/Compiler/Pipelines.h"
#include "gl/Compiler/Registration.h"
#include "gl/Target/Cubin.h"
#include "gl/Target/Host.h"
#include "gl/Target/PTX.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

LogicalResult gl::lowerTo(ModuleOp module, Level level,
                          const CompileOptions &options) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  if (failed(setTarget(module, options.arch)))
    return failure();
  Level present = getLevel(module);
  if (present > level || present == Level::Target)
    return success();

  PassManager manager(context, ModuleOp::getOperationName());
  if (present == Level::GL) {
    buildGLPipeline(manager, options.schedule);
    if (level > Level::GL)
      buildTilePipeline(manager);
  }
  if (level == Level::Target)
    buildTargetPipeline(manager, options.arch);
  return manager.run(module);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Adds the cubin of `ptx` where there is an assembler. A missing one is an
/// error only if the caller named it.
static LogicalResult addCubin(ModuleOp module, StringRef ptx,
                              const gl::CompileOptions &options,
                              gl::Artifact &artifact) {
  llvm::Expected<gl::Cubin> cubin = gl::assemblePTX(
      ptx, options.arch, gl::AssemblerSearch::standard(options.ptxas));
  if (cubin) {
    artifact.blobs.push_back({"cubin", std::move(cubin->bytes), ""});
    artifact.resources = std::move(cubin->resources);
    return success();
  }
  llvm::Error error = cubin.takeError();
  if (error.isA<gl::AssemblerNotFound>() && options.ptxas.empty()) {
    artifact.noCubin = llvm::toString(std::move(error));
    return success();
  }
  return emitError(module.getLoc(), llvm::toString(std::move(error)));
}

FailureOr<gl::Artifact> gl::compile(ModuleOp module,
                                    const CompileOptions &options) {
  if (getLevel(module) == Level::Target)
    return emitError(
        module.getLoc(),
        "the module is past the tile level already, where its functions "
        "were, so no bundle can be made of it");
  if (failed(lowerTo(module, Level::Tile, options)))
    return failure();
  legalizeKernelNames(module);
  // The record is of kernels as they are launched, and of host functions, which
  // the code no longer has: so it is written between the two.
  MLIRContext *context = module.getContext();
  PassManager level3(context, ModuleOp::getOperationName());
  buildLevel3Pipeline(level3, options.arch);
  PassManager code(context, ModuleOp::getOperationName());
  buildCodePipeline(code, options.arch);
  if (failed(level3.run(module)))
    return failure();
  FailureOr<llvm::json::Object> record = buildRecord(module, options.arch);
  if (failed(record) || failed(code.run(module)))
    return failure();

  Artifact artifact;
  if (options.arch == "cpu") {
    FailureOr<std::string> object = emitObject(module, options.cpu);
    if (failed(object))
      return failure();
    artifact.blobs.push_back({"object", std::move(*object), ""});
  } else {
    FailureOr<PTX> ptx = emitPTX(module, options.arch);
    if (failed(ptx))
      return failure();
    artifact.blobs.push_back({"ptx", ptx->text, ptx->version});
    if (options.wantCubin &&
        failed(addCubin(module, ptx->text, options, artifact)))
      return failure();
  }
  llvm::raw_string_ostream(artifact.record)
      << llvm::json::Value(std::move(*record));
  return artifact;
}

//===----------------------------------------------------------------------===//
// HostJit
//===----------------------------------------------------------------------===//

struct gl::HostJit::Impl {
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

gl::HostJit::HostJit(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
gl::HostJit::~HostJit() = default;

llvm::Expected<std::unique_ptr<gl::HostJit>>
gl::HostJit::create(StringRef object) {
  initializeHostTarget();
  // The platform support of LLJIT (constructors, thread-local storage) would
  // compile code of its own; kernels need none of it.
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(llvm::orc::JITTargetMachineBuilder(
                     llvm::Triple(kHostTriple)))
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .setLinkProcessSymbolsByDefault(false)
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::SymbolMap symbols;
  for (const HostSymbol &symbol : getHostSymbols())
    symbols[(*jit)->mangleAndIntern(symbol.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (llvm::Error error = (*jit)->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(symbols))))
    return std::move(error);
  if (llvm::Error error = (*jit)->addObjectFile(
          llvm::MemoryBuffer::getMemBufferCopy(object, "kernels.o")))
    return std::move(error);
  auto impl = std::make_unique<Impl>();
  impl->jit = std::move(*jit);
  return std::unique_ptr<HostJit>(new HostJit(std::move(impl)));
}

void *gl::HostJit::lookup(StringRef kernel) {
  llvm::Expected<llvm::orc::ExecutorAddr> address = impl->jit->lookup(kernel);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<void *>();
}
