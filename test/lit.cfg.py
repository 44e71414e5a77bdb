# Configuration of the lit suite; values that depend on the build come from lit.site.cfg.py.in.
import os
import shutil

import lit.formats
import lit.util

config.name = "gl"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["lit.cfg.py", "lit.site.cfg.py", "CMakeLists.txt", "Inputs", "Package", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.gl_binary_dir, "test")

path = [config.gl_tools_dir, config.llvm_tools_dir, config.environment.get("PATH", "")]
config.environment["PATH"] = os.path.pathsep.join(path)
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%gl_src_root", config.gl_source_dir))

# Tests that have cubins made need an assembler; without one they are reported as unsupported.
if shutil.which("ptxas") or os.access("/usr/local/cuda/bin/ptxas", os.X_OK):
    config.available_features.add("ptxas")

# LLVM's libraries are built without sanitizers: what only instrumented code may be judged by is switched off, and so is
# the signal stack, which does not get along with the tools' deep stack.
if "address" in config.gl_sanitize:
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_container_overflow=0:allow_user_poisoning=0:use_sigaltstack=0"
    )
