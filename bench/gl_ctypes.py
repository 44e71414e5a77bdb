"""The gl runtime's C API for torch tensors, through ctypes: what a benchmark needs of it."""

import ctypes as C

import torch


class _Device(C.Structure):
    _fields_ = [("type", C.c_int), ("index", C.c_int32)]


class _Tensor(C.Structure):
    _fields_ = [
        ("data", C.c_void_p),
        ("dtype", C.c_int),
        ("rank", C.c_int32),
        ("shape", C.POINTER(C.c_int64)),
        ("strides", C.POINTER(C.c_int64)),
        ("device", _Device),
    ]


class _CallOptions(C.Structure):
    _fields_ = [
        ("stream", C.c_void_p),
        ("workspace", C.c_void_p),
        ("workspace_bytes", C.c_size_t),
        ("num_threads", C.c_int32),
        ("dependent_launch", C.c_int32),
    ]


_DTYPES = {"torch.float32": 0, "torch.float16": 1, "torch.bfloat16": 2, "torch.float8_e4m3fn": 3, "torch.float8_e5m2": 4}
_DEVICE_CUDA = 1


class Runtime:
    def __init__(self, path):
        self.lib = C.CDLL(path)
        self.lib.gl_last_error.restype = C.c_char_p

    def check(self, status):
        if status != 0:
            raise RuntimeError(self.lib.gl_last_error().decode())

    def load(self, path):
        module = C.c_void_p()
        self.check(self.lib.gl_module_load_file(path.encode(), C.byref(module)))
        return Module(self, module)


class Module:
    def __init__(self, runtime, handle):
        self.runtime, self.handle = runtime, handle

    def function(self, name):
        function = C.c_void_p()
        self.runtime.check(self.runtime.lib.gl_module_get_function(self.handle, name.encode(), C.byref(function)))
        return Function(self, function)


class Function:
    """Call it with torch tensors: arguments, results, and the stream to launch on. With `dependent_launch` its kernels may begin
    before those ahead of them in the stream have ended."""

    def __init__(self, module, handle):
        self.module, self.handle = module, handle

    def __call__(self, args, results, stream, dependent_launch=False):
        lib = self.module.runtime.lib
        keep = []
        tensors = []
        for group in (args, results):
            array = (_Tensor * len(group))()
            for slot, t in zip(array, group):
                rank = t.dim()
                shape = (C.c_int64 * rank)(*t.shape)
                strides = (C.c_int64 * rank)(*t.stride())
                keep += [shape, strides]
                slot.data, slot.dtype, slot.rank = t.data_ptr(), _DTYPES[str(t.dtype)], rank
                slot.shape, slot.strides = shape, strides
                slot.device = _Device(_DEVICE_CUDA, t.device.index or 0)
            tensors.append(array)
        size = C.c_size_t()
        check = self.module.runtime.check
        check(lib.gl_function_workspace_size(self.handle, tensors[0], C.c_size_t(len(args)), C.byref(size)))
        # Memory of PyTorch's allocator is in the stream's order, and an address of it a multiple of 512.
        workspace = torch.empty(size.value, dtype=torch.uint8, device=args[0].device)
        address = workspace.data_ptr() if size.value else None
        options = _CallOptions(stream, address, size.value, 0, int(dependent_launch))
        check(
            lib.gl_function_call(
                self.handle, tensors[0], C.c_size_t(len(args)), tensors[1], C.c_size_t(len(results)), C.byref(options)
            )
        )
