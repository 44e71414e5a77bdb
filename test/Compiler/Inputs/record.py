# Prints a bundle's record, one line for each thing in it, after checking the
# file's frame (docs/bundle.md).
import json
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
assert data[:8] == b"GLBNDL01"
length, crc = struct.unpack("<QQ", data[8:24])
assert crc == zlib.crc32(data[24:])
record = json.loads(data[24 : 24 + length].decode("utf-8"))
assert record["format"] == 1
print("target", record["target"])
print("compiler", record["compiler"])
end = 0
for module in record["modules"]:
    assert module["offset"] == end and module["size"] > 0
    end += module["size"]
    print("module", module["kind"], "at", module["offset"])
assert 24 + length + end == len(data)
for function in record["functions"]:
    print("function", function["name"])
    for tensor in function["tensors"]:
        print(json.dumps(tensor))
    for check in function["checks"]:
        print("check", json.dumps(check))
    for i, step in enumerate(function["steps"]):
        print("step", i)
        for variant in step["variants"]:
            print("variant", variant["name"], "kernel", variant["kernel"])
            for key in ("guard", "grid", "params", "block", "shared_bytes"):
                if key in variant:
                    print(key, json.dumps(variant[key]))
