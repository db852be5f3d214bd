"""Paths in, a report out."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.engine.agreeing import agreed
from pytreelint.engine.cache import Cache, generation
from pytreelint.engine.cache_folder import cache_folder, refuse_others
from pytreelint.engine.comments import Comment, read_comments
from pytreelint.engine.discovery import discover
from pytreelint.engine.examine import Examiner
from pytreelint.engine.missing import MissingLibraries
from pytreelint.engine.packing import Outcome, unreadable
from pytreelint.engine.patterns import matches
from pytreelint.engine.suppression import suppress
from pytreelint.knowledge.record import field, record
from pytreelint.model.environment import Environment, find_environment
from pytreelint.model.layout import Layout
from pytreelint.model.listing import Listing
from pytreelint.model.reading import largest, refuse_size
from pytreelint.model.source import Source, Unreadable

if TYPE_CHECKING:
    from pytreelint.engine.judge import Judge
    from pytreelint.engine.settings import Settings
    from pytreelint.model.place import RanOut
    from pytreelint.rules.finding import Finding

# Starting a second process costs more than it gains below this many bytes to judge.
PARALLEL_FROM = 1_000_000
_JOBS_AT_MOST = 8

Progress = Callable[[int, int], None]


@record(frozen=True, slots=True)
class Report:
    """What a run found.

    Attributes:
        findings: after suppression and selection, sorted, each once.
        files: the files that were looked at, absolute and sorted.
        sites: how many sites of each (kind, verdict).
        seconds: by phase; those of several processes are added up.
        ran_out: what was not evaluated to its end for want of fuel.
        notes: for people, on stderr.
        errors: of this program, a traceback per file: the exit code is 2.
        digests: of the contents that were looked at, by path.
        speakers: the other files that say something of a file, by its path.
    """

    findings: tuple[Finding, ...] = ()
    files: tuple[str, ...] = ()
    sites: Mapping[tuple[str, str], int] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    speakers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ran_out: tuple[RanOut, ...] = ()

    @property
    def n_files(self) -> int:
        """How many files were looked at."""
        return len(self.files)


@record(frozen=True, slots=True)
class Stdin:
    """A file whose content came on standard input."""

    path: str
    data: bytes


def check(
    paths: Sequence[str],
    settings: Settings,
    *,
    cache: bool = True,
    jobs: int | None = None,
    stdin: Stdin | None = None,
    unsaved: Mapping[str, Source] = MappingProxyType({}),
    progress: Progress | None = None,
    make_judge: Callable[[Settings, Layout], Judge] | None = None,
) -> Report:
    """Check files and folders, or one content from standard input.

    Args:
        cache: whether to read and write the cache.
        jobs: processes at most; by default as many as the work deserves.
        stdin: checked instead of the paths, as if it were the file at its path.
        unsaved: sources that stand for the files of their paths; the run then takes one process, and no cache.
        progress: called with (done, total).
        make_judge: for tests.

    Raises:
        MissingPathError: a path does not exist.
        NoEnvironmentError: `settings.python` leads to no packages.
        CacheRefusedError: the folder of the cache holds what is not ours.
    """
    run = _Run(settings, cache and stdin is None and not unsaved, make_judge, progress, unsaved)
    if stdin is not None:
        return run.report(run.of_stdin(stdin))
    return run.report(run.of_paths(paths, 1 if unsaved else jobs))


class _Run:
    """The state of one call of `check`."""

    def __init__(
        self,
        settings: Settings,
        cache: bool,
        make_judge: Callable[[Settings, Layout], Judge] | None,
        progress: Progress | None,
        unsaved: Mapping[str, Source],
    ) -> None:
        self.began = time.perf_counter()
        self.settings = settings
        self.listing = Listing()
        self.environment: Environment = find_environment(settings.root, settings.python, listing=self.listing)
        self.layout = Layout(settings.root, settings.src, self.environment, self.listing)
        self.cache = _cache(settings, self.layout) if cache else None
        self.make_judge = make_judge
        self.examiner = Examiner(settings, self.layout, self.cache, make_judge, unsaved)
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.notes: dict[str, None] = {}
        self.progress = progress or (lambda done, total: None)
        self.sources: dict[str, Source] = dict(unsaved)
        self.digests: dict[str, str] = {}

    def of_stdin(self, stdin: Stdin) -> dict[str, Outcome]:
        """The outcome of what came on standard input."""
        path = os.path.abspath(stdin.path)
        if self.settings.force_exclude and matches(self.settings.exclude, path, self.settings.root):
            return {}
        try:
            refuse_size(path, len(stdin.data), largest(path, self.settings.max_file_size))
            source = Source.from_bytes(path, stdin.data)
        except Unreadable as error:
            return {path: unreadable(error)}
        self.sources[path] = source
        self.digests[path] = source.digest
        return {path: self.examiner.judge(source)}

    def of_paths(self, paths: Sequence[str], jobs: int | None) -> dict[str, Outcome]:
        """The outcomes of all files: first from the cache, then from the judge."""
        given = [path for path in paths if path in self.examiner.unsaved]
        found = discover([path for path in paths if path not in given], self.settings, self.listing)
        files = sorted({*given, *found})
        self.seconds["discover"] += time.perf_counter() - self.began
        outcomes: dict[str, Outcome | None] = dict.fromkeys(files)
        sizes: dict[str, int] = {}
        missing = MissingLibraries(self.layout)
        for file in files:
            source = self.examiner.read(file)
            outcomes[file] = source if isinstance(source, Outcome) else self.examiner.recall(source)
            if isinstance(source, Source):
                missing.see(source.text)
                self.digests[file] = source.digest
                if outcomes[file] is None:
                    sizes[file] = len(source.text)
        self._note(missing.note())
        wanted = jobs if jobs is not None else _default_jobs(sum(sizes.values()))
        done = len(files) - len(sizes)
        for file, outcome in self._judged(sizes, min(wanted, len(sizes))):
            outcomes[file] = outcome
            done += 1
            self.progress(done, len(files))
        return {file: outcome for file, outcome in outcomes.items() if outcome is not None}

    def _judged(self, files: dict[str, int], jobs: int) -> Iterator[tuple[str, Outcome]]:
        if jobs > 1:
            yield from self._judged_elsewhere(files, jobs)
            return
        for file in files:
            # Read again: holding every source of a large project would cost more than it saves.
            source = self.examiner.read(file)
            yield file, source if isinstance(source, Outcome) else self.examiner.judge(source)

    def _judged_elsewhere(self, files: dict[str, int], jobs: int) -> Iterator[tuple[str, Outcome]]:
        from pytreelint.engine.pool import examine_all
        from pytreelint.engine.worker import Order

        cache = (self.cache.folder, self.cache.generation) if self.cache else None
        for answer in examine_all(files, Order(self.settings, self.environment, cache, self.make_judge), jobs):
            self._add(answer.seconds)
            self._note(answer.problem)
            yield answer.path, answer.outcome

    def _note(self, note: str | None) -> None:
        if note:
            self.notes[note] = None

    def _add(self, seconds: Iterable[tuple[str, float]]) -> None:
        for phase, more in seconds:
            self.seconds[phase] += more

    def report(self, outcomes: Mapping[str, Outcome]) -> Report:
        """Suppression, selection and order."""
        since = time.perf_counter()
        sites: Counter[tuple[str, str]] = Counter()
        for outcome in outcomes.values():
            sites.update(outcome.sites)
        self._note(self.cache.problem if self.cache else None)
        spent = tuple(sorted({each for outcome in outcomes.values() for each in outcome.ran_out}))
        self._note(_note_on_fuel(spent))
        findings = self._selected(outcomes)
        self._add(self.examiner.seconds.items())
        self.seconds["suppress"] += time.perf_counter() - since
        errors = tuple(outcome.error for outcome in outcomes.values() if outcome.status == "failed")
        seconds, notes = dict(self.seconds), tuple(self.notes)
        return Report(
            findings, tuple(outcomes), dict(sites), seconds, notes, errors, self.digests, _speakers(outcomes), spent
        )

    def _selected(self, outcomes: Mapping[str, Outcome]) -> tuple[Finding, ...]:
        votes = [vote for outcome in outcomes.values() for vote in outcome.votes]
        unique = agreed((f for outcome in outcomes.values() for f in outcome.findings), votes)
        heard = not self.settings.ignore_suppressions
        speaking = [path for path, outcome in outcomes.items() if heard and outcome.comments]
        if not unique and not speaking:
            return ()  # the common case loads no rule
        comments = _CommentsOf(outcomes, self.sources, self.settings.max_file_size)
        enabled = self.settings.enabled()
        from pytreelint.rules.rule import most_specific

        kept = suppress(most_specific(unique), speaking, comments if heard else lambda path: (), enabled)
        stay = [f for f in kept if f.code in enabled and f.code not in self.settings.ignored_in(f.place.path)]
        return tuple(sorted(stay, key=lambda finding: finding.key))


def _cache(settings: Settings, layout: Layout) -> Cache | None:
    folder = cache_folder(settings)
    if folder is None:
        return None
    refuse_others(folder, settings.root)
    return Cache(folder, generation(settings, layout.digest))


class _CommentsOf:
    """The suppressions of any file that a finding stands in, checked in this run or not."""

    def __init__(self, outcomes: Mapping[str, Outcome], sources: Mapping[str, Source], max_size: int) -> None:
        self._outcomes = outcomes
        self._sources = sources
        self._max_size = max_size
        self._read: dict[str, tuple[Comment, ...]] = {}

    def __call__(self, path: str) -> tuple[Comment, ...]:
        outcome = self._outcomes.get(path)
        if outcome is not None and outcome.comments is not None:
            return outcome.comments
        if path not in self._read:
            self._read[path] = self._fresh(path)
        return self._read[path]

    def _fresh(self, path: str) -> tuple[Comment, ...]:
        try:
            return read_comments(self._sources.get(path) or Source.read(path, self._max_size))
        except Unreadable:
            return ()


def _note_on_fuel(spent: Sequence[RanOut]) -> str | None:
    """The note on entries that were not evaluated to their end."""
    n = sum(not each.called for each in spent)
    if not n:
        return None
    what = "1 function or statement is" if n == 1 else f"{n} functions or statements are"
    return f"{what} too large to be evaluated to the end, so bugs there may be missed; --coverage names them"


def _speakers(outcomes: Mapping[str, Outcome]) -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path, outcome in outcomes.items():
        for each in (*outcome.findings, *outcome.votes):
            if each.place.path != path:
                found[each.place.path].add(path)
    return {path: frozenset(others) for path, others in found.items()}


def _default_jobs(size: int) -> int:
    if size < PARALLEL_FROM:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, _JOBS_AT_MOST, 1 + size // PARALLEL_FROM))
