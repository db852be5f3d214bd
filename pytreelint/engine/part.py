"""The files of one run that have the same settings: their outcomes, from the cache or judged."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pytreelint.engine.cache import Cache, generation
from pytreelint.engine.cache_folder import cache_folder, refuse_others
from pytreelint.engine.examine import Examiner
from pytreelint.engine.missing import MissingLibraries
from pytreelint.engine.packing import Outcome, unreadable
from pytreelint.engine.patterns import matches
from pytreelint.model.installed.environment import Environment, find_environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import largest, refuse_size
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.rules.extending import installed

if TYPE_CHECKING:
    from pytreelint.engine.judge import Judge
    from pytreelint.engine.settings import Settings

# Starting a second process costs more than it gains below this many bytes to judge.
PARALLEL_FROM = 1_000_000
_JOBS_AT_MOST = 8

Progress = Callable[[int], None]


class Part:
    """A part of a run.

    Attributes:
        notes: for people, in order.
        sources: contents that were at hand, by path.
        digests: of the contents that were looked at, by path.
        elsewhere: what other processes spent, by phase.
    """

    def __init__(
        self,
        settings: Settings,
        cache: bool,
        make_judge: Callable[[Settings, Layout], Judge] | None,
        unsaved: Mapping[str, Source],
        listing: Listing,
    ) -> None:
        """Finds the environment; nothing is judged yet."""
        self.settings = settings
        self.environment: Environment = find_environment(settings.root, settings.python, listing=listing)
        self.layout = Layout(settings.root, settings.src, self.environment, listing)
        self.cache = _cache(settings, self.layout) if cache else None
        self.make_judge = make_judge
        self.examiner = Examiner(settings, self.layout, self.cache, make_judge, unsaved)
        self.notes: dict[str, None] = {}
        self.sources: dict[str, Source] = dict(unsaved)
        self.digests: dict[str, str] = {}
        self.elsewhere: defaultdict[str, float] = defaultdict(float)
        self._waited = 0.0

    @property
    def seconds(self) -> dict[str, float]:
        """What was waited for, by phase."""
        own = self.examiner.seconds
        return {**own, "judge": own["judge"] + self._waited}

    def of_content(self, path: str, data: bytes) -> dict[str, Outcome]:
        """The outcome of a content that stands for a file."""
        if self.settings.force_exclude and matches(self.settings.exclude, path, self.settings.root):
            return {}
        try:
            refuse_size(path, len(data), largest(path, self.settings.max_file_size))
            source = Source.from_bytes(path, data)
        except Unreadable as error:
            return {path: unreadable(error)}
        self.sources[path] = source
        self.digests[path] = source.digest
        return {path: self.examiner.judge(source)}

    def of_files(self, files: Sequence[str], jobs: int | None, progress: Progress) -> dict[str, Outcome]:
        """The outcomes of all files: first from the cache, then from the judge.

        Arguments:
            progress: called with how many more are done.
        """
        outcomes: dict[str, Outcome | None] = dict.fromkeys(files)
        sizes: dict[str, int] = {}
        missing = MissingLibraries(self.layout)
        for file in files:
            source = self.examiner.read(file)
            outcomes[file] = source if isinstance(source, Outcome) else self.examiner.recall(source)
            if isinstance(source, Source):
                self.examiner.texts.keep(source)
                missing.see(source.text)
                self.digests[file] = source.digest
                if outcomes[file] is None:
                    sizes[file] = len(source.text)
        self.note(missing.note())
        if sizes:
            installed()  # what is wrong with rules is no fault of a file
        recalled = len(files) - len(sizes)
        for file, outcome in self._judged(sizes, jobs):
            outcomes[file] = outcome
            progress(recalled + 1)
            recalled = 0
        self.examiner.put_together(list(sizes))
        self.note(self.cache.problem if self.cache else None)
        return {file: outcome for file, outcome in outcomes.items() if outcome is not None}

    def heard(self, files: Sequence[str], jobs: int | None) -> dict[str, Outcome]:
        """The outcomes of files that were judged before, with their votes worked out."""
        sizes = {file: len(source.text) for file in files if isinstance(source := self._source(file), Source)}
        found = dict(self._judged(sizes, jobs, voting=True))
        self.examiner.put_together(list(sizes))
        return found

    def _source(self, file: str) -> Source | Outcome:
        return self.sources.get(file) or self.examiner.read(file)

    def _judged(self, files: dict[str, int], jobs: int | None, voting: bool = False) -> Iterator[tuple[str, Outcome]]:
        jobs = min(jobs if jobs is not None else _default_jobs(sum(files.values())), len(files))
        if jobs > 1:
            yield from self._judged_elsewhere(files, jobs, voting)
            return
        for file in files:
            # Read again: holding every source of a large project would cost more than it saves.
            source = self._source(file)
            yield file, source if isinstance(source, Outcome) else self.examiner.judge(source, voting)

    def _judged_elsewhere(self, files: dict[str, int], jobs: int, voting: bool) -> Iterator[tuple[str, Outcome]]:
        from pytreelint.engine.pool import examine_all
        from pytreelint.engine.worker import Order

        self.examiner.texts.forget()  # workers would begin with it
        cache = (self.cache.folder, self.cache.generation) if self.cache else None
        since = time.perf_counter()
        order = Order(self.settings, self.environment, cache, self.make_judge, voting)
        for answer in examine_all(files, order, jobs):
            self._add(answer.seconds)
            self.note(answer.problem)
            yield answer.path, answer.outcome
        self._waited += time.perf_counter() - since

    def note(self, note: str | None) -> None:
        """Something that people are to be told once."""
        if note:
            self.notes[note] = None

    def _add(self, seconds: Iterable[tuple[str, float]]) -> None:
        for phase, more in seconds:
            self.elsewhere[phase] += more


def _cache(settings: Settings, layout: Layout) -> Cache | None:
    folder = cache_folder(settings)
    if folder is None:
        return None
    refuse_others(folder, settings.root)
    return Cache(folder, generation(settings, layout.digest))


def _default_jobs(size: int) -> int:
    if size < PARALLEL_FROM:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, _JOBS_AT_MOST, 1 + size // PARALLEL_FROM))
