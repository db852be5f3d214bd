"""What `pytreelint fix` makes of every wrong program here: repaired copies are run under JAX and compared.

    python -m benchmarks.fixes [--target equinox] [--safe] [--show] [CODE ...]

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


def main() -> int:
    """Fix, run, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("codes", nargs="*", help="only cases that expect one of these")
    parser.add_argument("--target", choices=["runtime", "equinox"], default="runtime")
    parser.add_argument("--safe", action="store_true", help="safe fixes only")
    parser.add_argument("--show", action="store_true", help="say why a program is not repaired")
    given = parser.parse_args()
    cases = [case for case in (*fixture_cases(), *program_cases()) if _wanted(case, given.codes)]
    changed: Counter[str] = Counter()
    repaired: Counter[str] = Counter()
    total: Counter[str] = Counter()
    oracle = Oracle()
    with tempfile.TemporaryDirectory() as scratch:
        found = list(attempts(cases, Path(scratch).resolve(), given.target, not given.safe))
        for each in found:
            case = each.case if isinstance(each, Attempt) else each
            rule = _rule(case)
            total[rule] += 1
            if not isinstance(each, Attempt):
                if given.show:
                    print(f"unchanged {case.folder.parent.name}/{case.folder.name}")
                continue
            changed[rule] += 1
            fixed = case.program("fixed")
            assert fixed is not None
            ours, theirs = oracle.run(each.main).result(), oracle.run(fixed.main).result()
            if ours.exit == 0 and ours.stdout == theirs.stdout:
                repaired[rule] += 1
            elif given.show:
                why = ours.message[:150] if ours.exit else f"prints {ours.stdout[:60]!r}, not {theirs.stdout[:60]!r}"
                print(f"WRONG {case.folder.parent.name}/{case.folder.name} ({', '.join(each.codes)}): {why}")
    oracle.close()
    for rule in sorted(total):
        print(f"{rule}: {total[rule]} wrong programs, {changed[rule]} changed, {repaired[rule]} repaired")
    print(f"all: {total.total()} wrong programs, {changed.total()} changed, {repaired.total()} repaired")
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
