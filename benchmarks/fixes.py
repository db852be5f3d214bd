"""What `pytreelint fix` makes of every wrong program here: repaired copies are run under JAX and compared.

    python -m benchmarks.fixes [--target equinox] [--safe | --share] [--show] [CODE ...]

A program counts as repaired when its fixed copy runs without an error and prints what the hand-repaired one prints.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytreelint.engine.config import load
from pytreelint.engine.fixing import plan
from pytreelint.engine.run import check
from pytreelint.knowledge.transform import Target
from tests.fixtures.cases import Case, Program
from tests.fixtures.cases import all_cases as fixture_cases
from tests.fixtures.oracle import Oracle
from tests.programs.cases import all_cases as program_cases


@dataclass(frozen=True, slots=True)
class Attempt:
    """A fixed copy of a wrong program."""

    case: Case
    main: Path
    codes: tuple[str, ...]


def attempts(cases: Sequence[Case], folder: Path, target: Target, unsafe: bool) -> Iterator[Attempt | Case]:
    """The fixed copies; the case itself where nothing was changed."""
    for index, case in enumerate(cases):
        bad = case.program("bad")
        if bad is None or case.program("fixed") is None or not case.holds_here:
            continue
        copy = _copied(bad, folder / str(index))
        settings = replace(load([str(copy)]), target=target, python=sys.executable)
        report = check([str(copy)], settings, cache=False, jobs=1)
        planned = plan(
            [str(copy)],
            settings,
            lambda f, s=settings: f.fix is not None and s.may_fix(f.code, f.fix.applicability, unsafe),  # type: ignore[misc]
            report,
            {},
        )
        for path, fixed in planned.fixed.items():
            Path(path).write_text(fixed.text)
        codes = tuple(sorted({f.code for fixed in planned.fixed.values() for f in fixed.findings}))
        yield Attempt(case, copy / bad.main.name, codes) if codes else case


def _copied(program: Program, folder: Path) -> Path:
    if program.path.is_dir():
        shutil.copytree(program.path, folder)
    else:
        folder.mkdir(parents=True)
        shutil.copy(program.path, folder)
    return folder


@dataclass(frozen=True, slots=True)
class Count:
    """Wrong programs per rule: all, those that were changed, and those that do what the repaired ones do."""

    total: Counter[str]
    changed: Counter[str]
    repaired: Counter[str]


def count(cases: Sequence[Case], oracle: Oracle, target: Target, unsafe: bool, show: bool) -> Count:
    """Fix, run, compare."""
    found = Count(Counter(), Counter(), Counter())
    with tempfile.TemporaryDirectory() as scratch:
        for each in list(attempts(cases, Path(scratch).resolve(), target, unsafe)):
            case = each.case if isinstance(each, Attempt) else each
            rule = _rule(case)
            found.total[rule] += 1
            if not isinstance(each, Attempt):
                if show:
                    print(f"unchanged {case.folder.parent.name}/{case.folder.name}")
                continue
            found.changed[rule] += 1
            fixed = case.program("fixed")
            assert fixed is not None
            ours, theirs = oracle.run(each.main).result(), oracle.run(fixed.main).result()
            if ours.exit == 0 and ours.stdout == theirs.stdout:
                found.repaired[rule] += 1
            elif show:
                why = ours.message[:150] if ours.exit else f"prints {ours.stdout[:60]!r}, not {theirs.stdout[:60]!r}"
                print(f"WRONG {case.folder.parent.name}/{case.folder.name} ({', '.join(each.codes)}): {why}")
    return found


def main() -> int:
    """Print a line per rule."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("codes", nargs="*", help="only cases that expect one of these")
    parser.add_argument("--target", choices=["runtime", "equinox"], default="runtime")
    parser.add_argument("--safe", action="store_true", help="safe fixes only")
    parser.add_argument("--share", action="store_true", help="all fixes, and how many programs safe ones alone repair")
    parser.add_argument("--show", action="store_true", help="say why a program is not repaired")
    given = parser.parse_args()
    cases = [case for case in (*fixture_cases(), *program_cases()) if _wanted(case, given.codes)]
    oracle = Oracle()
    found = count(cases, oracle, given.target, not given.safe, given.show)
    safe = count(cases, oracle, given.target, False, given.show).repaired if given.share else None
    oracle.close()
    for rule in [*sorted(found.total), "all"]:
        total, changed, repaired = (
            each.total() if rule == "all" else each[rule] for each in (found.total, found.changed, found.repaired)
        )
        line = f"{rule}: {total} wrong programs, {changed} changed, {repaired} repaired"
        print(
            line
            + (f", {safe.total() if rule == 'all' else safe[rule]} by safe fixes alone" if safe is not None else "")
        )
    return 0


def _rule(case: Case) -> str:
    bad = case.program("bad")
    assert bad is not None
    return min((code for _, _, code in bad.marks()), default="none")


def _wanted(case: Case, codes: Sequence[str]) -> bool:
    bad = case.program("bad")
    return bad is not None and (not codes or any(code in codes for _, _, code in bad.marks()))


if __name__ == "__main__":
    raise SystemExit(main())
