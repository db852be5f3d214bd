"""The checks of open documents: always of the newest text, the one that was changed last first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from pytreelint.knowledge.record import record
from pytreelint.server.documents import Document
from pytreelint.server.session import Checked, Session

if TYPE_CHECKING:
    from pytreelint.model.text.source import Source

_T = TypeVar("_T")
_STACK = 256 * 1024 * 1024
"""Bytes of the stack on which syntax trees are walked; memory is taken as it is needed."""


@record(frozen=True, slots=True)
class Result:
    """The result of checking a document.

    Attributes:
        document: as it was checked.
        round: the number of changes that had come when the check began.
    """

    document: Document
    checked: Checked
    round: int


class Checking:
    """Checks documents when they change.

    Arguments:
        documents: what is open now.
        publish: called on the event loop with each result that is still wanted.
    """

    def __init__(
        self, session: Session, documents: Callable[[], dict[str, Document]], publish: Callable[[Result], None]
    ) -> None:
        """Nothing is checked yet."""
        self.session = session
        self.results: dict[str, Result] = {}
        self._documents = documents
        self._publish = publish
        self._dirty: dict[str, None] = {}
        self._round = 0
        self._running: asyncio.Task[None] | None = None
        self._waiting: list[asyncio.Future[None]] = []
        previous = threading.stack_size(_STACK)
        self._thread = ThreadPoolExecutor(1, "pytreelint")
        self._thread.submit(int).result()  # the thread begins with this stack
        threading.stack_size(previous)

    def changed(self, path: str | None) -> None:
        """A document has changed, or (None) what all depend on: each one may be judged otherwise now."""
        self._round += 1
        there = self._documents()
        for gone in self.results.keys() - there.keys():
            del self.results[gone]
        first = [path] if path in there else []
        self._dirty = dict.fromkeys(each for each in (*first, *self._dirty, *there) if each in there)
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._dirty:
            path = next(iter(self._dirty))
            del self._dirty[path]
            there, number = self._documents(), self._round
            if path in there:
                checked = await self._asked(self.session.check, path, _sources(there))
                self._settle(Result(there[path], checked, number))

    def _settle(self, result: Result) -> None:
        now = self._documents().get(result.document.path)
        if now is None or now.version != result.document.version:
            return  # the check of its newer text is under way
        self.results[result.document.path] = result
        self._publish(result)
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def current(self, path: str) -> Result | None:
        """The result for a document as it is now; None once it is closed. It may be cancelled."""
        while True:
            there = self._documents().get(path)
            if there is None:
                return None
            result = self.results.get(path)
            if result is not None and result.document.version == there.version and path not in self._dirty:
                return result
            if self._running is None or self._running.done():
                self.changed(path)
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await asyncio.wait([future], timeout=1)

    async def ask(self, question: Callable[..., _T], *given: Any) -> _T:
        """The answer of the session, which is asked with what is open as its last argument."""
        return await self._asked(question, *given, _sources(self._documents()))

    async def _asked(self, question: Callable[..., _T], *given: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, question, *given)

    def forget(self) -> None:
        """Files on disk have changed."""
        self._thread.submit(self.session.forget)
        self.changed(None)

    def close(self) -> None:
        """No more questions."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _sources(documents: dict[str, Document]) -> dict[str, Source]:
    return {path: document.source for path, document in documents.items()}
