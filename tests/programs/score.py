"""Prints, rule by rule, how many of the rebuilt bugs the linter finds, what it misses, and every false alarm.

    python -m tests.programs.score

A finding that is marked neither `expect` nor `may` is a false alarm, in a wrong program as in a right one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tests.programs.cases import ROOT, Mark, all_cases, marks
from tests.programs.linted import found_in


@dataclass(frozen=True, slots=True)
class Score:
    """What came out, over all programs."""

    expected: frozenset[Mark]
    hits: frozenset[Mark]
    alarms: frozenset[Mark]
    messages: Mapping[Mark, str]
    right: int  # programs without a bug
    flagged: int  # those of them that the linter flags

    @property
    def misses(self) -> frozenset[Mark]:
        return self.expected - self.hits


def measure() -> Score:
    programs = tuple(program for case in all_cases() for program in case.programs)
    found = found_in(programs)
    said = {program.path: marks(program) for program in programs}
    right = tuple(program for program in programs if program.role != "bad")
    return Score(
        expected=frozenset(mark for kinds in said.values() for mark in kinds.expect),
        hits=frozenset(mark for path, kinds in said.items() for mark in found[path].keys() & kinds.expect),
        alarms=frozenset(
            mark for path, kinds in said.items() for mark in found[path].keys() - kinds.expect - kinds.may
        ),
        messages={mark: message for texts in found.values() for mark, message in texts.items()},
        right=len(right),
        flagged=sum(bool(found[program.path]) for program in right),
    )


def by_rule(marks: frozenset[Mark]) -> Mapping[str, int]:
    return Counter(code for _, _, code in marks)


def line_of(mark: Mark) -> str:
    file, row, code = mark
    return f"{code} {file}:{row}: {(ROOT / file).read_text('utf-8').splitlines()[row - 1].strip()}"


def table(score: Score) -> list[str]:
    expected, hits, alarms = map(by_rule, (score.expected, score.hits, score.alarms))
    rows = [f"{code}  {hits.get(code, 0):4} of {n:4} found" for code, n in sorted(expected.items())]
    rows += [f"{code}  {n:4} false alarms" for code, n in sorted(alarms.items())]
    precision = len(score.hits) / max(1, len(score.hits) + len(score.alarms))
    rows.append(f"all     {len(score.hits):4} of {len(score.expected):4} found, precision {precision:.3f}")
    rows.append(f"right programs flagged: {score.flagged} of {score.right}")
    return rows


def listing(title: str, score: Score, found: frozenset[Mark]) -> list[str]:
    """The lines, and what was said of them."""
    lines = (f"  {line_of(mark)}" + f"\n      {score.messages.get(mark, '')}".rstrip() for mark in sorted(found))
    return [f"\n{title}", *lines] if found else []


def main() -> None:
    score = measure()
    print(
        "\n".join(
            [*table(score), *listing("missed", score, score.misses), *listing("false alarms", score, score.alarms)]
        )
    )


if __name__ == "__main__":
    main()
