"""Every combination of the matrix: linted all of them, a batch in `make test`; executed under JAX those in one file."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from tests.fixtures.oracle import PYTHON
from tests.knowledge.building import installed
from tests.part import part
from tests.rules.matrix import BUGS, LIBRARIES, OUT, PLACES, PLAIN, Cell, cells, marked, program

NEEDS = {"equinox": "equinox", "jax_dataclasses": "jax_dataclasses", "simple_pytree": "simple_pytree", "attrs": "attrs"}
NEEDS |= {"flax.struct": "flax.struct", "chex": "chex", "zodiax": "zodiax"}
CELLS = [cell for cell in cells() if installed(NEEDS.get(cell.library, "jax"))]
BATCHES = 4  # those of one are linted together: several starts of the linter, and not one by cell
Found = dict[tuple[str, bool], set[tuple[str, int, str]]]


def batch_of(cell: Cell) -> int:
    """Which batch a cell belongs to; that of `make test` is 0."""
    return crc32(cell.id.encode()) % BATCHES


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Found]:
    """The findings of a batch, when the first of its cells asks."""
    return cache(lambda batch: found_in(tmp_path_factory.mktemp("matrix"), batch))


def found_in(root: Path, batch: int) -> Found:
    """(file, row, code) of the findings of each program, by cell and whether it is the wrong one."""
    of_batch = [cell for cell in CELLS if batch_of(cell) == batch]
    for cell in of_batch:
        for wrong in (True, False):
            folder = root / f"{cell.id}-{wrong}"
            folder.mkdir()
            for name, text in program(cell, wrong).items():
                (folder / name).write_text(text)
    settings = Settings(root=str(root), python=PYTHON, respect_gitignore=False)
    report = check([str(root)], settings, cache=False, jobs=1)
    assert report.errors == ()
    results: Found = {(cell.id, w): set() for cell in of_batch for w in (True, False)}
    for finding in report.findings:
        path = Path(finding.place.path)
        identity, _, role = path.parent.name.rpartition("-")
        results[identity, role == "True"].add((path.name, finding.place.row, finding.code))
    return results


@pytest.mark.parametrize("cell", [pytest.param(cell, id=cell.id, marks=part(cell.id, BATCHES)) for cell in CELLS])
def test_the_wrong_one_is_found_and_nothing_else(cell: Cell, found: Callable[[int], Found]) -> None:
    (row,) = marked(program(cell, True))
    right, wrong = (
        {each for each in found(batch_of(cell))[cell.id, is_wrong] if each[2].startswith("PTL2")}
        for is_wrong in (False, True)
    )
    assert wrong == {("main.py", row, cell.code)}
    assert right == set()


def executed(text: str) -> BaseException | None:
    module = sys.modules["matrix_program"] = types.ModuleType("matrix_program")  # some libraries look it up
    try:
        exec(compile(text, "main.py", "exec"), vars(module))
    except Exception as error:
        return error
    finally:
        del sys.modules["matrix_program"]
    return None


def runs() -> list[Any]:
    """The cells in one file; the spellings but the first take long together."""
    here = [cell for cell in CELLS if cell.place == "one file"]
    return [pytest.param(c, id=c.id, marks=[] if c.spelling == "direct" else [pytest.mark.long]) for c in here]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cell", runs())
def test_jax_agrees(cell: Cell) -> None:
    assert isinstance(executed(program(cell, True)["main.py"]), TypeError | ValueError | AttributeError)
    assert executed(program(cell, False)["main.py"]) is None


def test_what_is_left_out_is_named() -> None:
    assert {library for _, library in OUT} <= {*LIBRARIES, *PLAIN}
    assert {what for what, _ in OUT} <= {*PLACES, *BUGS}
    assert len(CELLS) > 1000
