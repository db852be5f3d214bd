"""Fixes programs, runs them under JAX before and after, and says what a safe fix broke."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pytreelint.engine.fixing import plan
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.knowledge.transform import Target
from tests.fixtures.oracle import PYTHON, Oracle, Outcome
from tests.search.program import Program
from tests.search.recording import CHANGES

HERE = Path(__file__).parent
TARGETS: tuple[Target, ...] = ("runtime", "equinox")
TOGETHER = 12  # programs in one process: more, and one that ends it takes more with it
_TRACES = "out_traces"
FRESH, IDENTITY = "fresh", "identity"  # what counts as the same leaf where JAX closes over it
_Run = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A program that safe fixes changed: its new text, the rules that did, and the rules that are left."""

    program: Program
    target: Target
    text: str
    codes: tuple[str, ...]
    left: tuple[str, ...]
    withheld: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A program that a safe fix harmed, or left raising with nothing said."""

    fixed: Fixed
    kind: str
    details: str

    @property
    def name(self) -> str:
        """What it is listed under."""
        return f"{self.fixed.target}: {self.fixed.program.name}"

    def __str__(self) -> str:
        rules = ", ".join(self.fixed.codes)
        return (
            f"{self.kind} ({rules}) {self.name}\n{self.details}\n----- before\n{self.fixed.program.text}"
            f"\n----- after\n{self.fixed.text}"
        )


def fixed(programs: Sequence[Program], root: Path, target: Target) -> list[Fixed]:
    """The programs that safe fixes change, as `fix` leaves them."""
    paths = {str(root / f"program_{index}.py"): each for index, each in enumerate(programs)}
    for path, each in paths.items():
        Path(path).write_text(each.text, "utf-8")
    settings = replace(Settings(root=str(root), python=PYTHON, respect_gitignore=False), target=target)
    report = check([str(root)], settings, cache=False, jobs=1)
    assert not report.errors, report.errors[0]
    planned = plan([str(root)], settings, lambda f: f.fix is not None and f.fix.applicability == "safe", report, {})
    for path, done in planned.fixed.items():
        Path(path).write_text(done.text, "utf-8")
    again = check([str(root)], settings, cache=False, jobs=1)
    left: dict[str, list[Any]] = {}
    for finding in again.findings:
        left.setdefault(finding.place.path, []).append(finding)
    found = []
    for path, done in planned.fixed.items():
        rest = left.get(path, [])
        safe = [f.code for f in rest if f.fix is not None and f.fix.applicability == "safe"]
        codes = tuple(sorted({f.code for f in done.findings}))
        trouble = f"safe fixes are left: {safe}" if safe else ""
        found.append(Fixed(paths[path], target, done.text, codes, tuple(sorted(f.code for f in rest)), trouble))
    for path, why in planned.withheld.items():
        if "comment" not in why:  # an edit may not lose one: the fix is left undone, and that is said
            found.append(Fixed(paths[path], target, paths[path].text, (), (), why))
    return found


class Runs:
    """Runs of texts under JAX, each once, with what they record; several share a process, whose start takes longest."""

    def __init__(self, oracle: Oracle, folder: Path) -> None:
        self._oracle, self._folder = oracle, folder
        self._started = 0
        self._queued: list[_Run] = []
        self._known: dict[_Run, dict[str, Any]] = {}
        for name in ("recording.py", "closing.py"):
            shutil.copy(HERE / name, folder)

    def queue(self, text: str, *, closing: str = "") -> None:
        """Ask for a run."""
        if (text, closing) not in self._queued and (text, closing) not in self._known:
            self._queued.append((text, closing))

    def finish(self) -> None:
        """Run all that is queued."""
        for closing in ("", FRESH, IDENTITY):
            wanted = [run for run in self._queued if run[1] == closing]
            batches = [wanted[start : start + TOGETHER] for start in range(0, len(wanted), TOGETHER)]
            outcomes = [self._start(batch) for batch in batches]
            for batch, outcome in zip(batches, outcomes, strict=True):
                assert outcome.result().exit == 0, outcome.result().stderr
                answers = outcome.result().stdout.splitlines()
                self._known |= zip(batch, map(json.loads, answers), strict=True)
        self._queued.clear()

    def __call__(self, text: str, *, closing: str = "") -> dict[str, Any]:
        return self._known[text, closing]

    def _start(self, batch: Sequence[_Run]) -> Future[Outcome]:
        """Write the script of a batch, and have it run."""
        self._started += 1
        texts = self._folder / f"runs_{self._started}.json"
        texts.write_text(json.dumps([text for text, _ in batch]), "utf-8")
        main = texts.with_suffix(".py")
        main.write_text(f"import recording\nrecording.run({str(texts)!r}, closing={batch[0][1]!r})\n", "utf-8")
        return self._oracle.run(main)


def search(programs: Sequence[Program], oracle: Oracle, root: Path) -> tuple[list[Fixed], list[Failure]]:
    """What safe fixes changed, and what they broke."""
    done: list[Fixed] = []
    for target in TARGETS:
        folder = root / target
        folder.mkdir()
        seen = {each.text for each in done}
        done += [each for each in fixed(programs, folder, target) if each.text not in seen]
    (root / "runs").mkdir()
    runs = Runs(oracle, root / "runs")
    for each in done:
        runs.queue(each.program.text)
        runs.queue(each.program.text, closing=FRESH)
        if CHANGES in each.program.text:
            runs.queue(each.program.text, closing=IDENTITY)
        runs.queue(each.text)
    runs.finish()
    return done, [failure for each in done for failure in judged(each, runs)]


def judged(each: Fixed, runs: Runs) -> Iterator[Failure]:
    """The first thing that is wrong with a fixed program."""
    if each.withheld:
        yield Failure(each, "withheld", each.withheld)
        return
    before, after = runs(each.program.text), runs(each.text)
    for name, value in before["outs"].items():
        if after["outs"].get(name) != value:
            yield Failure(each, "changed", f"{name}: {value}\nis now {after['outs'].get(name)}\n{after['message']}")
            return
    if not after["printed"].startswith(before["printed"]):
        yield Failure(each, "changed", f"prints {after['printed']!r}, not {before['printed']!r}")
    elif not before["error"]:
        if after["error"]:
            yield Failure(each, "broken", f"{after['error']}: {after['message']}")
    else:
        found = list(_repaired(each, after, runs(each.program.text, closing=FRESH)))
        if found and CHANGES in each.program.text:
            found = list(_repaired(each, after, runs(each.program.text, closing=IDENTITY))) and found
        yield from found


def _repaired(each: Fixed, after: dict[str, Any], twin: dict[str, Any]) -> Iterator[Failure]:
    """The same for a program that raised."""
    if after["error"]:
        if not each.left and not twin["error"]:
            yield Failure(
                each, "still raises", f"{after['error']}: {after['message']}\ntwin: {twin['error']}: {twin['message']}"
            )
        return
    for name, value in twin["outs"].items():
        found = after["outs"].get(name)
        if name == _TRACES:
            if not twin["error"] and _number(found) > _number(value):
                yield Failure(each, "traces", f"{found} instead of {value}")
                return
        elif found != value:
            yield Failure(each, "wrong", f"{name}: {found}\nshould be {value}")
            return
    if not twin["error"] and after["printed"] != twin["printed"]:
        yield Failure(each, "wrong", f"prints {after['printed']!r}, not {twin['printed']!r}")


def _number(record: list[str]) -> int:
    return int(record[1].rpartition(" ")[2])
