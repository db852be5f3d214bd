"""`pytreelint tree` and `pytreelint config`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytreelint.knowledge.bundles import versions
from tests.cli.running import BROKEN, CLEAN, pytreelint

POINT = """import dataclasses

import jax


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Point:
    x: jax.Array
    name: str = dataclasses.field(metadata={"static": True})
"""


CLIPPED = """import jax
import equinox as eqx


class Clipped(eqx.Module):
    times: jax.Array | None

    def __init__(self, times=None):
        self.times = times
"""


PACKAGE = "from package.models import Net as Net\n\n\ndef helper(): ...\n"
MODELS = """import equinox as eqx
import jax


class Net(eqx.Module):
    weight: jax.Array
"""
DECLARED = """import typing
import equinox as eqx
from jaxtyping import Array, Float, PyTree


class Spline(eqx.Module):
    points: PyTree[Float[Array, "n"]]
    pair: tuple[PyTree[Array], int]
    extra: typing.Any
    knots: tuple[Array, ...] = ()
    either: Array | tuple[Array, ...] | None = None
    solver: typing.Any = eqx.field(static=True, default=None)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[tool.pytreelint]\nignore = ["PTL801"]\n', encoding="utf-8")
    (tmp_path / "point.py").write_text(POINT, encoding="utf-8")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (tmp_path / "package" / "models.py").write_text(MODELS, encoding="utf-8")
    return tmp_path


def test_a_field_that_a_default_leaves_empty_is_what_its_annotation_admits(project: Path) -> None:
    (project / "clipped.py").write_text(CLIPPED, encoding="utf-8")
    root = json.loads(pytreelint("tree", "clipped.py::Clipped", "--json", cwd=project).out)
    assert [child["kind"] for child in root["children"]] == ["array"]


def test_what_annotations_promise_is_shown_and_what_they_do_not_is_unknown(project: Path) -> None:
    (project / "spline.py").write_text(DECLARED, encoding="utf-8")
    root = json.loads(pytreelint("tree", "spline.py::Spline", "--json", cwd=project).out)
    kinds = {child["label"]: child["kind"] for child in root["children"]}
    assert kinds == {
        "points": "array",
        "pair": "container",
        "knots": "container",
        "either": "array",
        "extra": "unknown",
        "solver": "static",
    }
    items = {child["label"]: [item["kind"] for item in child["children"]] for child in root["children"]}
    assert (items["pair"], items["knots"]) == (["array", "scalar"], ["array"])
    extra = next(child for child in root["children"] if child["label"] == "extra")
    assert (extra["type"], extra["why"]) == ("whatever is given", "annotated `typing.Any`")


@pytest.mark.parametrize("target", ["point.py::Point", "point.Point"])
def test_a_class_by_file_or_by_module(project: Path, target: str) -> None:
    done = pytreelint("tree", target, cwd=project)
    assert done.code == 0, done.err
    assert [line.split()[1] for line in done.out.splitlines()[1:3]] == ["x", "name"]
    assert done.out.endswith("1 array leaf, 1 static\n")


def test_a_tree_as_json(project: Path) -> None:
    root = json.loads(pytreelint("tree", "point.py::Point", "--json", cwd=project).out)
    assert {child["label"]: child["kind"] for child in root["children"]} == {"x": "array", "name": "static"}


# What is asked for, and what the error says of it.
MISTAKES = {
    "point.py::Pint": "did you mean `point.py::Point`?",
    "point.py::Points.Inner": "there is no class of that name; there are `point.py::Point`",
    "point.py": "name a class of this module: `point.py::Point`",
    "point.py::": "name a class of this module: `point.py::Point`",
    "point": "name a class of this module: `point.Point`",
    "point.Pont": "did you mean `point.Point`?",
    "use.models": "this is a module",
    "package.helper": "this is no class",
    "nowhere.py::Point": "no such file",
    "nowhere.Point": "--python names another environment",
    "broken.py::Point": "syntax error",
    "jax.Array": "known from tables",
    "equinox.nn.Linea": "did you mean `equinox.nn.Linear`?",
    "equinox.nn": "`equinox.nn.",
}


@pytest.mark.parametrize(("target", "said"), MISTAKES.items(), ids=list(MISTAKES))
def test_no_such_class_is_a_usage_error(project: Path, target: str, said: str) -> None:
    (project / "broken.py").write_text("def (", encoding="utf-8")
    (project / "use.py").write_text(NAMED, encoding="utf-8")
    done = pytreelint("tree", target, cwd=project)
    assert done.code == 2
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err


NAMED = """from package.models import Net
import package.models as models
"""


@pytest.mark.parametrize("target", ["package.Net", "package.models.Net", "package/models.py::Net", "use.models.Net"])
def test_a_class_by_any_name_that_leads_to_it(project: Path, target: str) -> None:
    (project / "use.py").write_text(NAMED, encoding="utf-8")
    done = pytreelint("tree", target, cwd=project)
    assert done.code == 0, done.err
    assert done.out.endswith("1 array leaf\n")


