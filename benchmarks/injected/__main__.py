"""Bugs put by script into packages from PyPI: which are found, by mechanism, and what else is said.

    python -m benchmarks.injected [--dir FOLDER] [NAME ...]   compare with the outcomes that are kept, print the score
    python -m benchmarks.injected --update                    keep the outcomes of this run
    python -m benchmarks.injected --quick                     only the files that a bug names: some are missed then
    python -m benchmarks.injected --drivers                   run the drivers instead: do they show their symptoms?

NAME is a package or `package/bug`. Exit code 1: an outcome is not the one that `outcomes.jsonl` holds.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import Package, add_location, fetch, pinned
from benchmarks.injected.bugs import Bug, by_package, read_bugs
from benchmarks.injected.checking import Outcome, environment_without, outcomes
from benchmarks.injected.drivers import driven
from benchmarks.injected.score import table

OUTCOMES = Path(__file__).resolve().with_name("outcomes.jsonl")


def main() -> int:
    """Inject, check, compare."""
    options = parse_arguments()
    bugs = [bug for bug in read_bugs() if wanted(bug, options.names)]
    packages = fetch(options.dir, pinned())
    if options.drivers:
        return run_drivers(bugs, packages)
    results = list(run(bugs, packages, options.quick))
    if options.update:
        keep(results)
    print(table(results))
    troubles = list(differences(results, kept()))
    print(*troubles, sep="\n")
    return int(bool(troubles))


def parse_arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these packages or bugs")
    add_location(parser)
    parser.add_argument("--update", action="store_true", help="keep the outcomes")
    parser.add_argument("--quick", action="store_true", help="check the files that a bug names, not the whole package")
    parser.add_argument("--drivers", action="store_true", help="run the drivers")
    return parser.parse_args()


def wanted(bug: Bug, names: Sequence[str]) -> bool:
    """Whether the bug, or its package, is asked for."""
    return not names or bug.package in names or bug.key in names


def run(bugs: Sequence[Bug], packages: Sequence[Package], quick: bool) -> Iterator[Outcome]:
    """The outcome of each bug."""
    with tempfile.TemporaryDirectory() as folder:
        for package, own in by_package(bugs, packages):
            scratch = Path(folder) / package.folder.name
            environment = environment_without(package, packages, scratch / "environment")
            yield from outcomes(package, own, environment, scratch, quick)


def run_drivers(bugs: Sequence[Bug], packages: Sequence[Package]) -> int:
    """Say what each driver shows."""
    trouble = False
    with tempfile.TemporaryDirectory() as folder:
        for package, own in by_package(bugs, packages):
            copy = Path(folder) / package.folder.name
            shutil.copytree(package.folder, copy)
            for key, outcome in driven(own, copy, packages).items():
                print(f"{key:60} {outcome}", flush=True)
                trouble |= outcome != "shown"
    return int(trouble)


def kept() -> dict[str, dict[str, str | list[str]]]:
    """The outcomes that are kept, by the name of the bug."""
    if not OUTCOMES.exists():
        return {}
    lines = OUTCOMES.read_text(encoding="utf-8").splitlines()
    return {item["bug"]: item for item in map(json.loads, lines)}


def keep(results: Iterable[Outcome]) -> None:
    """Write the outcomes of this run over those of the same bugs, and forget bugs that are gone."""
    items = kept() | {result.bug.key: result.as_dict() for result in results}
    lines = [json.dumps(items[bug.key]) for bug in read_bugs() if bug.key in items]
    OUTCOMES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def differences(results: Iterable[Outcome], before: dict[str, dict[str, str | list[str]]]) -> Iterator[str]:
    """What is not as it was, a line each."""
    for result in results:
        old = before.get(result.bug.key, {})
        if result.outcome != (was := old.get("outcome", "new")):
            yield f"{result.bug.key}: {was} before, {result.outcome} now"
        for other in sorted({str(said) for said in result.others} - set(old.get("others", []))):
            yield f"{result.bug.key}: said anew beside the bug: {other}"


if __name__ == "__main__":
    sys.exit(main())
