# Contenders in processes of their own: what they return, what they raise, and that one that ends is started again.
#
# RUN: %python %s %gl_src_root | FileCheck %s
#
# CHECK: others, other memory: True
# CHECK-NEXT: counted to 2
# CHECK-NEXT: raised: ValueError: three is too many
# CHECK-NEXT: goes on at 4
# CHECK-NEXT: ended: its process ended without an answer
# CHECK-NEXT: starts again at 1
# CHECK-NEXT: raised: ValueError: lost
# CHECK-NEXT: starts again at 1
# CHECK-NEXT: cannot be made: ZeroDivisionError
# CHECK-NEXT: none is left

import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "bench"))
sys.dont_write_bytecode = True
import multiprocessing  # noqa: E402

from apart import Apart, Died  # noqa: E402


class Counter:
    def __init__(self, step):
        self.count, self.step, self.lost = 0, 1 // step, False

    def pid(self):
        return os.getpid()

    def next(self):
        self.count += self.step
        if self.count == 3:
            raise ValueError("three is too many")
        return self.count

    def end(self):
        os._exit(1)

    def lose(self):
        self.lost = True
        raise ValueError("lost")

    def is_lost(self):
        return self.lost


def show(what, ask):
    try:
        print(what, ask(), flush=True)
    except Died as error:
        print(f"ended: {error}", flush=True)
    except RuntimeError as error:
        print(f"raised: {str(error).splitlines()[-1]}", flush=True)


def main():
    one, other, wrong = Apart(Counter, 1), Apart(Counter, 1), Apart(Counter, 0)
    pids = {os.getpid(), one.ask("pid"), other.ask("pid")}
    print("others, other memory:", len(pids) == 3 and one.ask("next") == other.ask("next") == 1)
    show("counted to", lambda: one.ask("next"))
    show("", lambda: one.ask("next"))
    show("goes on at", lambda: one.ask("next"))
    show("", lambda: one.ask("end"))
    show("starts again at", lambda: one.ask("next"))
    show("", lambda: one.ask("lose"))
    show("starts again at", lambda: one.ask("next"))
    try:
        wrong.ask("next")
    except RuntimeError as error:
        print("cannot be made:", str(error).splitlines()[-1])
    for each in (one, other, wrong):
        each.close()
    print("none is left" if not multiprocessing.active_children() else "some are left")


if __name__ == "__main__":
    main()
