"""Bundled stubs against the installed libraries: the same classes, and of each what its source says, or less."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from pytreelint.knowledge import bundles
from pytreelint.knowledge.bundles import LIBRARIES, label, versions
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.installed.environment import Environment, find_environment
from pytreelint.model.project.layout import Layout
from pytreelint.model.project.program import Program
from pytreelint.model.queries import tree
from pytreelint.model.text.source import Source
from pytreelint.model.types.by_defaults import by_defaults
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Array, ClassValue, Function, Object

FOLDER = Path(bundles.FOLDER)
NOTHING = Environment("own", "", (), ())
ROOT = Path(__file__).parents[2]
# What a bundle says is true of its version; pip finds others for other Pythons, and as time goes by.
SAME = [library for library in LIBRARIES if versions()[library] == version(library)]
# The oldest Python: what pip finds for it, all others can have too.
MADE_WITH = (3, 11)
# Of all classes, those of which a bundle says less than the source: what a constructor does with more than three flags.
MOST_LESS_CERTAIN = 0.06


@cache
def model(bundled: bool) -> Evaluator:
    environment = NOTHING if bundled else find_environment(str(FOLDER), sys.executable)
    return Evaluator(Program(Layout(str(FOLDER.parent / "nothing"), (), environment), Source.read))


def modules(library: str) -> Iterator[str]:
    for file in sorted((FOLDER / library).rglob("*.pyi")):
        if file.stat().st_size:
            parts = file.relative_to(FOLDER).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def classes(library: str) -> list[tuple[ClassInfo, ClassInfo]]:
    """Each bundled class, and the same in source."""
    found = []
    for name in modules(library):
        bundled, installed = model(True).program.module(name), model(False).program.module(name)
        assert bundled is not None and installed is not None, name
        assert (bundled.origin, installed.origin) == ("bundled", "installed")
        for definition, bindings in bundled.bindings.items():
            if isinstance(bindings[-1], ast.ClassDef):
                pair = model(True).name(bundled, definition), model(False).name(installed, definition)
                assert isinstance(pair[0], ClassValue) and isinstance(pair[1], ClassValue), f"{name}.{definition}"
                found.append((pair[0].cls, pair[1].cls))
    return found


def declared(cls: ClassInfo) -> tuple[Any, ...]:
    fields = [(name, info.static, info.hashed, info.init, info.kw_only) for name, info in cls.fields().items()]
    special = [name for name in ("__hash__", "__eq__", "__call__", "__new__", "tree_flatten") if cls.method(name)]
    return cls.pytree, cls.hash, cls.maker and cls.maker.name, cls.registered_somewhere, fields, special


def kinds(node: tree.TreeNode, path: str = "") -> Iterator[tuple[str, str]]:
    yield path, node.kind
    for child in node.children:
        yield from kinds(child, f"{path}.{child.label}")


@cache
def built(ev: Evaluator, cls: ClassInfo) -> dict[str, str]:
    """What the fields are once the constructor has run."""
    ev.bounds.refuel()
    return dict(kinds(tree.node(ev, "", by_defaults(ev, cls))))


@pytest.mark.long
@pytest.mark.parametrize("library", LIBRARIES if sys.version_info[:2] == MADE_WITH else ())
def test_bundles_are_of_the_newest_versions(library: str) -> None:
    assert versions()[library] == version(library), "run python -m tools.generate_bundles"


@pytest.mark.parametrize("library", SAME)
def test_classes_are_declared_as_in_source(library: str) -> None:
    for bundled, installed in classes(library):
        if installed.is_open or not bundled.is_open:
            assert declared(bundled) == declared(installed), installed


@pytest.mark.parametrize("library", SAME)
def test_constructors_leave_in_fields_what_they_leave_in_source(library: str) -> None:
    for bundled, installed in classes(library):
        said, true = built(model(True), bundled), built(model(False), installed)
        for path, kind in said.items():
            assert kind in (true.get(path, "unknown"), "unknown") or path.endswith("[...]"), (installed, path)


def test_few_classes_are_less_certain_than_in_source() -> None:
    pairs = [pair for library in SAME for pair in classes(library)]
    assert len(pairs) > (700 if [*LIBRARIES] == SAME else 0)
    less = [installed for bundled, installed in pairs if built(model(True), bundled) != built(model(False), installed)]
    assert len(less) < MOST_LESS_CERTAIN * len(pairs), less


@pytest.mark.parametrize("library", SAME)
def test_public_names_lead_to_the_same_definitions(library: str) -> None:
    for name in [module for module in modules(library) if "._" not in module]:
        bundled, installed = model(True).program.module(name), model(False).program.module(name)
        assert bundled is not None and installed is not None
        for public in bundled.bindings:
            said, true = model(True).name(bundled, public), model(False).name(installed, public)
            if isinstance(true, ClassValue):
                assert isinstance(said, ClassValue) and said.cls.qualified == true.cls.qualified, (name, public)
            if isinstance(true, Function):
                assert isinstance(said, Function), (name, public)


def test_an_installed_library_outranks_its_bundle(tmp_path: Path) -> None:
    packages = tmp_path / "site-packages"
    (packages / "optax").mkdir(parents=True)
    (packages / "optax" / "__init__.py").write_text("def mine():\n    return 1\n")
    layout = Layout(str(tmp_path / "project"), (), find_environment(str(tmp_path), str(packages)))
    found = layout.find("optax")
    assert found is not None and found.origin == "installed"
    assert layout.find("optax.losses") is None
    bundled = layout.find("equinox.nn")
    assert bundled is not None and bundled.origin == "bundled"
    assert label(bundled.path) == f"equinox {versions()['equinox']} (bundled)"


def test_a_factory_is_known_by_what_it_gives() -> None:
    ev = model(True)
    lineax = ev.program.module("lineax")
    assert lineax is not None
    frame = Frame(lineax, {}, top=True)
    where = ast.copy_location(ast.Name("linear_solve", ast.Load()), ast.parse("x").body[0])
    given = ev.call(ev.name(lineax, "MatrixLinearOperator"), (Array("jax", "inexact"),), {}, where, frame)
    assert isinstance(given, Object) and isinstance(given.get("matrix"), Array)
    solution = ev.call(ev.name(lineax, "linear_solve"), (given, Array("jax", "inexact")), {}, where, frame)
    assert isinstance(solution, Object) and solution.cls.qualified == "lineax._solution.Solution"


def test_the_examples_give_the_same_findings_without_any_library(tmp_path: Path) -> None:
    (tmp_path / "site-packages").mkdir()
    command = [sys.executable, "-m", "pytreelint", "check", "examples", "--no-cache", "--output-format", "json"]
    runs = [
        subprocess.run([*command, "--python", python], cwd=ROOT, capture_output=True, text=True, check=False)
        for python in (sys.executable, str(tmp_path / "site-packages"))
    ]
    assert runs[0].returncode == 1 and len(runs[0].stdout) > 1000
    assert runs[0].stdout == runs[1].stdout


def test_words_give_instances() -> None:
    nn = model(True).program.module("equinox.nn")
    assert nn is not None
    cls = model(True).name(nn, "MLP")
    assert isinstance(cls, ClassValue)
    value = by_defaults(model(True), cls.cls)
    assert isinstance(value, Object) and value.get("layers") is not None
