"""`flax.nnx.List`: a list whose items are attributes, seen through whatever an application does with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.queries.tree import TreeNode, node
from pytreelint.model.values.value import Object
from tests.model.snippets import Project, show

LIBRARY = {
    "flax/__init__.py": "",
    "flax/nnx/__init__.py": "from flax.nnx.helpers import List as List\nfrom flax.nnx.module import Module as Module\n",
    "flax/nnx/module.py": "class Module: pass\n",
    "flax/nnx/helpers.py": "from flax.nnx.module import Module\nclass List(Module):\n"
    "    def __init__(self, it=None, /): ...\n    def append(self, value): ...\n",
}
USE = """
import jax.numpy as jnp
from flax import nnx
array = jnp.zeros(3)
class Net(nnx.Module):
    def __init__(self, n, *more):
        self.layers = {layers}
        {then}
net = Net(2)
x = {read}
"""
# What `layers` is, what is done then, what is read: and what that is.
LISTS = [
    ("nnx.List([array, 'a'])", "pass", "net.layers[1]", "'a'"),
    ("nnx.List([array, array])", "pass", "[v + 1 for v in net.layers]", "[*jax:inexact]"),
    ("nnx.List([array for _ in range(n)])", "pass", "net.layers[0]", "jax:inexact"),
    ("nnx.List()", "self.layers.append(array); self.layers.append(1)", "net.layers[1]", "1"),
    ("nnx.List([])", "for _ in range(n): self.layers.append(array)", "net.layers[0]", "jax:inexact"),
    ("nnx.List(more)", "pass", "net.layers[0]", "?"),
    ("nnx.List(missing(n))", "pass", "net.layers[0]", "?"),
]


@pytest.mark.parametrize(("layers", "then", "read", "expected"), LISTS)
def test_items_are_found_again(tmp_path: Path, layers: str, then: str, read: str, expected: str) -> None:
    project = Project(tmp_path, {"net.py": USE.format(layers=layers, then=then, read=read)}, LIBRARY)
    assert show(project.value("net.py", "x")) == expected


def test_each_item_is_data_or_static_as_its_value_is(tmp_path: Path) -> None:
    files = {"net.py": USE.format(layers="nnx.List([array, jnp.tanh])", then="pass", read="net.layers")}
    project = Project(tmp_path, files, LIBRARY)
    value = project.value("net.py", "x")
    assert isinstance(value, Object)
    tree = node(project.ev, "layers", value)
    assert kinds(tree) == {"[0]": "array", "[1]": "static", "_length": "static"}


def kinds(tree: TreeNode) -> dict[str, str]:
    """What each child is."""
    return {child.label: child.kind for child in tree.children}
