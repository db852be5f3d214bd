"""A function that exhausts its steps costs what follows it nothing."""

from __future__ import annotations

from pathlib import Path

from pytreelint.engine.config import load
from pytreelint.engine.run import check

LONG = "def long(x):\n" + "".join(f"    x = x + {n}\n" for n in range(3000)) + "    return Net(x)\n"
NET = """
class Net(eqx.Module):
    table: jax.Array = eqx.field(static=True)
"""


def test_a_class_first_met_without_steps_is_read_in_full(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(f"import equinox as eqx\nimport jax\n\n{LONG}{NET}")
    found = check([str(tmp_path)], load([str(tmp_path)]), cache=False).findings
    assert [(finding.code, finding.place.row) for finding in found] == [("PTL101", 3 + 3000 + 2 + 3)]
