"""PTL305 in notebooks: a cell that draws as another one did begins anew; two draws in one cell are two."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check
from tests.model.text.test_notebook import notebook

HEAD = "import jax\nkey = jax.random.key(0)"
X, Y = "x = jax.random.normal(key, (3,))", "y = jax.random.normal(key, (4,))"
SPLIT = "first, second = jax.random.split(key)\nprint(jax.random.normal(first))"


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ((HEAD, X, Y), []),
        ((HEAD, X + "\n" + Y), ["PTL305"]),
        ((HEAD, X, SPLIT), ["PTL305"]),
        ((HEAD, SPLIT, SPLIT), []),
    ],
)
def test_two_cells(tmp_path: Path, cells: tuple[str, ...], found: list[str]) -> None:
    (tmp_path / "study.ipynb").write_text(notebook(*cells, "print(x)"), encoding="utf-8")
    findings = check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1).findings
    assert [finding.code for finding in findings] == found
