"""JAX is the oracle here, too: a wrong program shows its symptom in every form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from tests.fixtures.cases import Case, all_cases
from tests.fixtures.oracle import Oracle
from tests.fixtures.test_symptoms import said, shows
from tests.forms.running import files_of, name_of, written
from tests.forms.table import FORMS

CASES = [case for case in all_cases() if case.holds_here() and not case.style and case.program("bad")]
ONE_IN = 80  # of all wrong programs in all forms
# What is gone from a library raises an ImportError where it is imported by name, and an AttributeError elsewhere.
OTHERWISE = {("imported_by_name", "PTL803"), ("imported_by_name", "PTL804")}


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    session = Oracle()
    yield session
    session.close()


def chosen(form: str) -> list[Case]:
    some = [case for case in CASES if crc32(f"{case.id}{form}".encode()) % ONE_IN == 0]
    return [case for case in some if (form, case.code) not in OTHERWISE]


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_a_form_means_the_same_to_jax(form: str, oracle: Oracle, tmp_path: Path) -> None:
    for case in chosen(form):
        program = case.program("bad")
        assert program is not None
        new = written(files_of(program), form)
        if new is None:
            continue
        folder = tmp_path / name_of(program)
        for name, text in new.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        outcome = oracle.run(folder / program.main.name).result()
        assert shows(outcome, case.symptom), f"{name_of(program)}\n{said(outcome)}"
