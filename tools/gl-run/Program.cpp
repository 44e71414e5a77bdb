//===- Program.cpp - A program that is ready to run -----------------------===//
//
// Compiles or reads a bundle, and loads the code onto the device. See
// Program.h.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gl/Compiler/Explain.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace gl;
using namespace gl::run;

static Error toError(const runtime::Status &status) {
  return makeError(status.message());
}

static gl_device chooseDevice(const Options &options) {
  if (options.device == DeviceKind::CUDA)
    return gl_device{GL_DEVICE_CUDA, options.deviceIndex};
  int32_t count = 0;
  if (options.device == DeviceKind::Auto && gl_device_count(&count) == GL_OK &&
      count > 0)
    return gl_device{GL_DEVICE_CUDA, 0};
  return gl_device{GL_DEVICE_CPU, 0};
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Loads a CPU module from its JSON record and its object.
static Error loadHost(Program &program, StringRef json, StringRef object) {
  Expected<std::unique_ptr<mlir::gl::HostJit>> jit =
      mlir::gl::HostJit::create(object);
  if (!jit)
    return jit.takeError();
  program.jit = std::move(*jit);
  runtime::Result<runtime::Module> module = runtime::Module::loadHost(
      std::string_view(json.data(), json.size()),
      [&](const char *kernel) { return program.jit->lookup(kernel); });
  if (!module)
    return toError(module.status());
  program.module = std::move(*module);
  return Error::success();
}

static Error loadDevice(Program &program, StringRef bundle) {
  runtime::Result<runtime::Module> module =
      runtime::Module::loadMemory(bundle.data(), bundle.size());
  if (!module)
    return toError(module.status());
  program.module = std::move(*module);
  return Error::success();
}

/// A bundle's target and, if it is a CPU's, its object.
static Error splitBundle(StringRef bundle, gl_bundle_view &view,
                         std::string &target, StringRef &object) {
  if (gl_status status = gl_bundle_open(bundle.data(), bundle.size(), &view))
    return toError(runtime::Status(status));
  Expected<json::Value> parsed =
      json::parse(StringRef(view.json, view.json_bytes));
  if (!parsed)
    return parsed.takeError();
  const json::Object *record = parsed->getAsObject();
  std::optional<StringRef> name =
      record ? record->getString("target") : std::nullopt;
  if (!name)
    return makeError("the bundle's record has no target");
  target = name->str();
  const json::Array *modules = record->getArray("modules");
  for (size_t i = 0; modules && i < modules->size(); ++i) {
    const json::Object *module = (*modules)[i].getAsObject();
    if (!module || module->getString("kind") != StringRef("object"))
      continue;
    uint64_t offset = module->getInteger("offset").value_or(-1);
    uint64_t size = module->getInteger("size").value_or(-1);
    if (offset > view.code_bytes || size > view.code_bytes - offset)
      return makeError("the bundle's object, " + Twine(size) +
                       " bytes at offset " + Twine(offset) +
                       ", is not within the bundle's " +
                       Twine(view.code_bytes) + " bytes of code");
    object = StringRef(static_cast<const char *>(view.code) + offset, size);
  }
  return Error::success();
}

static Error loadBundle(Program &program, StringRef bundle,
                        const Options &options) {
  gl_bundle_view view;
  std::string target;
  StringRef object;
  if (Error error = splitBundle(bundle, view, target, object))
    return error;
  bool isCPU = target == "cpu";
  if (options.device == (isCPU ? DeviceKind::CUDA : DeviceKind::CPU))
    return makeError("the bundle is for " + target + ", the device is " +
                     (isCPU ? "a GPU" : "the CPU"));
  program.device = {isCPU ? GL_DEVICE_CPU : GL_DEVICE_CUDA,
                    isCPU ? 0 : options.deviceIndex};
  if (!isCPU)
    return loadDevice(program, bundle);
  if (object.empty())
    return makeError("the bundle has no object");
  return loadHost(program, StringRef(view.json, view.json_bytes), object);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static std::string plural(size_t count, StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

/// Whether `op` moves elements without computing anything.
static bool isMovement(mlir::Operation *op) {
  return isa<mlir::gl::GatherConcatOp, mlir::tensor::ConcatOp,
             mlir::linalg::TransposeOp>(op);
}

/// Counts what became of the gathers, from the IR before and after fusion.
static std::string describeFusion(Source &source,
                                  const mlir::gl::CompileOptions &options) {
  size_t movesBefore = 0, movesAfter = 0, products = 0, sources = 0,
         segments = 0;
  source.module().walk(
      [&](mlir::Operation *op) { movesBefore += isMovement(op); });
  mlir::OwningOpRef<mlir::ModuleOp> copy = source.module().clone();
  if (mlir::failed(mlir::gl::lowerTo(*copy, mlir::gl::Level::GL, options)))
    return "";
  copy->walk([&](mlir::Operation *op) {
    movesAfter += isMovement(op);
    if (auto product = dyn_cast<mlir::gl::FusedMatmulOp>(op)) {
      ++products;
      segments += product.getLhs().size();
      SmallPtrSet<mlir::Value, 8> distinct(product.getLhs().begin(),
                                           product.getLhs().end());
      sources += distinct.size();
    }
  });
  size_t fused = movesBefore - std::min(movesBefore, movesAfter);
  return std::to_string(fused) + " of " + std::to_string(movesBefore) +
         " gathers, concats and transposes; " + plural(products, "product") +
         " of " + plural(segments, "segment") + " from " +
         plural(sources, "tensor");
}

static Error compileSource(Program &program, Source &source,
                           const Options &options) {
  mlir::gl::CompileOptions compileOptions;
  compileOptions.arch =
      program.device.type == GL_DEVICE_CPU ? "cpu" : options.target;
  compileOptions.schedule = options.schedule;
  compileOptions.cpu = options.cpu;
  mlir::OwningOpRef<mlir::ModuleOp> copy = source.module().clone();
  mlir::FailureOr<mlir::gl::Artifact> artifact =
      mlir::gl::compile(*copy, compileOptions);
  program.remarks = source.takeDiagnostics();
  if (mlir::failed(artifact))
    return makeError(program.remarks);
  program.fusion = describeFusion(source, compileOptions);
  if (options.explain) {
    copy = source.module().clone();
    raw_string_ostream os(program.remarks);
    if (mlir::failed(mlir::gl::explain(*copy, compileOptions, os)))
      return makeError(source.takeDiagnostics());
  }
  source.takeDiagnostics(); // The same remarks once more.

  if (program.device.type == GL_DEVICE_CUDA)
    return loadDevice(program, artifact->toBundle());
  for (const mlir::gl::CodeBlob &blob : artifact->blobs)
    if (blob.kind == "object")
      return loadHost(program, artifact->toJSON(), blob.bytes);
  return makeError("the compiler made no object for the CPU");
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static Expected<DType> fromRuntime(gl_dtype dtype) {
  if (std::optional<DType> known = parseDType(gl_dtype_name(dtype)))
    return *known;
  return makeError("the bundle has an unknown dtype");
}

/// Arguments and results as the loaded module describes them. The names of the
/// source, where there is one, are kept.
static Error describeFunction(Program &program) {
  const runtime::Function &function = *program.function;
  auto describe = [](const runtime::Result<gl_tensor_info> &info,
                     std::vector<TensorInfo> &list) -> Error {
    if (!info)
      return toError(info.status());
    Expected<DType> dtype = fromRuntime(info->dtype);
    if (!dtype)
      return dtype.takeError();
    list.push_back(
        {info->name, *dtype,
         std::vector<int64_t>(info->shape, info->shape + info->rank)});
    return Error::success();
  };
  std::vector<TensorInfo> named = std::move(program.arguments);
  program.arguments.clear();
  program.results.clear();
  for (size_t i = 0; i < function.numArgs(); ++i)
    if (Error error = describe(function.argInfo(i), program.arguments))
      return error;
  for (size_t i = 0; i < function.numResults(); ++i)
    if (Error error = describe(function.resultInfo(i), program.results))
      return error;
  if (named.size() == program.arguments.size())
    for (auto [argument, text] : zip(program.arguments, named))
      argument.name = text.name;
  return Error::success();
}

static std::string chooseFunction(const Program &program,
                                  const std::string &name) {
  if (!name.empty())
    return name;
  if (program.module->numFunctions() == 1)
    return std::string(program.module->functionAt(0).name());
  return std::string("main");
}

Expected<std::unique_ptr<Program>> gl::run::loadProgram(const Options &options,
                                                        StringRef folder) {
  auto program = std::make_unique<Program>();
  std::string path = resolvePath(options.program, folder);
  std::string reference = resolvePath(options.reference, folder);
  std::unique_ptr<MemoryBuffer> bundle;
  if (path != "-") {
    ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
    if (!file)
      return makeError(Twine(path) + ": " + file.getError().message());
    if ((*file)->getBuffer().starts_with("GLBNDL01"))
      bundle = std::move(*file);
  }

  std::string name = options.function;
  if (bundle) {
    if (options.device == DeviceKind::Reference)
      return makeError(Twine(path) +
                       " is a bundle; --device=reference needs MLIR");
    if (Error error = loadBundle(*program, bundle->getBuffer(), options))
      return makeError(Twine(path) + ": " + toString(std::move(error)));
    name = chooseFunction(*program, name);
  }
  // What is compiled, and what its results are compared with: two programs if
  // there is a --reference.
  std::unique_ptr<Source> compiled;
  auto read = [&](const std::string &file,
                  std::unique_ptr<Source> &place) -> Error {
    Expected<std::unique_ptr<Source>> source =
        Source::read(file, name, options.explain);
    if (!source)
      return source.takeError();
    place = std::move(*source);
    return Error::success();
  };
  if (!options.reference.empty())
    if (Error error = read(reference, program->source))
      return std::move(error);
  if (!bundle) {
    if (Error error = read(path, compiled))
      return std::move(error);
    if (Error error = compiled->describe(program->arguments, program->results))
      return std::move(error);
    name = compiled->function().getName().str();
    if (options.device != DeviceKind::Reference) {
      program->device = chooseDevice(options);
      if (Error error = compileSource(*program, *compiled, options))
        return std::move(error);
    }
    if (!program->source)
      program->source = std::move(compiled);
  }
  if (options.device == DeviceKind::Reference)
    return program;

  runtime::Result<runtime::Function> function = program->module->function(name);
  if (!function)
    return toError(function.status());
  program->function = *function;
  if (Error error = describeFunction(*program))
    return std::move(error);
  // A dry run needs no driver.
  if (options.dryRun)
    return program;
  if (runtime::Status status = program->module->prepare(program->device);
      !status.ok())
    return toError(status);
  return program;
}
