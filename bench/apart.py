"""Contenders in processes of their own. Plain Python, so that it is tested without a GPU.

What else a process has captured or loaded changes how long a launch takes: behind a few graphs with products of cuBLAS, every launch of every
graph of the process takes 0.18 us longer, an empty kernel 0.68 us in place of 0.50 (PyTorch 2.11, CUDA 13). A contender that is alone
is only ever slowed by itself.
"""

import multiprocessing
import traceback


class Died(Exception):
    """The process ended without an answer."""


# What an answer is: a value, an error, or one behind which the process ends.
VALUE, ERROR, LAST_ERROR = range(3)


def last_line(error):
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def serve(make, arguments, pipe):
    """Answers requests (method, arguments) of `pipe` with what methods of make(*arguments) return, until it is closed or the object is_lost()."""
    try:
        server = make(*arguments)
        pipe.send((VALUE, None))
    except Exception as error:
        pipe.send((LAST_ERROR, last_line(error)))
        return
    while True:
        try:
            method, given = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((VALUE, getattr(server, method)(*given)))
        except Exception as error:
            lost = server.is_lost()
            pipe.send((LAST_ERROR if lost else ERROR, last_line(error)))
            if lost:
                return


class Apart:
    """An object that make(*arguments) makes in a process of its own. It starts at once, so that several start side by side. One whose
    process has ended is started again when it is next asked for anything."""

    def __init__(self, make, *arguments):
        self.make, self.arguments, self.process = make, arguments, None
        self.start()

    def start(self):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(self.make, self.arguments, theirs))
        self.process.start()
        theirs.close()
        self.ready = False

    def answer(self):
        try:
            kind, value = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self.close()
            raise Died("its process ended without an answer") from None
        if kind == LAST_ERROR:
            self.close()
        if kind != VALUE:
            raise RuntimeError(value)
        return value

    def ask(self, method, *given):
        """What the object's method returns. Raises RuntimeError with the text of what it raised, and Died."""
        if self.process is None:
            self.start()
        if not self.ready:
            self.answer()
            self.ready = True
        try:
            self.pipe.send((method, given))
        except OSError:
            self.close()
            raise Died("its process ended before it was asked") from None
        return self.answer()

    def burst(self, sustained=False):
        return self.ask("burst", sustained)

    def close(self):
        if self.process is None:
            return
        self.pipe.close()
        self.process.join(timeout=10)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process = None
