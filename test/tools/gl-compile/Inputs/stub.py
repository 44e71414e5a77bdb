# Makes a program that fails like an assembler: stub.py PATH EXIT_CODE.
import os
import sys

with open(sys.argv[1], "w") as program:
    program.write("#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9 10; do echo line $i; done\nexit %s\n" % sys.argv[2])
os.chmod(sys.argv[1], 0o755)
