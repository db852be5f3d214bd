"""Rules without a fix: a program for which each obvious repair is wrong, executed under JAX."""

from __future__ import annotations

import contextlib
import io
import warnings
from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.rules.rule import all_rules
from tests.fixtures.oracle import PYTHON
from tests.rules.refused import REFUSED, Refused

REPAIRS = [(program, repair) for program in REFUSED for repair in program.repairs]


def printed(text: str) -> str | None:
    """What a program prints; None where it raises."""
    out = io.StringIO()
    names = {"__name__": "program"}
    with warnings.catch_warnings(), contextlib.redirect_stdout(out):
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, "<program>", "exec", dont_inherit=True), names)
        except (TypeError, ValueError, AttributeError, RuntimeError, NameError):
            return None
    return out.getvalue()


@pytest.mark.parametrize("program", REFUSED, ids=lambda program: program.code)
def test_it_is_found_and_left_to_people(program: Refused, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(program.text)
    settings = Settings(root=str(tmp_path), python=PYTHON, respect_gitignore=False)
    found = check([str(tmp_path)], settings, cache=False, jobs=1).findings
    assert program.code in {finding.code for finding in found}
    assert all(finding.fix is None for finding in found)
    assert printed(program.text) != program.meant
    assert printed(program.after(program.by_hand)) == program.meant


@pytest.mark.parametrize(("program", "repair"), REPAIRS, ids=[f"{p.code}-{r.replace(' ', '_')}" for p, r in REPAIRS])
def test_each_obvious_repair_is_wrong(program: Refused, repair: str) -> None:
    assert printed(program.after(program.repairs[repair])) != program.meant


def test_the_page_of_the_rule_says_so() -> None:
    pages = {rule.code: " ".join((rule.__doc__ or "").split()) for rule in all_rules()}
    assert [program.code for program in REFUSED if "Fix: none" not in pages[program.code]] == []
