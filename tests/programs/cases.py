"""The programs of this folder, what must be said of them, and what may be said."""

from __future__ import annotations

import io
import re
import tokenize
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.fixtures.cases import Case, Program

ROOT = Path(__file__).parent

_COMMENT = re.compile(r"#\s*(expect|may|later):\s*(PTL\d{3}(?:\s*,\s*PTL\d{3})*)\s*$")

Mark = tuple[str, int, str]  # file relative to this folder, row, code


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one program, by kind.

    Attributes:
        expect: findings that must come.
        may: findings that are true and need not come.
        later: bugs of rules that are still to be written; nothing is said of them.
    """

    expect: frozenset[Mark]
    may: frozenset[Mark]
    later: frozenset[Mark]


@cache
def all_cases() -> tuple[Case, ...]:
    return tuple(Case(path.parent) for path in sorted(ROOT.glob("[0-9]*/case.toml")))


def name(case: Case, program: Program) -> str:
    """`060_jit_of_local_loss/bad`."""
    return f"{case.folder.name}/{program.path.stem}"


def marks(program: Program) -> Marks:
    found: dict[str, set[Mark]] = {"expect": set(), "may": set(), "later": set()}
    for file in program.files:
        relative = file.relative_to(ROOT).as_posix()
        for token in tokenize.generate_tokens(io.StringIO(file.read_text("utf-8")).readline):
            if token.type == tokenize.COMMENT and (match := _COMMENT.match(token.string)):
                codes = (code.strip() for code in match[2].split(","))
                found[match[1]].update((relative, token.start[0], code) for code in codes)
    return Marks(*(frozenset(found[kind]) for kind in ("expect", "may", "later")))


@cache
def known_misses() -> frozenset[Mark]:
    """Returns the marks of the bugs that the linter misses today: `missed.toml`, where each has its reason."""
    entries = tomllib.loads((ROOT / "missed.toml").read_text("utf-8"))["missed"]
    assert all(entry["why"] for entry in entries)
    return frozenset((entry["file"], entry["row"], entry["code"]) for entry in entries)
