"""One package with and without each of its bugs: what does the linter say anew?"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.corpus import Package
from benchmarks.injected.bugs import Bug, changed
from benchmarks.linting import CONFIGURATION, ROOT, make_environment


@dataclass(frozen=True, slots=True, order=True)
class Said:
    """A finding by its file, its code and the text of its line: rows move when a bug is put above them.

    `evidence` holds the lines that explain it.
    """

    file: str
    code: str
    line: str
    evidence: frozenset[str] = field(default=frozenset(), compare=False)

    def __str__(self) -> str:
        return f"{self.code} {self.file}: {self.line}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a bug: `found`, found `elsewhere` (the right code at another line) or `missed`.

    `said` are the findings that count as the bug's, `others` what else is said anew.
    """

    bug: Bug
    outcome: str
    said: tuple[Said, ...]
    others: tuple[Said, ...]

    def as_dict(self) -> dict[str, str | list[str]]:
        """As a line of the list of outcomes."""
        return {"bug": self.bug.key, "outcome": self.outcome, "others": [str(said) for said in self.others]}


def outcomes(package: Package, bugs: Iterable[Bug], environment: Path, scratch: Path, quick: bool) -> Iterator[Outcome]:
    """Each bug alone in a copy of the package; the cache answers for what it does not concern.

    A `quick` look is at the files that the bug names, and does not know the calls in others.
    """
    copy = scratch / package.folder.name
    shutil.copytree(package.folder, copy, ignore=shutil.ignore_patterns("*.dist-info", ".pytreelint_cache"))
    (copy / "pytreelint.toml").write_text(CONFIGURATION, encoding="utf-8")
    before: dict[tuple[str, ...], Counter[Said]] = {}
    for bug in bugs:
        files = tuple(bug.files) if quick else (".",)
        if files not in before:
            before[files] = check(copy, files, environment)
        with injected(bug, copy):
            yield judged(bug, check(copy, files, environment) - before[files])


def environment_without(package: Package, packages: Iterable[Package], folder: Path) -> Path:
    """The other packages as installed libraries."""
    return make_environment((one for one in packages if one != package), folder)


@contextmanager
def injected(bug: Bug, folder: Path) -> Iterator[None]:
    """Put the bug in, and take it out again."""
    texts = changed(bug, folder)
    first = {path: path.read_text(encoding="utf-8") for path in texts}
    try:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        yield
    finally:
        for path, text in first.items():
            path.write_text(text, encoding="utf-8")


def judged(bug: Bug, new: Counter[Said]) -> Outcome:
    """What the new findings say of the bug."""
    of_code = [said for said in new if said.code in bug.codes]
    right = [said for said in of_code if not said.evidence.union([said.line]).isdisjoint(bug.at)]
    found = right or of_code
    outcome = "found" if right else "elsewhere" if of_code else "missed"
    return Outcome(bug, outcome, tuple(sorted(found)), tuple(sorted(said for said in new if said not in found)))


def check(folder: Path, files: Iterable[str], environment: Path) -> Counter[Said]:
    """All findings in some files of a folder; what they import is followed.

    Raises:
        RuntimeError: the linter could not do its work.
    """
    command = [sys.executable, "-m", "pytreelint", "check", "--cache-dir", str(environment / "cache")]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    command += ["--output-format", "json", "--python", str(environment), *files]
    run = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{folder.name}: exit code {run.returncode}\n{run.stderr}")
    return gathered(said(folder.resolve(), item) for item in json.loads(run.stdout))


def gathered(findings: Iterable[Said]) -> Counter[Said]:
    """How often each is said; of several at one line, which a counter holds as one, the evidence of all."""
    counts: Counter[Said] = Counter()
    evidence: dict[Said, frozenset[str]] = {}
    for one in findings:
        counts[one] += 1
        evidence[one] = evidence.get(one, frozenset()) | one.evidence
    return Counter({replace(one, evidence=evidence[one]): number for one, number in counts.items()})


def said(folder: Path, item: dict[str, Any]) -> Said:
    """An object of the JSON report as a finding."""
    path = Path(item["filename"])
    evidence = frozenset(line_at(step) for step in item["related"])
    return Said(path.relative_to(folder).as_posix(), item["code"], line_at(item), evidence)


def line_at(item: dict[str, Any]) -> str:
    """The source line of a place in the JSON report."""
    lines = Path(item["filename"]).read_text(encoding="utf-8", errors="replace").splitlines()
    row: int = item["location"]["row"]
    return lines[row - 1].strip() if 0 < row <= len(lines) else ""
