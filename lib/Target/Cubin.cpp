//===- Cubin.cpp - PTX to a cubin, with the tools that are there ----------===//
//
// See Cubin.h.
//
// nvJitLink is opened with dlopen and spoken to through its stable C names.
// ptxas is started without a shell, on files of a temporary directory.
//
//===----------------------------------------------------------------------===//

#include "gl/Target/Cubin.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::gl;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallString;
using llvm::StringRef;

char AssemblerNotFound::ID = 0;

std::error_code AssemblerNotFound::convertToErrorCode() const {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

/// Has kernels compiled side by side, by as many threads as there are CPUs;
/// code and log stay the same. CUDA 12.0 does not know the option.
static constexpr StringRef kSplitCompile = "-split-compile=0";

static Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

AssemblerSearch AssemblerSearch::standard(StringRef ptxas) {
  AssemblerSearch search;
  if (!ptxas.empty()) {
    search.programs.push_back(ptxas.str());
    return search;
  }
  std::string toolkit = "/usr/local/cuda";
  bool given = false;
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> value = llvm::sys::Process::GetEnv(variable);
        value && !value->empty()) {
      toolkit = *value;
      given = true;
      break;
    }
  // A loader that finds another toolkit than the one asked for is no help.
  if (!given)
    for (const char *name : {"libnvJitLink.so.13", "libnvJitLink.so.12"})
      search.libraries.push_back(name);
  for (const char *folder : {"lib64", "lib", "targets/x86_64-linux/lib"})
    for (const char *name : {"libnvJitLink.so.13", "libnvJitLink.so.12"}) {
      SmallString<128> path(toolkit);
      llvm::sys::path::append(path, folder, name);
      search.libraries.push_back(path.str().str());
    }
  SmallString<128> program(toolkit);
  llvm::sys::path::append(program, "bin", "ptxas");
  search.programs.push_back(program.str().str());
  std::string path = llvm::sys::Process::GetEnv("PATH").value_or("");
  for (StringRef folder : llvm::split(path, llvm::sys::EnvPathSeparator)) {
    if (folder.empty())
      continue;
    SmallString<128> candidate(folder);
    llvm::sys::path::append(candidate, "ptxas");
    search.programs.push_back(candidate.str().str());
  }
  return search;
}

//===----------------------------------------------------------------------===//
// The log
//===----------------------------------------------------------------------===//

/// The number that stands before `unit` in `line`.
static bool numberBefore(StringRef line, StringRef unit, int64_t &value) {
  size_t end = line.find(unit);
  if (end == StringRef::npos)
    return false;
  StringRef head = line.take_front(end);
  size_t begin = head.size();
  while (begin > 0 && llvm::isDigit(head[begin - 1]))
    --begin;
  return !head.drop_front(begin).getAsInteger(10, value);
}

llvm::SmallVector<KernelResources, 4> mlir::gl::parseResources(StringRef log) {
  llvm::SmallVector<KernelResources, 4> kernels;
  for (StringRef line : llvm::split(log, '\n')) {
    if (line.contains("Compiling entry function '")) {
      StringRef name = line.split('\'').second.split('\'').first;
      kernels.emplace_back().kernel = name.str();
      continue;
    }
    // nvJitLink repeats its findings after linking, with shared memory that
    // the system reserves counted in; only ptxas's own lines are read.
    if (kernels.empty() || !line.starts_with("ptxas"))
      if (kernels.empty() || !line.starts_with("    "))
        continue;
    KernelResources &kernel = kernels.back();
    numberBefore(line, " bytes stack frame", kernel.stackBytes);
    numberBefore(line, " bytes spill stores", kernel.spillStores);
    numberBefore(line, " bytes spill loads", kernel.spillLoads);
    numberBefore(line, " registers", kernel.registers);
    numberBefore(line, " bytes smem", kernel.sharedBytes);
  }
  return kernels;
}

/// The lines of `log` that say what is wrong, at most eight.
static std::string firstLines(StringRef log) {
  llvm::SmallVector<StringRef> lines;
  log.split(lines, '\n', -1, /*KeepEmpty=*/false);
  llvm::erase_if(lines,
                 [](StringRef line) { return line.contains("info    :"); });
  bool cut = lines.size() > 8;
  if (cut)
    lines.truncate(8);
  std::string text = llvm::join(lines, "\n");
  return cut ? text + "\n..." : text;
}

//===----------------------------------------------------------------------===//
// nvJitLink
//===----------------------------------------------------------------------===//

