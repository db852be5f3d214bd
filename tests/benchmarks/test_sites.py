"""The sample's own, simple list of places."""

from __future__ import annotations

import pytest

from benchmarks.sites import spots


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("size: int = eqx.field(static=True)", "static field"),
        ("size: int = struct.field(pytree_node=False)", "static field"),
        ("size: int = static_field()", "static field"),
        ("def tree_flatten(self): return (), None", "aux data"),
        ("jax.tree_util.register_dataclass(Net, [], [])", "aux data"),
        ("g = jax.jit(f)", "transform"),
        ("g = partial(jax.jit, static_argnums=0)", "transform"),
        ("y = lax.scan(f, 0, xs)", "transform"),
        ("g = differentiate(f)", "transform"),
    ],
)
def test_a_place_is_found(line: str, kind: str) -> None:
    imports = "import jax\nfrom jax import lax, grad as differentiate\n"
    assert [(spot.row, spot.kind, spot.source) for spot in spots(imports + line)] == [(3, kind, line)]


@pytest.mark.parametrize(
    "text",
    [
        "import numba\ng = numba.jit(f)",
        "import jax\ny = jax.tree.map(f, x)",
        "size: int = field(default=3)",
        "grad = 3",
        "def broken(:",
    ],
)
def test_other_code_is_no_place(text: str) -> None:
    assert spots(text) == []
