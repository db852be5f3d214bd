"""Grids of small programs: what is found is what JAX raises for, and no more."""

from __future__ import annotations

import contextlib
import io
import sys
import types
import warnings
from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check
from tests.grids.grids import CODES, Program, grids, programs

EVERY = [pytest.param(each, id=f"{grid}: {each.body}") for grid in grids() for each in programs(grid)]


@pytest.mark.parametrize("grid", grids())
def test_what_is_found_is_as_the_marks_say(grid: str, tmp_path: Path) -> None:
    each = programs(grid)
    paths = [tmp_path / f"p{index:03}.py" for index in range(len(each))]
    for path, program in zip(paths, each, strict=True):
        path.write_text(program.text)
    findings = check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1).findings
    found = {Path(f.place.path).name for f in findings if f.code in CODES.get(grid, (f.code,))}
    wrong = [p.body for path, p in zip(paths, each, strict=True) if (path.name in found) is not (p.mark == "+")]
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize(
    "program", [pytest.param(p, id=f"{p.grid}: {p.body}") for grid in grids() for p in programs(grid)]
)
def test_jax_does_as_the_marks_say(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("program")
    monkeypatch.setitem(sys.modules, "program", module)
    raised: BaseException | None = None
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            exec(compile(program.text, "program", "exec"), module.__dict__)
        except Exception as error:
            raised = error
    assert (raised is not None) is (program.mark in "+~"), raised