namespace {
/// The functions of nvJitLink.h that are used. A result of 0 is success.
struct JitLink {
  using Handle = void *;
  int (*create)(Handle *, uint32_t, const char **);
  int (*destroy)(Handle *);
  int (*addData)(Handle, int, const void *, size_t, const char *);
  int (*complete)(Handle);
  int (*cubinSize)(Handle, size_t *);
  int (*cubin)(Handle, void *);
  int (*errorSize)(Handle, size_t *);
  int (*error)(Handle, char *);
  int (*infoSize)(Handle, size_t *);
  int (*info)(Handle, char *);

  bool load(llvm::sys::DynamicLibrary &library) {
    auto get = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(
          library.getAddressOfSymbol(name));
      return function != nullptr;
    };
    return get(create, "nvJitLinkCreate") && get(destroy, "nvJitLinkDestroy") &&
           get(addData, "nvJitLinkAddData") &&
           get(complete, "nvJitLinkComplete") &&
           get(cubinSize, "nvJitLinkGetLinkedCubinSize") &&
           get(cubin, "nvJitLinkGetLinkedCubin") &&
           get(errorSize, "nvJitLinkGetErrorLogSize") &&
           get(error, "nvJitLinkGetErrorLog") &&
           get(infoSize, "nvJitLinkGetInfoLogSize") &&
           get(info, "nvJitLinkGetInfoLog");
  }
};
} // namespace

static std::string readLog(JitLink::Handle handle,
                           int (*size)(JitLink::Handle, size_t *),
                           int (*get)(JitLink::Handle, char *)) {
  size_t bytes = 0;
  if (size(handle, &bytes) != 0 || bytes == 0)
    return {};
  std::string text(bytes + 1, '\0');
  if (get(handle, text.data()) != 0)
    return {};
  text.resize(text.find('\0'));
  return text;
}

static Expected<Cubin> assembleInProcess(const JitLink &link, StringRef name,
                                         StringRef ptx, StringRef arch) {
  std::string archOption = ("-arch=" + arch).str();
  const char *options[] = {archOption.c_str(), "-O3", "-verbose",
                           kSplitCompile.data()};
  JitLink::Handle handle = nullptr;
  int created = link.create(&handle, std::size(options), options);
  if (created)
    created = link.create(&handle, std::size(options) - 1, options);
  if (created)
    return makeError("nvJitLink (" + name + ") does not start for " + arch +
                     ": error " + llvm::Twine(created));
  llvm::scope_exit destroy([&] { link.destroy(&handle); });
  // nvJitLink wants the terminating NUL in its input and counts it.
  std::string text = ptx.str();
  constexpr int kInputPTX = 2;
  int code = link.addData(handle, kInputPTX, text.c_str(), text.size() + 1,
                          "kernels.ptx");
  if (!code)
    code = link.complete(handle);
  Cubin cubin;
  size_t size = 0;
  if (!code)
    code = link.cubinSize(handle, &size);
  if (!code) {
    cubin.bytes.resize(size);
    code = link.cubin(handle, cubin.bytes.data());
  }
  if (code)
    return makeError("nvJitLink (" + name + ") refuses the PTX, error " +
                     llvm::Twine(code) + ":\n" +
                     firstLines(readLog(handle, link.errorSize, link.error)));
  cubin.assembler = name.str();
  cubin.resources = parseResources(readLog(handle, link.infoSize, link.info));
  return cubin;
}

//===----------------------------------------------------------------------===//
// ptxas
//===----------------------------------------------------------------------===//

static Expected<Cubin> assembleWithProgram(StringRef program, StringRef ptx,
                                           StringRef arch) {
  SmallString<128> temp;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, temp);
  SmallString<128> folder;
  SmallString<128> model(temp);
  llvm::sys::path::append(model, "gl");
  if (std::error_code ec = llvm::sys::fs::createUniqueDirectory(model, folder))
    return makeError("cannot make a directory for ptxas's files in '" + temp +
                     "': " + ec.message());
  llvm::scope_exit cleanUp([&] { llvm::sys::fs::remove_directories(folder); });
  auto inFolder = [&](StringRef name) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path;
  };
  SmallString<128> input = inFolder("kernels.ptx");
  SmallString<128> output = inFolder("kernels.cubin");
  SmallString<128> log = inFolder("log");
  std::error_code ec;
  {
    llvm::raw_fd_ostream stream(input, ec);
    if (!ec) {
      stream << ptx;
      stream.close();
      ec = stream.error();
      stream.clear_error();
    }
  }
  if (ec)
    return makeError("cannot write '" + input + "': " + ec.message());

  std::string archOption = ("-arch=" + arch).str();
  StringRef arguments[] = {program, archOption, "-O3",  "-v",
                           input,   "-o",       output, kSplitCompile};
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(log),
                                          StringRef(log)};
  std::string message, text;
  bool failed = false;
  auto execute = [&](ArrayRef<StringRef> given) {
    int code = llvm::sys::ExecuteAndWait(program, given, std::nullopt,
                                         redirects, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &message, &failed);
    auto buffer = llvm::MemoryBuffer::getFile(log);
    text = buffer ? (*buffer)->getBuffer().str() : "";
    return code;
  };
  int code = execute(arguments);
  if (code > 0 && StringRef(text).contains("split-compile"))
    code = execute(ArrayRef(arguments).drop_back());
  if (failed || code < 0)
    return makeError("cannot run '" + program + "': " + message);
  if (code != 0)
    return makeError("'" + program + "' failed with exit code " +
                     llvm::Twine(code) + ":\n" + firstLines(text));
  auto bytes = llvm::MemoryBuffer::getFile(output, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return makeError("'" + program +
                     "' wrote no cubin: " + bytes.getError().message());
  Cubin cubin;
  cubin.bytes = (*bytes)->getBuffer().str();
  cubin.assembler = program.str();
  cubin.resources = parseResources(text);
  return cubin;
}

