//===- gl-compile.cpp - From IR of any level to code ----------------------===//
//
// Flags in, library calls, output and diagnostics out. Nothing of CUDA is
// needed for anything but `--emit=cubin`.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Bundle.h"
#include "gl/Compiler/Compiler.h"
#include "gl/Compiler/DeepStack.h"
#include "gl/Compiler/Explain.h"
#include "gl/Compiler/Pipelines.h"
#include "gl/Compiler/Registration.h"
#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Target/Cubin.h"
#include "gl/Target/Host.h"
#include "gl/Target/PTX.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace mlir;
namespace cl = llvm::cl;

namespace {
/// The command line. An object of main's, because several tools can be one
/// program, and each has its own `-o`.
struct Flags {
  cl::OptionCategory category{"gl-compile options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input.mlir>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("File to write; - is stdout"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc("What to write: gl, tile, nvvm, llvm, ptx, cubin, obj, bundle "
               "or header (default: bundle)"),
      cl::value_desc("kind"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("cpu, sm_90 (PTX that newer chips take too) or sm_90a (default: "
               "the module's gl.target, else sm_90a)"),
      cl::value_desc("arch"), cl::cat(category)};
  cl::opt<std::string> schedule{
      "schedule",
      cl::desc("Schedule for every product, as in IR: '#gl.schedule<...>' "
               "(default: the compiler chooses)"),
      cl::value_desc("attr"), cl::cat(category)};
  cl::opt<std::string> variants{
      "variants",
      cl::desc("Variants of each kernel that llvm, ptx and cubin hold: first "
               "(the fastest, for contiguous operands where dims are static; "
               "--explain says what it relies on) or all (default: first). "
               "Bundles hold all"),
      cl::value_desc("which"), cl::init("first"), cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu", cl::desc("x86-64 processor to make code for, or native"),
      cl::value_desc("name"), cl::init("native"), cl::cat(category)};
  cl::opt<std::string> ptxas{
      "ptxas",
      cl::desc("The ptxas to make cubins with (default: nvJitLink or ptxas of "
               "$CUDA_PATH, /usr/local/cuda or $PATH)"),
      cl::value_desc("path"), cl::cat(category)};
  cl::opt<bool> noCubin{"no-cubin",
                        cl::desc("Put only PTX into bundles for a GPU"),
                        cl::cat(category)};
  cl::opt<bool> explain{
      "explain",
      cl::desc("Report schedules, grids, registers and floors, and the remarks "
               "of the passes; on stdout if nothing else goes there"),
      cl::cat(category)};

  /// What messages call the input.
  StringRef inputName() const {
    return input == "-" ? StringRef("<stdin>") : StringRef(input);
  }
};
} // namespace

static constexpr StringLiteral kKinds[] = {
    "gl", "tile", "nvvm", "llvm", "ptx", "cubin", "obj", "bundle", "header"};

static bool reportError(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "gl-compile") << message << "\n";
  return false;
}

namespace {
/// Says on stderr what is going on when it takes more than a second.
class Progress {
public:
  explicit Progress(StringRef what) : what(what.str()) {
    thread = std::thread([this] {
      std::unique_lock<std::mutex> lock(mutex);
      if (!done.wait_for(lock, std::chrono::seconds(1),
                         [this] { return finished; }))
        llvm::errs() << "gl-compile: compiling " << this->what << " ...\n";
    });
  }
  ~Progress() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      finished = true;
    }
    done.notify_one();
    thread.join();
  }

private:
  std::string what;
  std::mutex mutex;
  std::condition_variable done;
  bool finished = false;
  std::thread thread;
};
} // namespace

/// Writes through a temporary file that takes the output's name at the end, so
/// that nothing half-written is left. Devices and pipes are written directly.
static bool writeOutput(const std::string &outputName, StringRef bytes) {
  llvm::sys::fs::file_status status;
  bool special = outputName != "-" &&
                 !llvm::sys::fs::status(outputName, status) &&
                 !llvm::sys::fs::is_regular_file(status);
  if (special || outputName == "-") {
    std::error_code ec;
    llvm::raw_fd_ostream os(outputName, ec);
    if (!ec) {
      os << bytes;
      os.flush();
      ec = os.error();
      os.clear_error();
    }
    return !ec ||
           reportError("cannot write '" + outputName + "': " + ec.message());
  }
  llvm::Error error =
      llvm::writeToOutput(outputName, [&](llvm::raw_ostream &os) {
        os << bytes;
        return llvm::Error::success();
      });
  if (!error)
    return true;
  return reportError("cannot write " + llvm::toString(std::move(error)));
}

