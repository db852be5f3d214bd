"""Several worker processes. One that dies costs the file that it was at; another takes its place, or a full one's."""

from __future__ import annotations

import contextlib
import itertools
import marshal
import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait

from pytreelint.engine.packing import Outcome, unpack, unreadable
from pytreelint.engine.worker import Order, serve
from pytreelint.model.text.source import Unreadable

# A forked worker has all modules at hand; elsewhere a fork is not safe beside the system's own threads.
_START = "fork" if sys.platform == "linux" else "spawn"
_CHUNKS = 8  # per worker: neighbours share modules, and none shall wait long for the last


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


def examine_all(sizes: dict[str, int], order: Order, jobs: int) -> Iterator[Answer]:
    """The answers for all files, in the order in which they come.

    Args:
        sizes: the files, in an order that keeps neighbours together, and how large each is.
    """
    if order.make_judge is None and _START == "fork":
        import pytreelint.engine.judge  # noqa: F401  once, before the workers part
    chunks = list(_chunks(sizes, jobs * _CHUNKS))
    shares = _Shares(chunks, min(jobs, len(chunks)))
    workers = [_Worker(order) for _ in range(min(jobs, len(chunks)))]
    try:
        for number, worker in enumerate(workers):
            worker.give(shares, number)
        while busy := [worker for worker in workers if worker.paths]:
            ready = wait([worker.connection for worker in busy])
            for number, worker in enumerate(workers):
                if worker in busy and worker.connection in ready:
                    yield worker.answer()
                    worker.give(shares, number)
    finally:
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.wait()


def _chunks(sizes: dict[str, int], count: int) -> Iterator[list[str]]:
    """Neighbours, of about the same size together."""
    most = sum(sizes.values()) / count
    chunk: list[str] = []
    held = 0
    for path, size in sizes.items():
        if chunk and held + size > most:
            yield chunk
            chunk, held = [], 0
        chunk.append(path)
        held += size
    if chunk:
        yield chunk


class _Shares:
    """What is left to do: for each worker a stretch of neighbours, whose imports it has read.

    One that is through helps where most is left, at the far end.
    """

    def __init__(self, chunks: list[list[str]], count: int) -> None:
        bounds = [len(chunks) * share // count for share in range(count + 1)]
        self._left = [deque(chunks[first:last]) for first, last in itertools.pairwise(bounds)]

    def take(self, number: int) -> list[str]:
        """The next chunk for a worker; empty when nothing is left."""
        own, most = self._left[number], max(self._left, key=len)
        return own.popleft() if own else most.pop() if most else []


class _Worker:
    """One worker process at a time, and the paths that it has not answered yet."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self.paths: deque[str] = deque()
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context(_START)
        self.connection: Connection[list[str], bytes]
        self.connection, theirs = context.Pipe()
        arguments = (theirs, self._order, os.getpid())
        self._process = context.Process(target=serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()  # else its end would not be noticed

    def give(self, shares: _Shares, number: int) -> None:
        """The next paths, once it has answered all; without any it has to go, which takes a while with all it holds."""
        if not self.paths:
            self.paths.extend(shares.take(number))
            if self.paths:
                self._send()
            else:
                self.dismiss()

    def _send(self) -> None:
        with contextlib.suppress(OSError):  # should it have died already, the answer says so
            self.connection.send(list(self.paths))

    def answer(self) -> Answer:
        """For the first path that it was given; waits for it."""
        path = self.paths.popleft()
        try:
            data = self.connection.recv_bytes()
        except (EOFError, OSError):
            return self._died(path)
        packed, seconds, problem, is_full = marshal.loads(data)
        if is_full:
            self._replace()
        return Answer(path, unpack(packed), seconds, problem)

    def _died(self, path: str) -> Answer:
        self._process.join()
        code = self._process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        self._replace()
        remedy = "exclude the file, and report what is in it"
        error = Unreadable(path, 1, 1, f"the process that checked this file died ({how})", remedy)
        return Answer(path, unreadable(error))

    def _replace(self) -> None:
        """Have a new process do what is left."""
        self.dismiss()
        self._start()
        if self.paths:
            self._send()

    def dismiss(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self._process.kill()

    def wait(self) -> None:
        """Until it has ended."""
        self._process.join()
