"""The bugs as data: a file per package, with what is changed, what must be said of it, and how it was verified."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.corpus import Package

HERE = Path(__file__).resolve().parent
VERIFIED = ("driver", "sketch", "read")


@dataclass(frozen=True, slots=True)
class Edit:
    """A text of one file that is replaced; it stands there once."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Bug:
    """One bug.

    `at` holds source lines, without indentation: the right finding stands at one of them, or has it in its evidence.
    `verified` says how it is known to be a bug: a `driver` that runs the changed package shows the symptom, and does
    not show it without the change; a `sketch` of the same shape shows it; or it was only `read`. `also` names files
    beside the changed ones in which the linter may speak of it.
    """

    package: str
    name: str
    mechanism: str
    codes: tuple[str, ...]
    at: tuple[str, ...]
    why: str
    verified: str
    edits: tuple[Edit, ...]
    driver: str = ""
    symptom: str = ""
    also: tuple[str, ...] = ()

    @property
    def files(self) -> list[str]:
        """The files to be checked: those that are changed, and where else the linter may speak of the bug."""
        return sorted({edit.file for edit in self.edits}.union(self.also))

    @property
    def key(self) -> str:
        """Its name among all bugs."""
        return f"{self.package}/{self.name}"

    @property
    def has_rule(self) -> bool:
        """Whether a rule for it exists."""
        return bool(self.codes)


def read_bugs(folder: Path = HERE) -> list[Bug]:
    """All bugs, in the order of packages and files."""
    return [bug for path in sorted(folder.glob("*.toml")) for bug in read_file(path)]


def read_file(path: Path) -> Iterator[Bug]:
    """The bugs of the package that the file is named after.

    Raises:
        ValueError: an entry says too little.
    """
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["bug"]:
        bug = made_bug(path.stem, entry)
        if trouble := "; ".join(troubles(bug)):
            raise ValueError(f"{bug.key}: {trouble}")
        yield bug


def made_bug(package: str, entry: dict[str, Any]) -> Bug:
    """An entry of the file as a bug."""
    return Bug(
        package,
        entry["name"],
        entry["mechanism"],
        tuple(entry["codes"]),
        tuple(line.strip() for line in entry["at"]),
        entry["why"],
        entry["verified"],
        tuple(Edit(**edit) for edit in entry["edit"]),
        entry.get("driver", ""),
        entry.get("symptom", ""),
        tuple(entry.get("also", ())),
    )


def troubles(bug: Bug) -> Iterator[str]:
    """What an entry lacks."""
    if bug.verified not in VERIFIED:
        yield f"verified is one of {', '.join(VERIFIED)}"
    if (bug.verified != "read") is not bool(bug.driver and bug.symptom):
        yield "a driver has a symptom, and an entry that was only read has none"
    if not bug.edits or not bug.at or not bug.why.strip():
        yield "an edit, a line and a reason are needed"


def changed(bug: Bug, folder: Path) -> dict[Path, str]:
    """The new texts of the files that the bug changes.

    Raises:
        ValueError: what is to be replaced does not stand there exactly once.
    """
    texts: dict[Path, str] = {}
    for edit in bug.edits:
        path = folder / edit.file
        text = texts.get(path) or path.read_text(encoding="utf-8")
        if text.count(edit.old) != 1:
            raise ValueError(f"{bug.key}: the old text stands {text.count(edit.old)} times in {edit.file}")
        texts[path] = text.replace(edit.old, edit.new)
    others = [(folder / file).read_text(encoding="utf-8") for file in bug.also]
    lines = {line.strip() for text in [*texts.values(), *others] for line in text.splitlines()}
    if lines.isdisjoint(bug.at):
        raise ValueError(f"{bug.key}: no line of `at` stands in the files that are checked")
    return texts


def by_package(bugs: Iterable[Bug], packages: Iterable[Package]) -> Iterator[tuple[Package, list[Bug]]]:
    """Each package that has bugs, with them."""
    bugs = list(bugs)
    for package in packages:
        if own := [bug for bug in bugs if bug.package == package.folder.name]:
            yield package, own