template <typename T>
static std::string print(T &&value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// The text or bytes of `kind`, a bundle or the header that holds one.
static std::string write(const gl::Artifact &artifact, StringRef kind,
                         const Flags &flags) {
  std::string bundle = artifact.toBundle();
  if (kind == "bundle")
    return bundle;
  StringRef file = flags.output != "-"  ? StringRef(flags.output)
                   : flags.input != "-" ? StringRef(flags.input)
                                        : StringRef("module");
  std::string header;
  llvm::raw_string_ostream os(header);
  gl::writeHeader(os, bundle, llvm::sys::path::stem(file));
  return header;
}

static bool isOfArtifact(StringRef kind) {
  return kind == "bundle" || kind == "header";
}

/// What `kind` is made of, after `module` was lowered; failure was reported.
static FailureOr<std::string> emit(ModuleOp module, StringRef kind,
                                   const gl::CompileOptions &options,
                                   const Flags &flags) {
  bool isCPU = options.arch == "cpu";
  if (kind == "gl" || kind == "tile" || kind == "nvvm") {
    gl::Level level = kind == "gl"     ? gl::Level::GL
                      : kind == "tile" ? gl::Level::Tile
                                       : gl::Level::Target;
    if (gl::getLevel(module) > level)
      return emitError(module.getLoc(),
                       "the module is past the level that --emit=")
             << kind << " asks for";
    if (failed(gl::lowerTo(module, level, options)))
      return failure();
    return print(module);
  }
  if (isOfArtifact(kind)) {
    FailureOr<gl::Artifact> artifact = gl::compile(module, options);
    if (failed(artifact))
      return failure();
    return write(*artifact, kind, flags);
  }

  if (flags.variants == "first" && gl::getLevel(module) <= gl::Level::Tile) {
    if (failed(gl::lowerTo(module, gl::Level::Tile, options)))
      return failure();
    gl::keepFirstVariants(module);
  }
  if (failed(gl::lowerTo(module, gl::Level::Target, options)))
    return failure();
  if (kind == "obj")
    return gl::emitObject(module, options.cpu);
  if (kind == "llvm") {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> llvmModule =
        isCPU ? gl::buildHostModule(module, options.cpu, context)
              : gl::buildDeviceModule(module, options.arch, context);
    if (!llvmModule)
      return failure();
    return print(*llvmModule);
  }
  FailureOr<gl::PTX> ptx = gl::emitPTX(module, options.arch);
  if (failed(ptx))
    return failure();
  if (kind == "ptx")
    return std::move(ptx->text);
  llvm::Expected<gl::Cubin> cubin = gl::assemblePTX(
      ptx->text, options.arch, gl::AssemblerSearch::standard(options.ptxas));
  if (!cubin)
    return emitError(module.getLoc(), llvm::toString(cubin.takeError()));
  return std::move(cubin->bytes);
}

static bool checkOptions(StringRef kind, StringRef arch, StringRef variants) {
  if (variants != "first" && variants != "all")
    return reportError("unknown --variants=" + variants +
                       "; it is one of first, all");
  if (!llvm::is_contained(kKinds, kind))
    return reportError("unknown --emit=" + kind + "; it is one of " +
                       llvm::join(llvm::ArrayRef(kKinds), ", "));
  if (!llvm::is_contained(SmallVector<StringRef>{"cpu", "sm_90", "sm_90a"},
                          arch))
    return reportError("unknown --target=" + arch +
                       "; it is one of cpu, sm_90, sm_90a");
  bool isCPU = arch == "cpu";
  if (isCPU && (kind == "ptx" || kind == "cubin" || kind == "nvvm"))
    return reportError("--emit=" + kind +
                       " is for a GPU, the target is cpu; for the CPU there "
                       "are gl, tile, llvm, obj, bundle, header");
  if (!isCPU && kind == "obj")
    return reportError("--emit=obj is for --target=cpu, the target is " + arch +
                       "; for a GPU there is cubin");
  return true;
}

static bool run(const Flags &flags) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileOrSTDIN(flags.input);
  if (!buffer)
    return reportError("cannot read '" + flags.input +
                       "': " + buffer.getError().message());
  auto sources = std::make_shared<llvm::SourceMgr>();
  StringRef text = (*buffer)->getBuffer();
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());

  DialectRegistry registry;
  gl::registerAllDialects(registry);
  MLIRContext context(registry);
  // Printing the operation at an error says nothing that its place does not,
  // and for the module it prints everything: quadratic in the depth of nesting.
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler handler(*sources, &context);
  // Remarks tell of choices; they belong to the report, which is made once.
  bool wantRemarks = flags.explain;
  if (flags.explain)
    gl::enableRemarks(context);
  ScopedDiagnosticHandler filter(&context, [&](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark &&
                   !wantRemarks);
  });
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return false;
  gl::nameArguments(*module, text);

  gl::CompileOptions options;
  auto present = (*module)->getAttrOfType<gl::TargetAttr>("gl.target");
  options.arch = !flags.target.empty() ? flags.target.getValue()
                 : present             ? present.getArch().str()
                                       : options.arch;
  options.schedule = flags.schedule;
  options.cpu = flags.cpu;
  options.wantCubin = !flags.noCubin;
  options.ptxas = flags.ptxas;
  bool wantCode = !flags.explain || flags.emit.getNumOccurrences() ||
                  flags.output.getNumOccurrences();
  StringRef kind =
      flags.emit.empty() ? StringRef("bundle") : StringRef(flags.emit);
  if (!checkOptions(kind, options.arch, flags.variants))
    return false;

  Progress progress(flags.inputName());
  if (flags.explain) {
    OwningOpRef<ModuleOp> copy = module->clone();
    std::string report;
    llvm::raw_string_ostream os(report);
    FailureOr<gl::Artifact> artifact = gl::explain(*copy, options, os);
    if (failed(artifact))
      return false;
    wantRemarks = false;
    (wantCode && flags.output == "-" ? llvm::errs() : llvm::outs()) << report;
    if (wantCode && isOfArtifact(kind))
      return writeOutput(flags.output, write(*artifact, kind, flags));
  }
  if (!wantCode)
    return true;
  FailureOr<std::string> code = emit(*module, kind, options, flags);
  return succeeded(code) && writeOutput(flags.output, *code);
}

int main(int argc, char **argv) {
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    reportError(Twine("LLVM cannot generate code: ") + reason);
    std::_Exit(1);
  });
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { os << gl::getCompilerVersion() << "\n"; });
  cl::ParseCommandLineOptions(
      argc, argv,
      "Compiles gl, tile, NVVM or LLVM IR to code or to a bundle\n");
  return gl::runOnDeepStack([&] { return run(flags) ? 0 : 1; });
}
