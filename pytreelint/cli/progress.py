"""A progress bar for people who wait: on a terminal, and only once a second has passed."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from pytreelint.report.terminal import is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0


class Bar:
    """Called with (done, total) after each file; shows nothing on short runs, so that those never import rich."""

    __slots__ = ("_progress", "_since", "_wanted")

    def __init__(self, *, wanted: bool = True) -> None:
        """`wanted` is False where the user asked for quiet."""
        self._wanted = wanted and is_terminal(sys.stderr)
        self._since = time.monotonic()
        self._progress: Progress | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, done: int, total: int) -> None:
        """Say how far the run is."""
        if not self._wanted or time.monotonic() - self._since < PATIENCE:
            return
        if self._progress is None:
            self._progress = _started(total)
        self._progress.update(self._progress.task_ids[0], completed=done, total=total)


def _started(total: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    progress.add_task("checking", total=total)
    progress.start()
    return progress
