"""The rebuilt bugs are found, the right programs are left alone; `make test-all` also runs all of them under JAX."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fixtures.cases import Case, Program
from tests.fixtures.oracle import Oracle
from tests.fixtures.test_symptoms import said, shows
from tests.programs.cases import all_cases, known_misses, marks, name
from tests.programs.score import Score, line_of, measure

PROGRAMS = [(case, program) for case in all_cases() for program in case.programs]
HERE = [(case, program) for case, program in PROGRAMS if case.holds_here()]


@pytest.fixture(scope="module")
def score() -> Score:
    return measure()


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    session = Oracle()
    for _, program in HERE:
        session.run(program.main)
    yield session
    session.close()


@pytest.mark.parametrize("case", [pytest.param(case, id=case.folder.name) for case in all_cases()])
def test_case_is_complete(case: Case) -> None:
    assert {"why", "source", "needs"} <= case.about.keys() <= {"why", "source", "needs", "jax", "later", "symptom"}
    assert case.about["source"].startswith("https://")
    roles = {program.role for program in case.programs}
    assert roles == ({"bad", "fixed", "ok"} if case.symptom else {"ok"})


@pytest.mark.parametrize(("case", "program"), [pytest.param(*both, id=name(*both)) for both in PROGRAMS])
def test_only_wrong_programs_are_marked(case: Case, program: Program) -> None:
    found = marks(program)
    assert bool(found.expect or found.later) == (program.role == "bad")
    if "later" in case.about and program.role == "bad":
        assert not found.expect
        assert {code for _, _, code in found.later} == {case.about["later"]}


def test_every_bug_is_found_but_those_known_to_be_missed(score: Score) -> None:
    lost, won = score.misses - known_misses(), known_misses() - score.misses
    assert not lost, "lost:\n" + "\n".join(map(line_of, sorted(lost)))
    assert not won, "found now, to be struck from missed.toml:\n" + "\n".join(map(line_of, sorted(won)))


def test_nothing_else_is_said(score: Score) -> None:
    assert not score.alarms, "\n".join(map(line_of, sorted(score.alarms)))


@pytest.mark.long
@pytest.mark.parametrize(("case", "program"), [pytest.param(*both, id=name(*both)) for both in HERE])
def test_jax_agrees(case: Case, program: Program, oracle: Oracle) -> None:
    outcome = oracle.run(program.main).result()
    if program.role == "bad":
        assert shows(outcome, case.symptom), said(outcome)
    else:
        assert outcome.exit == 0, said(outcome)
        assert outcome.warnings == (), said(outcome)
