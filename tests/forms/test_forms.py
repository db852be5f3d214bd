"""Part of the fixtures in each form: nothing is lost but what `known.json` says, and nothing is new."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest

from tests.fixtures.cases import Program, all_cases
from tests.forms.running import difference, files_of, name_of, told, written
from tests.forms.table import FORMS

KNOWN = json.loads(Path(__file__).with_name("known.json").read_text("utf-8"))
CASES = [case for case in all_cases() if case.holds_here() and not case.style]
PROGRAMS = [program for case in CASES for program in case.programs if program.role != "fixed"]
FEW, MORE = 96, 24  # one program in so many, of each form


@cache
def first(program: Program) -> tuple[tuple[str, str, int], ...]:
    return tuple(told(files_of(program)))


def unlike(form: str, one_in: int) -> dict[str, str]:
    """What is said otherwise of programs in a form, by their names."""
    found: dict[str, str] = {}
    for program in PROGRAMS:
        name = name_of(program)
        new = written(files_of(program), form) if crc32(f"{name}{form}".encode()) % one_in == 0 else None
        if new is not None:
            change = difference(list(first(program)), new, told(new.files))
            if change.lost or change.new:
                found[name] = f"lost {list(change.lost)}, new {list(change.new)}"
    return found


@pytest.mark.parametrize("form", FORMS)
def test_a_form_changes_nothing_of_what_is_found(form: str) -> None:
    told_otherwise = unlike(form, FEW)
    assert told_otherwise.keys() <= KNOWN.get(form, {}).keys(), told_otherwise


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_what_forms_are_known_to_change(form: str) -> None:
    assert unlike(form, MORE) == KNOWN.get(form, {})
