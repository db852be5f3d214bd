"""Try what is to be released as a new user would: `python -m tools.try_release dist`.

The wheel, then the sdist, are installed into an empty environment, and what the README says is done there in its order:
check, fix, suppress, baseline, init, a notebook, a rule; then its own commands, one after the other. Nothing of this
repository but the archives is used.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.samples import PROGRAM, ROOT

NOTEBOOK = {"cells": [{"cell_type": "code", "metadata": {}, "source": ["import jax\n", "jax.tree_map(len, [1])"]}]}


class Home:
    """An environment with the program in it, and a project."""

    def __init__(self, folder: Path, archive: Path, *options: str) -> None:
        """Install the archive."""
        self.folder = folder
        self.project = folder / "project"
        self.project.mkdir(parents=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        self.programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [str(self.programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *options, str(archive)], check=True)

    def run(self, *command: str, expected: int | None = 0) -> str:
        """What a command prints; it must end as expected, or (None) with 0 or 1."""
        kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
        environ = {**kept, "PYTREELINT_CACHE_DIR": str(self.folder / "cache")}
        program = [str(self.programs / command[0]), *command[1:]]
        done = subprocess.run(
            program,
            cwd=self.project,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in ((0, 1) if expected is None else (expected,)):
            raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr


def tried(home: Home, version: str) -> None:
    """Everything once, as the documents say it. Raises SystemExit."""
    for name in ("net.py", "train.py"):
        (home.project / name).write_text((PROGRAM / name).read_text(encoding="utf-8"), encoding="utf-8")
    told(home.run("pytreelint", "--version"), version)
    told(home.run("python", "-c", "import sys, pytreelint; print(len([m for m in sys.modules if 'jax' in m]))"), "0")
    told(home.run("pytreelint", "check", ".", expected=1), "PTL201")
    told(home.run("pytreelint", "rule", "PTL201"), "What it does")
    told(home.run("pytreelint", "tree", "net.py::Classifier"), "Classifier")
    told(home.run("pytreelint", "init"), "pytreelint.toml: new")
    told(home.run("pytreelint", "baseline", "create"), "holds 1 finding")
    told(home.run("pytreelint", "check"), "All checks passed")
    (home.project / "pytreelint-baseline.json").unlink()
    told(home.run("pytreelint", "check", "--output-format", "sarif", expected=1), '"version": "2.1.0"')
    told(home.run("pytreelint", "fix"), "Fixed 1 finding in 1 file; 0 left.")
    (home.project / "a.ipynb").write_text(json.dumps(NOTEBOOK), encoding="utf-8")
    told(home.run("pytreelint", "check", "--add-suppressions", "as a try"), "Suppressed 1 finding")
    told(home.run("pytreelint", "new-rule", "ACME001", "compiled-lambda"), "lint_rules/compiled_lambda.py")
    told(home.run("pytreelint", "server", expected=2), "pip install 'pytreelint[lsp]'")


def as_the_readme_says(home: Home) -> None:
    """The README's commands, in their order. Raises SystemExit."""
    for folder in (home.project, home.project / "src"):
        folder.mkdir(exist_ok=True)
        for name in ("net.py", "train.py"):
            (folder / name).write_text((PROGRAM / name).read_text(encoding="utf-8"), encoding="utf-8")
    for words in readme_commands():
        said = home.run("pytreelint", *words, expected=None)
        if "Traceback" in said or "internal error" in said:
            raise SystemExit(f"pytreelint {' '.join(words)}:\n{said}")


def readme_commands() -> list[list[str]]:
    """What the README calls the program with, in blocks and in the text."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"(?:^|`|\$\()pytreelint ([^`\n)]+)", text, re.MULTILINE)
    return [shlex.split(words) for words in found]


def told(said: str, part: str) -> None:
    """Assert that something was said."""
    if part not in said:
        raise SystemExit(f"{part!r} is expected in:\n{said}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try each archive of a folder."""
    (dist,) = arguments or sys.argv[1:]
    archives = sorted(path for path in Path(dist).resolve().iterdir() if path.name.endswith((".whl", ".tar.gz")))
    if len(archives) != 2:
        raise SystemExit(f"{dist}: a wheel and an sdist are expected, there are {[path.name for path in archives]}")
    versions = {match[1] for path in archives if (match := re.match(r"pytreelint-([\d.]+?)(?:-py3|\.tar)", path.name))}
    (version,) = versions
    for archive in archives:
        with tempfile.TemporaryDirectory(prefix="pytreelint-") as folder:
            home = Home(Path(folder), archive)
            tried(home, version)
            home.project = Path(folder) / "readme"
            as_the_readme_says(home)
        print(f"tried: {archive.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
