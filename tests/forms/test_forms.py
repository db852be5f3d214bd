"""Part of the fixtures in each form: no finding is lost but where `known.json` says so, and none is new."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.fixtures.cases import Program, all_cases
from tests.forms.running import difference, files_of, told, written
from tests.forms.table import FORMS
from tests.part import is_in_part

KNOWN = json.loads(Path(__file__).with_name("known.json").read_text("utf-8"))
CASES = [case for case in all_cases() if case.holds_here() and not case.style]
PROGRAMS = {program.id: program for case in CASES for program in case.programs if program.role != "fixed"}
ONE_IN = 12  # of all programs in all forms; `python -m tests.forms` runs the others


@cache
def first(program: Program) -> tuple[tuple[str, str, int], ...]:
    return tuple(told(files_of(program)))


@pytest.mark.parametrize("form", FORMS)
def test_a_form_changes_nothing_of_what_is_found(form: str) -> None:
    unlike: list[str] = []
    for name, program in PROGRAMS.items():
        if not is_in_part(f"{name}{form}", ONE_IN) or name in KNOWN.get(form, ()):
            continue
        new = written(files_of(program), form)
        if new is not None:
            change = difference(list(first(program)), new, told(new.files))
            unlike += [f"{name}: lost {change.lost}, new {change.new}"] if change.lost or change.new else []
    assert not unlike, "\n".join(unlike)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_written_of_some_program(form: str) -> None:
    assert any(written(files_of(program), form) is not None for program in PROGRAMS.values())
