"""The other linters that `check_speed.py` runs beside ours, and the files that one of them dies of.

jaxlint 0.1.0a1 (2026-11) stops at its first `{key: value, **more}` with an AttributeError, and the files that it had
not begun are never looked at: its time over a folder that holds such a file says how soon it died. It is measured
as it is, and once more on the files that it reads to the end.
"""

from __future__ import annotations

import json
import subprocess
import venv
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PEERS = {
    "ruff": ("ruff", "check", "--isolated", "--no-cache", "."),
    "jaxlint": ("jaxlint", "check", "."),
    "flake8": ("flake8", "--isolated", "--select", "F", "."),
    "fixit": ("fixit", "lint", "."),
    "pyright": ("pyright", "--stats", "."),
}
PINS = ("ruff", "flake8", "fixit", "jaxlint==0.1.0a1", "pyright[nodejs]")


def make(home: Path) -> Path:
    """Give the folder of the programs in that environment, which is made if it is not there."""
    if not (home / "bin").is_dir():
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin" / "python", "-m", "pip", "install", "--quiet", *PINS], check=True)
        # It fetches the rest of itself when it is first run.
        subprocess.run([home / "bin" / "pyright", "--version"], check=True, stdout=subprocess.DEVNULL)
    return home / "bin"


def command(programs: Path, peer: str) -> list[str]:
    """Give the command of a peer, to be run in the folder that it is to look at."""
    program, *rest = PEERS[peer]
    return [str(programs / program), *rest]


def versions(programs: Path) -> dict[str, str]:
    """Give what that environment holds of them."""
    listing = subprocess.run(
        [programs / "python", "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"],
        stdout=subprocess.PIPE,
        check=True,
    )
    return {item["name"]: item["version"] for item in json.loads(listing.stdout) if item["name"] in PEERS}


def deadly(line: Sequence[str], folder: Path) -> list[Path]:
    """Give the files below the folder on which a command that ends in a `.` for the folder dies of an exception."""
    if not dies([*line], folder):
        return []
    files = sorted(folder.rglob("*.py"))
    with ThreadPoolExecutor(2) as pool:
        died = pool.map(lambda path: dies([*line[:-1], str(path)], folder), files)
        return [path for path, dead in zip(files, died, strict=True) if dead]


def dies(line: Sequence[str], folder: Path) -> bool:
    """Whether it ends by an exception that nobody caught; its exit code does not tell, findings give 1 too."""
    done = subprocess.run(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return b"Traceback" in done.stderr
