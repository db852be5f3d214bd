"""Paths in, a report out."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.engine.agreeing import agreed, waited_for
from pytreelint.engine.comments import Comment, read_comments
from pytreelint.engine.configurations import grouped
from pytreelint.engine.discovery import discover
from pytreelint.engine.packing import Outcome
from pytreelint.engine.part import Part
from pytreelint.engine.suppression import suppress
from pytreelint.knowledge.record import field, record, replace
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.source import Source, Unreadable

if TYPE_CHECKING:
    from pytreelint.engine.judge import Judge
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout
    from pytreelint.model.text.place import RanOut
    from pytreelint.rules.finding import Finding

Progress = Callable[[int, int], None]


@record(frozen=True, slots=True)
class Report:
    """What a run found.

    Attributes:
        findings: after suppression and selection, sorted, each once.
        files: the files that were looked at, absolute and sorted.
        sites: how many sites of each (kind, verdict).
        seconds: that were waited for, by phase.
        elsewhere: seconds that other processes spent meanwhile, by phase.
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
    elsewhere: Mapping[str, float] = field(default_factory=dict)

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
    run = Run(settings, cache and stdin is None and not unsaved, make_judge, progress, unsaved)
    if stdin is not None:
        return run.report(run.of_stdin(stdin))
    return run.report(run.of_paths(paths, 1 if unsaved else jobs))


class Run:
    """The state of one call of `check`, or of a check of an editor.

    Attributes:
        parts: of files with the same settings.
    """

    def __init__(
        self,
        settings: Settings,
        cache: bool,
        make_judge: Callable[[Settings, Layout], Judge] | None = None,
        progress: Progress | None = None,
        unsaved: Mapping[str, Source] = MappingProxyType({}),
    ) -> None:
        """Nothing is looked at yet; the arguments are those of `check`."""
        self.began = time.perf_counter()
        self.settings = settings
        self.listing = Listing()
        self.discovering = 0.0
        self.parts: list[Part] = []
        self.progress = progress or (lambda done, total: None)
        self.unsaved = unsaved
        self._jobs: int | None = 1
        self._cache = cache
        self._make_judge = make_judge

    def _part(self, settings: Settings) -> Part:
        alone = replace(settings, nearest=None)  # what workers are told can be pickled
        part = Part(alone, self._cache, self._make_judge, self.unsaved, self.listing)
        self.parts.append(part)
        return part

    def of_stdin(self, stdin: Stdin) -> dict[str, Outcome]:
        """The outcome of what came on standard input."""
        return self._part(self.settings).of_content(os.path.abspath(stdin.path), stdin.data)

    def of_paths(self, paths: Sequence[str], jobs: int | None) -> dict[str, Outcome]:
        """The outcomes of all files, each by its own settings."""
        self._jobs = jobs
        given = [path for path in paths if path in self.unsaved]
        found = discover([path for path in paths if path not in given], self.settings, self.listing)
        files = sorted({*given, *found})
        self.discovering = time.perf_counter() - self.began
        outcomes: dict[str, Outcome] = {}
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            self.progress(done, len(files))

        groups = grouped(self.settings, files)
        if not groups:
            self._part(self.settings)  # an environment that is not there is an error all the same
        for settings, held in groups:
            outcomes |= self._part(settings).of_files(held, jobs, advance)
        return {file: outcomes[file] for file in files if file in outcomes}

    def report(self, outcomes: Mapping[str, Outcome]) -> Report:
        """Suppression, selection and order."""
        outcomes = {**outcomes, **self._heard(waited_for(outcomes))}
        since = time.perf_counter()
        sites: Counter[tuple[str, str]] = Counter()
        for outcome in outcomes.values():
            sites.update(outcome.sites)
        spent = tuple(sorted({each for outcome in outcomes.values() for each in outcome.ran_out}))
        notes = dict.fromkeys(note for part in self.parts for note in part.notes)
        notes |= dict.fromkeys(filter(None, [_note_on_fuel(spent)]))
        findings = self._selected(outcomes)
        errors = tuple(outcome.error for outcome in outcomes.values() if outcome.status == "failed")
        digests = {path: digest for part in self.parts for path, digest in part.digests.items()}
        seconds = self._seconds(time.perf_counter() - since)
        speakers = _speakers(outcomes)
        elsewhere: Counter[str] = Counter()
        for part in self.parts:
            elsewhere.update(part.elsewhere)
        found = Report(findings, tuple(outcomes), dict(sites), seconds, tuple(notes), errors, digests, speakers, spent)
        return replace(found, elsewhere=dict(elsewhere))

    def _heard(self, files: Sequence[str]) -> dict[str, Outcome]:
        """The outcomes of files whose votes are waited for."""
        heard: dict[str, Outcome] = {}
        for part in self.parts if files else ():
            heard |= part.heard([file for file in files if file in part.digests], self._jobs)
        return heard

    def _seconds(self, suppressing: float) -> dict[str, float]:
        seconds: Counter[str] = Counter({"discover": self.discovering})
        for part in self.parts:
            seconds.update(part.seconds)
        return {**seconds, "suppress": suppressing}

    def _selected(self, outcomes: Mapping[str, Outcome]) -> tuple[Finding, ...]:
        votes = [vote for outcome in outcomes.values() for vote in outcome.votes]
        unique = agreed((f for outcome in outcomes.values() for f in outcome.findings), votes)
        heard = not self.settings.ignore_suppressions
        speaking = [path for path, outcome in outcomes.items() if heard and outcome.comments]
        if not unique and not speaking:
            return ()  # the common case loads no rule
        sources = {path: source for part in self.parts for path, source in part.sources.items()}
        comments = _CommentsOf(outcomes, sources, self.settings.max_file_size)
        from pytreelint.rules.catalogue import most_specific

        stay: list[Finding] = []
        left = most_specific(unique)
        for settings, paths in grouped(self.settings, dict.fromkeys([*(f.place.path for f in left), *speaking])):
            enabled, here = settings.enabled(), frozenset(paths)
            kept = suppress(
                [finding for finding in left if finding.place.path in here],
                [path for path in speaking if path in here],
                comments if heard else lambda path: (),
                enabled,
            )
            stay += [f for f in kept if f.code in enabled and f.code not in settings.ignored_in(f.place.path)]
        return tuple(sorted(stay, key=lambda finding: finding.key))


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
