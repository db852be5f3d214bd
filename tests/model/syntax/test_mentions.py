"""Where a text may speak of outdated names: every spelling that a walk would find, and not much besides."""

from __future__ import annotations

import pytest

from pytreelint.model.syntax.mentions import mentions

FOUND = {
    "import jax\nx = jax.tree_map(f, t)\n": {2},
    "import jax as j\nx = j.tree_map(f, t)\n": {2},
    "from jax import tree_map\n": {1},
    "from jax import (\n    jit,  # compiled\n    tree_map as tm,\n)\n": {1, 2, 3, 4},
    "from jax import jit, \\\n    tree_map\n": {1, 2},
    "import jax.experimental.maps\n": {1},
    "from jax.experimental import maps\n": {1},
    "x = 1; import jax; jax.tree_map(f, t)\n": {1},
    "if x: import jax\njax.tree_map(f, t)\n": {2},
    "def f():\n    import jax\n    return jax.tree_map(f, t)\n": {3},
    "import jax\ntree = jax\ntree.tree_map(f, t)\n": {3},
    "import jax\ntree: Any = jax\ntree.tree_map(f, t)\n": {3},
    "from .compat import jax\njax.tree_map(f, t)\n": {2},
    "from mine import tools\ntools.tree_map(f, t)\n": {2},
    "import jax\r\nx = jax.tree_map(f, t)\r\n": {2},
    "import jax\rx = jax.tree_map(f, t)\r": {2},
    "import equinox as eqx\nx: int = eqx.static_field()\n": set(),
}


@pytest.mark.parametrize("text", FOUND)
def test_the_rows_of_mentions(text: str) -> None:
    found = mentions(text)
    assert (set(found.rows) if found is not None else set()) == FOUND[text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import jax\nx = jax.tree.map(f, t)\n",
        "import numpy as np\nx = np.tree_map(f, t)\n",
        "import jax.numpy as jnp\nx = jnp.zeros(3)\n",
        "import os\nself.tree_map(f)\n",
        "# from the import of jax on, tree_map is gone\n",
        '"""We import jax.\n\ntree_map"""\n',
    ],
)
def test_most_texts_hold_none(text: str) -> None:
    assert mentions(text) is None


def test_names_that_functions_bind_anew() -> None:
    found = mentions("import jax\ndef f():\n    import mine as jax\n    lax = jax.lax\njax.tree_map(f, t)\n")
    assert found is not None
    assert {"jax", "lax"} <= found.rebound
