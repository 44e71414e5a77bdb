# Whether the array of a C header holds the bytes of a file.
import re
import sys

text = open(sys.argv[1]).read()
numbers = re.search(r"\[\] = \{(.*?)\};", text, re.S).group(1).split(",")
assert bytes(int(n) for n in numbers if n.strip()) == open(sys.argv[2], "rb").read()