//===----------------------------------------------------------------------===//
// Either
//===----------------------------------------------------------------------===//

std::string mlir::gl::allowOneBlock(StringRef ptx,
                                    ArrayRef<std::string> kernels) {
  std::string text = ptx.str();
  for (const std::string &kernel : kernels) {
    size_t entry = text.find(".entry " + kernel + "(");
    size_t body = entry == std::string::npos ? entry : text.find("\n{", entry);
    if (body == std::string::npos)
      continue;
    // Where registers are limited there is nothing to choose.
    StringRef header = StringRef(text).slice(entry, body);
    if (!header.contains(".maxnreg") && !header.contains(".minnctapersm"))
      text.insert(body, "\n.minnctapersm 1");
  }
  return text;
}

static int64_t countSpilledBytes(const Cubin &cubin) {
  int64_t bytes = 0;
  for (const KernelResources &kernel : cubin.resources)
    bytes += kernel.spillStores + kernel.spillLoads;
  return bytes;
}

static Expected<Cubin> assembleOnce(StringRef ptx, StringRef arch,
                                    const AssemblerSearch &search) {
  // nvJitLink compiles modules that are to be linked with others: it ignores
  // `setmaxnreg` and, where there is a call, has each wgmma wait for the last.
  // ptxas compiles whole programs, so what those are in is for it if it is
  // there.
  bool wantsProgram = ptx.contains("wgmma.");
  if (wantsProgram)
    for (const std::string &program : search.programs)
      if (llvm::sys::fs::can_execute(program))
        return assembleWithProgram(program, ptx, arch);
  for (const std::string &name : search.libraries) {
    std::string error;
    llvm::sys::DynamicLibrary library =
        llvm::sys::DynamicLibrary::getPermanentLibrary(name.c_str(), &error);
    JitLink link;
    if (library.isValid() && link.load(library))
      return assembleInProcess(link, name, ptx, arch);
  }
  if (!wantsProgram)
    for (const std::string &program : search.programs)
      if (llvm::sys::fs::can_execute(program))
        return assembleWithProgram(program, ptx, arch);

  std::string message = "a cubin needs nvJitLink or ptxas of CUDA 12.0 or "
                        "newer, and neither was found";
  if (search.libraries.empty() && search.programs.size() == 1)
    return llvm::make_error<AssemblerNotFound>(
        "ptxas is not an executable file: '" + search.programs.front() + "'");
  for (const std::string &name : search.libraries)
    message += "\n  no library " + name;
  for (const std::string &program : search.programs)
    message += "\n  no program " + program;
  return llvm::make_error<AssemblerNotFound>(std::move(message));
}

Expected<Cubin> mlir::gl::assemblePTX(StringRef ptx, StringRef arch,
                                      const AssemblerSearch &search) {
  Expected<Cubin> cubin = assembleOnce(ptx, arch, search);
  if (!cubin || countSpilledBytes(*cubin) == 0)
    return cubin;
  llvm::SmallVector<std::string> kernels;
  for (const KernelResources &kernel : cubin->resources)
    if (kernel.spillStores + kernel.spillLoads != 0)
      kernels.push_back(kernel.kernel);
  std::string relaxed = allowOneBlock(ptx, kernels);
  if (relaxed == ptx)
    return cubin;
  Expected<Cubin> second = assembleOnce(relaxed, arch, search);
  if (!second || countSpilledBytes(*second) < countSpilledBytes(*cubin))
    return second;
  return cubin;
}