# Class -> the words of its line.
NO_PYTREES = {
    "Settings": "no PyTree (dataclasses.dataclass); jax.tree_util.register_dataclass would make it one",
    "Plain": "no PyTree; jax.tree_util.register_pytree_node_class would make it one",
    "Open": "a base cannot be read (missing.Base): --python names another environment",
}


@pytest.mark.parametrize(("name", "said"), NO_PYTREES.items(), ids=list(NO_PYTREES))
def test_a_class_that_is_no_pytree_says_what_would_make_it_one(project: Path, name: str, said: str) -> None:
    text = "import dataclasses, missing\n@dataclasses.dataclass\nclass Settings:\n    rate: float\n"
    (project / "plain.py").write_text(f"{text}class Plain: pass\nclass Open(missing.Base): pass\n", encoding="utf-8")
    done = pytreelint("tree", f"plain.py::{name}", cwd=project)
    assert done.code == 0
    assert said in done.out
    assert ("opaque leaf" in done.out) is (name != "Open")


REGISTERED = """import jax


@jax.tree_util.register_pytree_node_class
class Cloud:
    def __init__(self, x, y: jax.Array | None = None, cost=None, *, size: int = 3, extra: int | None = None):
        self.x = jax.numpy.asarray(x)
        self.y = y
        self.cost = cost
        self.size = size
        self._cache = None

    def tree_flatten(self):
        return (self.x, self.y, self.cost), {"size": self.size}

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, **aux)
"""


def test_children_have_the_names_of_the_attributes(project: Path) -> None:
    (project / "cloud.py").write_text(REGISTERED, encoding="utf-8")
    root = json.loads(pytreelint("tree", "cloud.py::Cloud", "--json", cwd=project).out)
    kinds = {child["label"]: child["kind"] for child in root["children"]}
    assert kinds == {"x": "array", "y": "array", "cost": "unknown", "size": "static"}


LEFT = """import equinox as eqx
import jax


class Mean(eqx.Module):
    value: jax.Array
    scale: float = 1.0
    func: object = eqx.field(default=None, static=True)

    def __init__(self, value: jax.Array):
        self.value = value
"""


def test_a_static_field_that_init_leaves_to_the_class_is_static(project: Path) -> None:
    (project / "mean.py").write_text(LEFT, encoding="utf-8")
    root = json.loads(pytreelint("tree", "mean.py::Mean", "--json", cwd=project).out)
    assert {child["label"]: child["kind"] for child in root["children"]} == {"value": "array", "func": "static"}


def test_config_names_file_and_environment(project: Path) -> None:
    done = pytreelint("config", cwd=project)
    rows = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert rows["configuration"] == str(project / "pyproject.toml")
    assert rows["environment"].endswith("(own)")


def test_config_says_which_libraries_are_bundled(project: Path, tmp_path: Path) -> None:
    (tmp_path / "packages" / "site-packages" / "equinox-0.12.0.dist-info").mkdir(parents=True)
    done = pytreelint("config", "--python", str(tmp_path / "packages" / "site-packages"), cwd=project)
    rows = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert rows["equinox"] == "0.12.0"
    assert rows["optax"] == f"{versions()['optax']} (bundled)"


def test_a_bundled_class_is_named_by_its_library(project: Path, tmp_path: Path) -> None:
    (tmp_path / "nothing" / "site-packages").mkdir(parents=True)
    done = pytreelint("tree", "equinox.nn.Linear", "--python", str(tmp_path / "nothing" / "site-packages"), cwd=project)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].endswith(f"equinox {versions()['equinox']} (bundled)")
    assert [line.split()[1:4] for line in lines[1:3]] == [["weight", "array", "leaf"], ["bias", "array", "leaf"]]


def test_config_shows_settings_and_the_rules_that_are_on(project: Path) -> None:
    done = pytreelint("config", "--show-settings", cwd=project)
    (rules,) = [line for line in done.out.splitlines() if line.startswith("rules ")]
    assert "PTL101" in rules
    assert "PTL801" not in rules


def test_config_shows_the_files_alone(project: Path) -> None:
    (project / "clean.py").write_text(CLEAN, encoding="utf-8")
    (project / "build").mkdir()
    (project / "build" / "broken.py").write_text(BROKEN, encoding="utf-8")
    done = pytreelint("config", "--show-files", cwd=project)
    files = ["clean.py", "package/__init__.py", "package/models.py", "point.py"]
    assert done.out.splitlines() == [str(project / file) for file in files]


def test_a_mistake_in_the_configuration_is_named(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.pytreelint]\nselct = []\n", encoding="utf-8")
    for command in (["config"], ["check", "point.py"]):
        done = pytreelint(*command, cwd=project)
        assert done.code == 2
        assert "`selct`" in done.err
        assert "`select`" in done.err


def test_a_deep_file_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text("if a: pass\n" + "elif b: pass\n" * 2000 + "class Net: pass\n")
    done = pytreelint("tree", "deep.py::Nothing", cwd=tmp_path)
    assert done.code == 2
    assert "Traceback" not in done.err
