"""`from m import *`: which names it brings, from libraries that tables speak for and from source."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.snippets import Project, Snippet, show

# A star, what is asked after it -> what that is.
LIBRARIES = {
    ("from jax import *", "jit"): "jax.jit",
    ("from jax import *", "vmap"): "jax.vmap",
    ("from jax import *", "lax.scan"): "jax.lax.scan",
    ("from jax import *", "tree.map"): "jax.tree.map",
    ("from jax import *", "numpy.zeros"): "jax.numpy.zeros",
    ("from jax.numpy import *", "zeros"): "jax.numpy.zeros",
    ("from jax.numpy import *", "sum"): "jax.numpy.sum",
    ("from jax.lax import *", "scan"): "jax.lax.scan",
    ("from jax.lax import *", "cond"): "jax.lax.cond",
    ("from jax.tree_util import *", "tree_map"): "jax.tree.map",
    ("from jax.tree_util import *", "Partial"): "jax.tree_util.Partial",
    ("from jax.random import *", "split"): "jax.random.split",
    ("from equinox import *", "filter_jit"): "equinox.filter_jit",
    ("from equinox import *", "Module"): "equinox.Module",
    ("from flax.struct import *", "dataclass"): "flax.struct.dataclass",
    ("from flax.struct import *", "PyTreeNode"): "flax.struct.PyTreeNode",
    ("from functools import *", "partial"): "functools.partial",
    ("from dataclasses import *", "dataclass"): "dataclasses.dataclass",
    ("from pytreelint.runtime import *", "combine"): "pytreelint.runtime.combine",
    ("from pytreelint.runtime import *", "filter"): "pytreelint.runtime.filter",
    ("from jax import *", "nothing"): "?",
    ("from jax import *", "sum"): "builtins.sum",
    ("from jax import *", "_src"): "?",
    ("from math import *\nfrom jax.numpy import *", "sqrt"): "jax.numpy.sqrt",
    ("from jax.numpy import *\nfrom math import *", "sqrt"): "math.sqrt",
    ("from jax.numpy import *\nfrom mystery import *", "sqrt"): "?",
    ("from mystery import *\nfrom jax.numpy import *", "sqrt"): "jax.numpy.sqrt",
    ("from jax import *\njit = 1", "jit"): "1",
}


@pytest.mark.parametrize(("stars", "asked"), LIBRARIES)
def test_stars_of_libraries(stars: str, asked: str, tmp_path: Path) -> None:
    project = Project(tmp_path, {"here.py": f"{stars}\nasked = {asked}\n"})
    assert show(project.value("here.py", "asked")) == LIBRARIES[stars, asked]


# A module that is starred -> what `f` is after it.
MODULES = {
    "f = 1": "1",
    "_f = 1": "?",
    "__all__ = ['f']\nf = 1": "1",
    "__all__ = ['g']\nf = 1": "?",
    "__all__ = ('f', 'g')\nf = 1": "1",
    "__all__ = ['g']\n__all__ += ['f']\nf = 1": "1",
    "from jax import jit as f": "jax.jit",
    "from jax.numpy import *\nf = zeros": "jax.numpy.zeros",
}


@pytest.mark.parametrize("text", MODULES)
def test_stars_of_source(text: str, tmp_path: Path) -> None:
    project = Project(tmp_path, {"here.py": "from there import *\nasked = f\n", "there.py": text + "\n"})
    assert show(project.value("here.py", "asked")) == MODULES[text]


def test_names_with_an_underscore_come_where_they_are_listed(tmp_path: Path) -> None:
    files = {"here.py": "from there import *\nasked = _f\n", "there.py": "__all__ = ['_f']\n_f = 1\n"}
    assert show(Project(tmp_path, files).value("here.py", "asked")) == "1"


def test_a_transform_by_a_star_is_one() -> None:
    text = "from jax import *\nfrom jax.numpy import *\ny = jit(lambda m, x: m(x))(function, ones(2))\n"
    assert [call.transform.name for call in Snippet(text).calls()] == ["jax.jit"]


def test_of_thousands_of_modules_the_last_stars_are_followed(tmp_path: Path) -> None:
    """As packages of models have them: one look-up would read them all."""
    names = [f"m{number}" for number in range(150)]
    stars = "".join(f"from {name} import *\n" for name in names)
    files = {f"{name}.py": f"{name}_f = 1\n" for name in names} | {"here.py": f"{stars}a = m149_f\nb = m0_f\n"}
    project = Project(tmp_path, files)
    assert [show(project.value("here.py", name)) for name in ("a", "b")] == ["1", "?"]
