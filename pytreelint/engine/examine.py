"""One file through cache, reader, judge and comments."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.engine.anchors import Anchors
from pytreelint.engine.cache import Cache
from pytreelint.engine.comments import read_comments, speaks_of_rules
from pytreelint.engine.declarations import Declarations
from pytreelint.engine.packing import Outcome, failed, judged, pack, unpack, unreadable
from pytreelint.engine.snapshot import Snapshot
from pytreelint.engine.texts import Texts
from pytreelint.model.text.deep_calls import DeepCalls
from pytreelint.model.text.source import Source, Unreadable

if TYPE_CHECKING:
    from pytreelint.engine.judge import Judge
    from pytreelint.engine.reader import Reader
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout


class Examiner:
    """Examines the files of one process. The judge, and all that it imports, is loaded when first needed.

    Args:
        cache: None for a run without.
        unsaved: sources that stand for the files of their paths, by path.
        make_judge: injected by tests.

    Attributes:
        texts: what reads files; holds those that it is told to keep.
    """

    def __init__(
        self,
        settings: Settings,
        layout: Layout,
        cache: Cache | None,
        make_judge: Callable[[Settings, Layout], Judge] | None = None,
        unsaved: Mapping[str, Source] = MappingProxyType({}),
    ) -> None:
        """Nothing is read yet."""
        self.unsaved = unsaved
        self.settings = settings
        self.layout = layout
        self.cache = cache
        self.texts = Texts(settings.max_file_size)
        self.declarations = Declarations(layout, self._digest, self.texts.read, settings.max_file_size)
        self.anchors = Anchors(self.declarations.content, self._statements)
        self.seconds = {"read": 0.0, "cache": 0.0, "judge": 0.0}
        self._make_judge = make_judge or _judge
        self._judge: Judge | None = None
        self._snapshot: Snapshot | None = None
        self._reader: Reader | None = None

    def read(self, path: str) -> Source | Outcome:
        """The source of a file, or the outcome that it has none."""
        with _Timer(self.seconds, "read"):
            try:
                source = self.unsaved.get(path) or self.texts.read(path)
            except Unreadable as error:
                return unreadable(error)
            self.declarations.learn(source)
            return source

    def recall(self, source: Source) -> Outcome | None:
        """The outcome that the cache holds, if everything that it depended on is as it was."""
        if self.cache is None:
            return None
        with _Timer(self.seconds, "cache"):
            try:
                return self._recall(source, self.cache)
            except Exception:  # whatever is wrong with an entry makes it a miss
                return None

    def judge(self, source: Source, voting: bool = False) -> Outcome:
        """The outcome, found anew and stored; `voting`: its votes are worked out."""
        with _Timer(self.seconds, "judge"):
            outcome, asked = self._outcome(source, voting)
        if self.cache is not None and outcome.status != "failed":
            with _Timer(self.seconds, "cache"):
                self._store(self.cache, source, outcome, asked)
        return outcome

    def _recall(self, source: Source, cache: Cache) -> Outcome | None:
        snapshot = self._all_known(cache)
        known = snapshot.recall(source.path, source.digest)
        if known is not None:
            return unpack(known)
        entry = cache.read(source.path)
        if entry is None:
            return None
        content, packed, asked, shown = entry
        if content != source.digest:
            self.declarations.learn_again(asked)  # it will ask for much of that again
            return None
        if not self.declarations.hold(asked) or not self.anchors.hold(shown):
            return None
        if self.declarations.moved(asked) or self.anchors.moved(shown):  # the next run need not parse what it asked for
            packed = pack(self.anchors.followed(unpack(packed), shown))
            entry = (source.digest, packed, self.declarations.renewed(asked), self.anchors.renewed(shown))
            cache.write(source.path, *entry)
        snapshot.add(source.path, entry)
        return unpack(packed)

    def _all_known(self, cache: Cache) -> Snapshot:
        if self._snapshot is None:
            self._snapshot = Snapshot(cache, self.declarations)
        return self._snapshot

    def put_together(self, judged: list[str]) -> None:
        """Make the next run's look into the cache a short one.

        Arguments:
            judged: files whose outcomes were stored by this process or another one.
        """
        if self.cache is not None:
            with _Timer(self.seconds, "cache"), suppress(Exception):  # it answers nothing that the entries do not
                self._all_known(self.cache).write(judged)

    def _store(self, cache: Cache, source: Source, outcome: Outcome, asked: tuple[tuple[str, str], ...]) -> None:
        try:
            state = self.declarations.state(asked)
            shown = self.anchors.shown(outcome, source.path)
        except Exception:  # a digest that cannot be told: not stored
            return
        cache.write(source.path, source.digest, pack(outcome), state, shown)

    def _outcome(self, source: Source, voting: bool) -> tuple[Outcome, tuple[tuple[str, str], ...]]:
        try:
            with DeepCalls():
                judgement = self.ready_judge().judge(source, voting)
            needed = judgement.findings or speaks_of_rules(source.text)
            return judged(judgement, read_comments(source) if needed else None, source.broken), judgement.asked
        except Unreadable as error:
            if error.path != source.path:
                return failed(f"{source.path}: {error}"), ()
            return unreadable(error, read_comments(source)), ()
        except RecursionError:
            from pytreelint.model.text.parsing import exceeds_depth

            if not exceeds_depth(source.tree()):
                return failed(_traceback(source)), ()
            tower = Unreadable(source.path, 1, 1, "nested too deeply to check", "split it, or exclude the file")
            return unreadable(tower, read_comments(source)), ()
        except Exception:  # this program's fault costs one file; the others are still told of
            return failed(_traceback(source)), ()

    def renew(self, unsaved: Mapping[str, Source], changed: Iterable[str]) -> None:
        """Other sources stand for files; what was read of the changed ones counts no more."""
        self.unsaved = unsaved
        if self._reader is not None:
            self._reader.renew(unsaved, changed)

    @property
    def is_full(self) -> bool:
        """Whether so much was read that it has to go before the next file."""
        return self._reader is not None and self._reader.is_full

    def ready_judge(self) -> Judge:
        """The judge, loaded when it is first needed."""
        if self._judge is None:
            self._judge = self._make_judge(self.settings, self.layout)
            self._judge.reader = self.reader()
        return self._judge

    def reader(self) -> Reader:
        """What reads modules, loaded when it is first needed."""
        if self._reader is None:
            from pytreelint.engine.reader import Reader

            self._reader = Reader(self.settings, self.layout, self.texts.read)
            self._reader.unsaved = self.unsaved
        return self._reader

    def _digest(self, module: str, name: str) -> str | None:
        return self.reader().digest(module, name)

    def _statements(self, path: str) -> dict[str, tuple[int, int]]:
        return self.reader().statements(path)


def _judge(settings: Settings, layout: Layout) -> Judge:
    from pytreelint.engine.judge import Judge

    return Judge(settings, layout)


def _traceback(source: Source) -> str:
    import traceback

    return f"internal error on {source.path}:\n{traceback.format_exc(limit=-4)}"


class _Timer:
    """Adds the time of a block to one phase."""

    __slots__ = ("_phase", "_seconds", "_since")

    def __init__(self, seconds: dict[str, float], phase: str) -> None:
        self._seconds = seconds
        self._phase = phase
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._seconds[self._phase] += time.perf_counter() - self._since
