"""The linter over the corpus: each package is checked as a project, with the others as its installed libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
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


def lint(packages: Sequence[Package]) -> tuple[list[Found], str]:
    """Every finding, and the sites seen, by package."""
    findings: list[Found] = []
    coverage: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        environment = make_environment(packages, Path(scratch))
        for package in packages:
            run = check(package, environment)
            findings += findings_of(package, json.loads(run.stdout))
            coverage.append(f"{package.name} {package.version}\n{run.stderr.rstrip()}")
    return findings, "\n".join(coverage)


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
