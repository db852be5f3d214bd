"""Equinox's own tests with our transforms in the place of its: which of them differ, against those that are to differ.

    python -m benchmarks.equinox_suite CHECKOUT [pytest's options]

CHECKOUT is a checkout of Equinox at the version that is installed; its tests are copied and run twice, as they are and
with our transforms (`equinox_suite_plugin.py`). A test that passes there and fails here is to be in
`equinox_suite.toml`, with the reason. Exits 1 where it is not, or where one that is listed passes. Tests of Equinox's
that measure times (`test_speed_...`) are left out: on a busy machine they fail with either.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
LISTED = HERE / "equinox_suite.toml"
PLUGIN = "benchmarks.equinox_suite_plugin"


def listed() -> dict[str, str]:
    """The tests that are to differ, and why."""
    entries = tomllib.loads(LISTED.read_text(encoding="utf-8"))["differs"]
    return {test: entry["reason"] for entry in entries for test in entry["tests"]}


def outcomes(folder: Path, ours: bool, options: Sequence[str]) -> dict[str, bool]:
    """For each test of a folder `tests` whether it passes; those that are skipped are left out."""
    report = folder / f"{'ours' if ours else 'theirs'}.xml"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "tests",
        "-o",
        "addopts=",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:asyncio",
    ]
    command += ["-k", "not test_speed_"]
    command += ["--tb=no", f"--junit-xml={report}", *(["-p", PLUGIN] if ours else []), *options]
    path = os.pathsep.join(filter(None, [str(HERE.parent), os.environ.get("PYTHONPATH", "")]))
    # What the tests compile runs once.
    more = {"PYTHONPATH": path, "JAX_DISABLE_MOST_OPTIMIZATIONS": "1"}
    subprocess.run(command, cwd=folder, env={**os.environ, **more}, check=False)
    return read(report)


def read(report: Path) -> dict[str, bool]:
    """The outcomes in a report of pytest."""
    found = {}
    for case in ET.parse(report).iter("testcase"):
        name = f"{case.get('classname', '').removeprefix('tests.').replace('.', '/')}.py::{case.get('name')}"
        if case.find("skipped") is None:
            found[name] = case.find("failure") is None and case.find("error") is None
    return found


def compare(theirs: dict[str, bool], ours: dict[str, bool], to_differ: dict[str, str]) -> list[str]:
    """What is not as the list says."""
    differ = {name for name, passes in theirs.items() if passes and not ours.get(name, False)}
    lines = [f"differs, and is not listed: {name}" for name in sorted(differ - to_differ.keys())]
    gone = {name for name in to_differ if name in theirs} - differ
    return lines + [f"listed, and does not differ: {name}" for name in sorted(gone)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the suite twice and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    chosen, options = parser.parse_known_args(arguments)
    wanted = importlib.metadata.version("equinox")
    given = tomllib.loads((chosen.checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if given != wanted:
        print(f"the checkout is of Equinox {given}, and {wanted} is installed", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(chosen.checkout / "tests", folder / "tests")
        shutil.copy(chosen.checkout / "pyproject.toml", folder)
        theirs, ours = (outcomes(folder, kind, options) for kind in (False, True))
    lines = compare(theirs, ours, listed())
    print(
        "\n".join(lines)
        or f"of {sum(theirs.values())} tests that pass with Equinox's all but those listed pass with ours"
    )
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
