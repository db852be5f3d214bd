"""The linter over the corpus: each package is checked as a project, with the others as its installed libraries."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.corpus import Package

ROOT = Path(__file__).resolve().parents[1]
CONFIGURATION = 'src = ["."]\nrespect-gitignore = false\n'


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A finding by its place; the message is no part of what it is."""

    package: str
    version: str
    file: str
    line: int
    code: str
    message: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.package} {self.file}:{self.line} {self.code} {self.message}".rstrip()

    def as_dict(self) -> dict[str, str | int]:
        """As a line of `audit.jsonl` starts."""
        return {
            "package": self.package,
            "version": self.version,
            "file": self.file,
            "line": self.line,
            "code": self.code,
        }


@dataclass(slots=True)
class Coverage:
    """Sites seen, and those of which too little is known, by reason; over all packages."""

    sites: int = 0
    unknown: Counter[str] = field(default_factory=Counter)

    def add(self, report: str) -> None:
        """Read what `check --coverage` prints."""
        if seen := re.search(r"^coverage: ([\d,]+) places?", report, re.MULTILINE):
            self.sites += int(seen[1].replace(",", ""))
        for count, reason in re.findall(r"^ *([\d,]+) +[\d.]+% +(.+)$", report, re.MULTILINE):
            self.unknown[reason.strip()] += int(count.replace(",", ""))

    def __str__(self) -> str:
        total = self.unknown.total()
        rows = [f"coverage: {self.sites:,} sites, {total:,} unknown ({total / max(self.sites, 1):.1%})"]
        rows += [f"{count:7,} {count / max(self.sites, 1):6.1%}  {why}" for why, count in self.unknown.most_common()]
        return "\n".join(rows)


def lint(packages: Sequence[Package]) -> tuple[list[Found], Coverage]:
    """Every finding, and the sites seen."""
    findings: list[Found] = []
    coverage = Coverage()
    with tempfile.TemporaryDirectory() as scratch:
        environment = make_environment(packages, Path(scratch))
        for package in packages:
            run = check(package, environment)
            findings += findings_of(package, json.loads(run.stdout))
            coverage.add(run.stderr)
    return findings, coverage


def check(package: Package, environment: Path) -> subprocess.CompletedProcess[str]:
    """Run the linter on one package.

    Raises:
        RuntimeError: it could not do its work.
    """
    (package.folder / "pytreelint.toml").write_text(CONFIGURATION, encoding="utf-8")
    command = [sys.executable, "-m", "pytreelint", "check", "--no-cache", "--output-format", "json", "--coverage"]
    run = subprocess.run(
        [*command, "--python", str(environment), "."],
        cwd=package.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{package.name}: exit code {run.returncode}\n{run.stderr}")
    return run


def make_environment(packages: Iterable[Package], folder: Path) -> Path:
    """A virtual environment to be read, not run: its path file leads to the unpacked packages."""
    library = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    library.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text("include-system-site-packages = false\n", encoding="utf-8")
    (library / "corpus.pth").write_text("".join(f"{one.folder.resolve()}\n" for one in packages), encoding="utf-8")
    return folder


def findings_of(package: Package, items: Iterable[dict[str, Any]]) -> Iterator[Found]:
    """The JSON report's objects, with the file relative to the package's folder."""
    for item in items:
        path = Path(item["filename"])
        file = path.relative_to(package.folder.resolve()).as_posix()
        yield Found(package.name, package.version, file, item["location"]["row"], item["code"], item["message"])
