"""What the model knows of values that Python changes in unusual ways is what Python makes of them."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from tests.model.interpreter.python_cases import MAIN, Case, cases, outcome

CASES = {case.name: case for case in cases()}


def test_no_name_stands_twice() -> None:
    assert len(CASES) == len(cases())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_model_knows_no_more_than_it_did(case: Case, tmp_path: Path) -> None:
    assert outcome(case, tmp_path) == case.outcome


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_python_does_what_a_case_says(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in case.files('"start"', '"end"').items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    try:
        assert runpy.run_path(str(tmp_path / MAIN), run_name="program")["r"] == "end"
    finally:
        for name in set(sys.modules) - before:
            if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]
