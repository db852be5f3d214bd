"""Which lines changed since a revision of git, and the findings on them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from pytreelint.knowledge.record import record
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Finding

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_SHORT = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}
# What a user may have configured must not change what is read here.
_DIFF = (
    "diff",
    "--unified=0",
    "--find-renames",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--text",
    "--no-relative",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--ignore-submodules=all",
    "--inter-hunk-context=0",
)


class SinceError(Exception):
    """Git cannot tell what changed; the message says why."""


@record(frozen=True, slots=True)
class Changes:
    """What changed in a checkout since a revision.

    Attributes:
        top: the checkout's folder, without links.
        rows: first and last changed rows, by path relative to it.
        tracked: the paths that git knows; any other file is new as a whole.
    """

    top: str
    rows: dict[str, tuple[tuple[int, int], ...]]
    tracked: frozenset[str]

    def touch(self, place: Place) -> bool:
        """Whether a place stands on a changed line. A file outside the checkout has none."""
        real = os.path.realpath(place.path)
        if not real.startswith(self.top.rstrip(os.sep) + os.sep):
            return False
        path = os.path.relpath(real, self.top).replace(os.sep, "/")
        if path not in self.tracked:
            return True
        last = max(place.row, place.end_row)
        return any(start <= last and place.row <= end for start, end in self.rows.get(path, ()))


def changed_since(revision: str, folder: str) -> Changes:
    """The changes in the checkout that holds a folder: in commits since it left the revision, and not committed yet.

    Raises:
        SinceError: there is no git, no checkout, or no such revision.
    """
    top = os.path.realpath(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))
    if not revision or revision.startswith("-"):
        raise SinceError(f"`{revision}` is no revision")
    try:
        found = _git(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except SinceError:
        raise SinceError(f"git knows no revision `{revision}` (a shallow clone has few of them)") from None
    commit = os.fsdecode(found.strip())
    # What the other branch did since they parted is no change of this one. Where no common history is known, as in a
    # shallow clone, they are compared as they are.
    with suppress(SinceError, IndexError):
        commit = os.fsdecode(_git(top, "merge-base", commit, "HEAD").split()[0])
    tracked = frozenset(os.fsdecode(name) for name in _git(top, "ls-files", "-z").split(b"\0"))
    return Changes(top, dict(_hunks(_git(top, *_DIFF, commit, "--"))), tracked)


def since(
    findings: Iterable[Finding], changes: Changes, in_file: Callable[[Place], Place] = lambda place: place
) -> tuple[Finding, ...]:
    """The findings with a changed line: their own, or one of their evidence, as a change there can cause them.

    Arguments:
        in_file: where a place stands in the text of its file.
    """
    return tuple(
        finding
        for finding in findings
        if any(changes.touch(in_file(place)) for place in (finding.place, *(step.place for step in finding.related)))
    )


def _git(folder: str, *arguments: str) -> bytes:
    command = ["git", "-c", "core.quotePath=true", *arguments]
    environ = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise SinceError("git is not installed") from None
    except OSError as error:
        raise SinceError(f"git cannot be run: {error.strerror}") from None
    if done.returncode:
        said = str(done.stderr, "utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
        raise SinceError(f"git says: {said}" if said else f"git {arguments[0]} failed")
    return done.stdout


def _hunks(diff: bytes) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    """The changed rows of each file in a diff without context. What was only deleted leaves no row."""
    path: str | None = None
    rows: list[tuple[int, int]] = []
    inside = 0  # lines of the hunk that are still to come: they may look like anything
    for line in diff.split(b"\n"):
        if inside and line[:1] in (b"+", b"-"):
            inside -= 1
        elif line.startswith(b"+++ "):
            path = _name(line[4:])
        elif (match := _HUNK.match(line)) and path is not None:
            removed, added = (1 if group is None else int(group) for group in match.group(1, 3))
            inside = removed + added
            first = int(match[2])
            if added:
                rows.append((first, first + added - 1))
        elif line.startswith(b"diff --git "):
            if path is not None:
                yield path, tuple(rows)
            path, rows = None, []
    if path is not None:
        yield path, tuple(rows)


def _name(text: bytes) -> str | None:
    """The path after `+++ `, without its prefix; None for a file that is gone."""
    if text.startswith(b'"'):
        text = _ESCAPE.sub(_unescaped, text.rstrip(b"\t").removeprefix(b'"').removesuffix(b'"'))
    else:
        text = text.removesuffix(b"\t")
    return os.fsdecode(text.removeprefix(b"b/")) if text != b"/dev/null" else None


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if len(code) == 3 else _SHORT.get(code, code)
