"""Write into the README what `pytreelint` prints on `examples/sixty_seconds/`: `python -m tools.samples`.

A sample stands between `<!-- sample: check . -->`, which names the arguments, and `<!-- end -->`. A test compares.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PROGRAM = ROOT / "examples" / "sixty_seconds"

_SAMPLE = re.compile(r"(<!-- sample: (?P<arguments>[^>]*) -->\n```(?P<kind>\w*)\n).*?(```\n<!-- end -->)", re.DOTALL)


def with_samples(text: str) -> str:
    """Returns the text with what stands in its samples printed anew."""
    return _SAMPLE.sub(lambda sample: sample[1] + printed(sample["arguments"].split()) + sample[4], text)


def printed(arguments: list[str]) -> str:
    """Returns what `pytreelint` writes to its standard output on a copy of the program."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(PROGRAM, Path(folder) / PROGRAM.name, ignore=shutil.ignore_patterns("__pycache__"))
        command = [sys.executable, "-m", "pytreelint", *arguments]
        # Under GitHub Actions it would print annotations.
        environ = {key: value for key, value in os.environ.items() if key != "GITHUB_ACTIONS"}
        done = subprocess.run(command, cwd=copy, env=environ, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return done.stdout


if __name__ == "__main__":
    README.write_text(with_samples(README.read_text(encoding="utf-8")), encoding="utf-8")
