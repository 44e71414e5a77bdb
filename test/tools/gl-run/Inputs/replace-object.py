"""Puts another object into a CPU bundle. usage: replace-object.py BUNDLE OBJECT OUTPUT"""

import json
import struct
import sys
import zlib

bundle, replacement = (open(path, "rb").read() for path in sys.argv[1:3])
length = struct.unpack("<Q", bundle[8:16])[0]
record = json.loads(bundle[24 : 24 + length])
record["modules"] = [{"kind": "object", "offset": 0, "size": len(replacement)}]
text = json.dumps(record).encode()
body = text + replacement
with open(sys.argv[3], "wb") as file:
    file.write(bundle[:8] + struct.pack("<QQ", len(text), zlib.crc32(body)) + body)
