"""What a name means, through imports of every kind, to the definition or the library that declares it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytreelint.model.project.modules import read_module
from pytreelint.model.project.program import Definition, LibraryName, Meaning, ModuleName
from pytreelint.model.text.source import Source
from tests.model.snippets import Project, show

FILES = {
    "pkg/__init__.py": "from .core import Thing\nfrom . import core as kernel\nfrom .sub.deep import *\n",
    "pkg/core.py": "class Thing: pass\nclass Other: pass\n",
    "pkg/sub/__init__.py": "from ..core import Other as Renamed\n",
    "pkg/sub/deep.py": "from .. import core\nfrom ...outside import gone\nclass Starred: pass\n",
    "pkg/one.py": "from pkg.two import name\n",
    "pkg/two.py": "from pkg.one import name\n",
    "pkg/loop.py": "from pkg.loop import itself\n",
    "step/__init__.py": "from .run import run\nfrom . import kept\nfrom .run import other as kept_too\n",
    "step/run.py": "from .kept import Kept\nclass run: pass\nother = 2\n",
    "step/kept.py": "class Kept: pass\n",
    "space/inner.py": "class Inside: pass\n",
    "neighbour.py": "value = 1\n",
    "scripts/helper.py": "value = 'beside'\n",
    "scripts/run.py": "from helper import value\nimport helper\n",
    "broken.py": "def (:\n",
}
INSTALLED = {
    "library/__init__.py": "from library._src import Public as Public\nfrom ._src import *\n_names = ['x']\n",
    "library/_src.py": "class Public: pass\nclass Star: pass\n",
    "namespace_only/part.py": "class Part: pass\n",
    "pkg/__init__.py": "class Shadowed: pass\n",
}

MEANINGS = {
    "from pkg import Thing as x": "pkg.core.Thing",
    "from pkg.core import Thing as x": "pkg.core.Thing",
    "from pkg import kernel\nx = kernel.Thing": "pkg.core.Thing",
    "import pkg.core\nx = pkg.core.Other": "pkg.core.Other",
    "import pkg.core as core\nx = core.Other": "pkg.core.Other",
    "from pkg.sub import Renamed as x": "pkg.core.Other",
    "from pkg.sub.deep import core\nx = core.Thing": "pkg.core.Thing",
    "from pkg import Starred as x": "pkg.sub.deep.Starred",
    "from pkg import *\nx = Starred": "pkg.sub.deep.Starred",
    "from step import run as x": "step.run.run",
    "import step\nx = step.run": "step.run.run",
    "from step.run import other as x": "2",
    "from step import kept\nx = kept.Kept": "step.kept.Kept",
    "import pkg\nx = pkg.sub.deep.Starred": "pkg.sub.deep.Starred",
    "from space.inner import Inside as x": "space.inner.Inside",
    "from space import inner\nx = inner.Inside": "space.inner.Inside",
    "from library import Public as x": "library._src.Public",
    "from library import Star as x": "library._src.Star",
    "from namespace_only.part import Part as x": "namespace_only.part.Part",
    "from pkg import Shadowed as x": "?",
    "from pkg.sub.deep import gone as x": "?",
    "from pkg.one import name as x": "?",
    "from pkg.loop import itself as x": "?",
    "from broken import anything as x": "?",
    "from missing.package import x": "?",
    "import missing\nx = missing.name": "?",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pkg.core import Thing as x": "pkg.core.Thing",
    "try:\n    from missing import x\nexcept ImportError:\n    from pkg.core import Thing as x": "pkg.core.Thing",
    "if unknown:\n    import pkg.core as m\nelse:\n    m = None\nx = m.Thing": "pkg.core.Thing",
    "def f():\n    from pkg.core import Thing\n    return Thing\nx = f()": "pkg.core.Thing",
    "from neighbour import value as x": "1",
    "import jax.numpy as jnp\nx = jnp.sin": "jax.numpy.sin",
    "from jax import numpy\nx = numpy.sin": "jax.numpy.sin",
    "from jax.numpy import *\nx = sin": "jax.numpy.sin",
    "from jax._src.numpy.lax_numpy import arange as x": "jax.numpy.arange",
    "from jax.tree import map as x": "jax.tree.map",
    "from jax.tree_util import tree_map as x": "jax.tree.map",
    "from equinox import Module as x": "equinox.Module",
    "import flax\nx = flax.struct.dataclass": "flax.struct.dataclass",
    "from flax import nnx\nx = nnx.Module": "flax.nnx.Module",
    "import os.path as p\nx = p.join": "os.path.join",
    "x = len": "builtins.len",
    "len = 3\nx = len": "3",
}


def shown(project: Project, file: str, name: str) -> str:
    value = project.value(file, name)
    cls = getattr(value, "cls", None)
    return cls.qualified if cls is not None else show(value)


@pytest.mark.parametrize(("text", "expected"), MEANINGS.items(), ids=list(MEANINGS))
def test_what_a_name_means(tmp_path: Path, text: str, expected: str) -> None:
    assert shown(Project(tmp_path, {**FILES, "main.py": text + "\n"}, INSTALLED), "main.py", "x") == expected


def test_a_script_finds_its_neighbours(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES)
    assert shown(project, "scripts/run.py", "value") == "'beside'"
    assert ("@" + str(project.root / "scripts"), "helper") in project.program.asked


@pytest.mark.parametrize(
    "line",
    [
        "from net.parts import Part",
        "from .parts import Part",
        "from . import Part",
        "from .parts import *",
        "from net import parts\nPart = parts.Part",
        "from . import parts\nPart = parts.Part",
    ],
)
def test_a_package_in_a_folder_of_its_name(tmp_path: Path, line: str) -> None:
    files = {"__init__.py": "from .parts import *\n", "parts.py": "class Part: pass\n", "use.py": line + "\n"}
    project = Project(tmp_path, {f"net/net/{name}": text for name, text in files.items()})
    assert shown(project, "net/net/use.py", "Part") == "net.net.parts.Part"


def test_meanings_come_in_three_kinds(tmp_path: Path) -> None:
    project = Project(
        tmp_path, {**FILES, "main.py": "from pkg import Thing\nimport pkg.core as core\nfrom jax import jit\n"}
    )
    main = project.module("main.py")
    found: list[Meaning] = [project.program.resolve(main, name) for name in ("Thing", "core", "jit", "missing")]
    assert isinstance(found[0], Definition)
    assert (found[0].module.name, found[0].name) == ("pkg.core", "Thing")
    assert found[1:] == [ModuleName("pkg.core"), LibraryName("jax.jit"), None]


def test_what_was_asked_is_told_again_to_whoever_needs_it(tmp_path: Path) -> None:
    project = Project(tmp_path, {**FILES, "main.py": "from pkg import Thing\n"})
    main = project.module("main.py")
    project.program.resolve(main, "Thing")
    first = list(project.program.asked)
    project.program.asked.clear()
    project.program.resolve(main, "Thing")
    assert {("main", "Thing"), ("pkg", "Thing"), ("pkg.core", "Thing")} <= set(first)
    assert set(project.program.asked) == set(first)


def test_each_module_is_read_once(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES)
    assert project.program.module("pkg.core") is project.module("pkg/core.py")
    assert project.program.module("space") is None
    assert project.program.module("broken") is None
    size = project.program.size
    assert size > 0
    assert project.program.module("pkg.core") is not None
    assert project.program.size == size


def test_a_module_knows_its_bindings_without_evaluating() -> None:
    text = """
import a.b, c as d
from .e import f as g, h
from i import *
j, (k, *l) = 1, (2, 3)
m: int = 4
with open(m) as n: o = 1
for p in []: pass
try: q = 1
except E: r = 1
finally: s = 1
class T: inside = 1
def u(): inside = 1; global v, x; v = x
register_it(T, 1)
globals()['w'] = 1
"""
    module = read_module("pkg.mod", Source.from_bytes("mod.py", text.encode()), False, "project")
    assert set(module.bindings) == set("adghjklmnopqrsTu")
    assert [star.module for star in module.stars] == ["i"]
    assert list(module.calls_on) == ["T"]
    assert module.exports_by_loop
    assert module.mentions_registration
    assert module.reassigned == {"v", "w"}
    assert os.path.basename(module.source.path) == "mod.py"
