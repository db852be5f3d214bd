"""Findings that a project has accepted for now: how many of each rule in each function or class of each file."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from pytreelint.engine.symbols import Symbols
from pytreelint.knowledge.record import record
from pytreelint.model.text.reading import read_bytes
from pytreelint.model.text.unreadable import Unreadable
from pytreelint.rules.finding import Finding

VERSION = 1
_LARGEST = 64_000_000  # bytes; an entry takes some fifty

Key = tuple[str, str, str]
"""Path (relative to the baseline's folder, with slashes), code, symbol."""


class BaselineError(Exception):
    """A baseline cannot be used; the message says why, and what to do."""


@record(frozen=True, slots=True)
class Baseline:
    """The accepted findings.

    Attributes:
        path: of the file.
        counts: how many findings of a key are accepted.
    """

    path: str
    counts: Mapping[Key, int]


@record(frozen=True, slots=True)
class Compared:
    """Findings beside a baseline.

    Attributes:
        findings: those that it does not accept.
        accepted: how many it does.
        stale: accepted ones that are not there any more, by key.
    """

    findings: tuple[Finding, ...]
    accepted: int
    stale: Mapping[Key, int]


def read_baseline(path: str) -> Baseline:
    """The baseline in a file. Raises BaselineError."""
    try:
        given = json.loads(read_bytes(path, _LARGEST).decode("utf-8-sig"))
    except Unreadable as error:
        raise BaselineError(f"{path}: {error.message}") from None
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"{path}: is no baseline: no JSON: {error}") from None
    version = given.get("version") if isinstance(given, dict) else None
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BaselineError(f"{path}: is no baseline: `version` is missing")
    if version > VERSION:
        raise BaselineError(f"{path}: was written by a newer pytreelint (format {version}); update this one")
    return Baseline(path, _counts(path, given.get("findings")))


def _counts(path: str, findings: Any) -> dict[Key, int]:
    counts: dict[Key, int] = {}
    for file, codes in _items(path, findings, "findings"):
        for code, symbols in _items(path, codes, file):
            for symbol, count in _items(path, symbols, f"{file}: {code}"):
                if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                    raise BaselineError(f"{path}: is no baseline: {file}: {code}: {symbol}: no count: {count!r}")
                counts[file, code, symbol] = count
    return counts


def _items(path: str, value: Any, where: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(value, dict):
        raise BaselineError(f"{path}: is no baseline: {where}: an object is expected")
    return value.items()


def written(counts: Mapping[Key, int]) -> str:
    """The text of a file with these counts: sorted, an entry a line, so that it merges well."""
    tree: dict[str, dict[str, dict[str, int]]] = {}
    for (file, code, symbol), count in sorted(counts.items()):
        tree.setdefault(file, {}).setdefault(code, {})[symbol] = count
    return json.dumps({"version": VERSION, "findings": tree}, indent=2) + "\n"


def counted(findings: Iterable[Finding], path: str, symbols: Symbols) -> Counter[Key]:
    """How many findings there are of each key of the baseline at this path."""
    return Counter(_key(finding, path, symbols) for finding in findings)


def compared(
    findings: Iterable[Finding], baseline: Baseline, symbols: Symbols, is_covered: Callable[[Key], bool]
) -> Compared:
    """The findings that a baseline does not accept.

    Where a key has more findings than are accepted nobody can say which are the new ones: all of them are shown.

    Arguments:
        is_covered: whether findings of a key would have been found.
    """
    keyed = [(finding, _key(finding, baseline.path, symbols)) for finding in findings]
    there = Counter(key for _, key in keyed)
    fits = {key for key, count in there.items() if count <= baseline.counts.get(key, 0)}
    gone = {key: count - there[key] for key, count in baseline.counts.items() if count > there[key]}
    return Compared(
        tuple(finding for finding, key in keyed if key not in fits),
        sum(there[key] for key in fits),
        {key: count for key, count in gone.items() if is_covered(key)},
    )


def updated(old: Mapping[Key, int], now: Mapping[Key, int], is_covered: Callable[[Key], bool]) -> dict[Key, int]:
    """The counts as they are now, and the old ones where nobody looked."""
    return {**{key: count for key, count in old.items() if not is_covered(key)}, **now}


def pruned(old: Mapping[Key, int], now: Mapping[Key, int], is_covered: Callable[[Key], bool]) -> dict[Key, int]:
    """The old counts without what is gone; nothing is added."""
    left = {key: min(count, now.get(key, 0)) if is_covered(key) else count for key, count in old.items()}
    return {key: count for key, count in left.items() if count}


def covering(path: str, files: Iterable[str], enabled: Container[str], known: Container[str]) -> Callable[[Key], bool]:
    """Says of a key whether a run over these files with these rules would find it: also of files that are gone."""
    folder, checked = os.path.dirname(path), frozenset(files)

    def is_covered(key: Key) -> bool:
        file = os.path.normpath(os.path.join(folder, key[0]))
        return (file in checked or not os.path.lexists(file)) and (key[1] in enabled or key[1] not in known)

    return is_covered


def covers_all(baseline: Baseline, files: Iterable[str]) -> bool:
    """Whether a run looked at every file of a baseline: a finding may be found from another file than its own."""
    folder, checked = os.path.dirname(baseline.path), frozenset(files)
    named = {os.path.normpath(os.path.join(folder, key[0])) for key in baseline.counts}
    return all(file in checked or not os.path.lexists(file) for file in named)


def _key(finding: Finding, path: str, symbols: Symbols) -> Key:
    file = os.path.relpath(finding.place.path, os.path.dirname(path)).replace(os.sep, "/")
    return file, finding.code, symbols.of(finding.place)
