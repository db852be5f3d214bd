"""Several worker processes. One that dies costs the file that it was at; another takes its place."""

from __future__ import annotations

import contextlib
import marshal
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytreelint
from pytreelint.engine.packing import Outcome, unpack, unreadable
from pytreelint.engine.worker import Order, receive, send
from pytreelint.model.source import Unreadable

# Isolated (-I), and without the working directory, which may hold the code that is being checked.
_START = "import sys; sys.path[:] = {path!r}; from pytreelint.engine.worker import serve; serve()"


class Answer:
    """What came back for one file."""

    __slots__ = ("outcome", "path", "problem", "seconds")

    def __init__(
        self, path: str, outcome: Outcome, seconds: Sequence[tuple[str, float]] = (), problem: str | None = None
    ) -> None:
        self.path = path
        self.outcome = outcome
        self.seconds = seconds
        self.problem = problem


def examine_all(paths: Sequence[str], order: Order, jobs: int) -> Iterator[Answer]:
    """The answers for all paths, in the order in which they come. Neighbours go to one worker: they share modules."""
    chunks: queue.SimpleQueue[Sequence[str]] = queue.SimpleQueue()
    size = max(1, len(paths) // (jobs * 4))
    for start in range(0, len(paths), size):
        chunks.put(paths[start : start + size])
    answers: queue.SimpleQueue[Answer | BaseException] = queue.SimpleQueue()
    keepers = [_Keeper(pickle.dumps(order), chunks, answers) for _ in range(jobs)]
    try:
        for keeper in keepers:
            keeper.start()
        for _ in paths:
            answer = answers.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        for keeper in keepers:
            keeper.stop()


class _Keeper(threading.Thread):
    """Keeps one worker at work."""

    def __init__(
        self,
        order: bytes,
        chunks: queue.SimpleQueue[Sequence[str]],
        answers: queue.SimpleQueue[Answer | BaseException],
    ) -> None:
        super().__init__(daemon=True)
        self._order = order
        self._chunks = chunks
        self._answers = answers
        self._worker: subprocess.Popen[bytes] | None = None
        self._finished = False

    def run(self) -> None:
        """Until no chunk is left."""
        try:
            while not self._finished:
                for path in self._chunks.get_nowait():
                    self._answers.put(self._ask(path))
        except queue.Empty:
            self._end()
        except BaseException as error:  # told to the main thread, which would wait for ever otherwise
            self._answers.put(error)

    def stop(self) -> None:
        """End the worker, whatever it does."""
        self._finished = True
        if self._worker is not None and self._worker.poll() is None:
            self._worker.kill()
            self._worker.wait()

    def _ask(self, path: str) -> Answer:
        worker = self._worker or self._launched()
        try:
            assert worker.stdin is not None
            assert worker.stdout is not None
            send(worker.stdin, os.fsencode(path))
            data = receive(worker.stdout)
        except OSError:
            data = None
        if data is None:
            return self._died(worker, path)
        packed, seconds, problem = marshal.loads(data)
        return Answer(path, unpack(packed), seconds, problem)

    def _launched(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-c", _START.format(path=_own_path())]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._worker = worker
        assert worker.stdin is not None
        with contextlib.suppress(OSError):  # should it have died at once, asking says so
            send(worker.stdin, self._order)
        return worker

    def _died(self, worker: subprocess.Popen[bytes], path: str) -> Answer:
        self._end()
        code: Any = worker.returncode
        how = f"signal {-code}" if isinstance(code, int) and code < 0 else f"exit code {code}"
        remedy = "exclude the file, and report what is in it"
        error = Unreadable(path, 1, 1, f"the process that checked this file died ({how})", remedy)
        return Answer(path, unreadable(error))

    def _end(self) -> None:
        """Close the worker's input, which ends it, and forget it."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        for stream in (worker.stdin, worker.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        worker.wait()


def _own_path() -> list[str]:
    """Where this process imports from, without the working directory, which `python -m` puts first."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(pytreelint.__file__)))
    kept = [path for path in sys.path if path and os.path.abspath(path) != os.getcwd()]
    return kept if own in kept else [*kept, own]
