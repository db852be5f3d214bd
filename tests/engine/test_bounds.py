"""Work grows with the size of a file or a program, not with its square: counted in calls, never in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check

HEAD = "import functools\nimport equinox as eqx\nimport jax\nimport jax.numpy as jnp\n"
OPTAX = "import optax\nclass Net(eqx.Module):\n    f: object\nnet = Net('a')\n"
LEAF = "@jax.jit\ndef use(d): return d\n"


def many(line: str, first: str = LEAF) -> Callable[[int], dict[str, str]]:
    """A file with a line (or a few) for each number, which stands for `N`."""
    return lambda n: {"net.py": HEAD + first + "".join(line.replace("N", str(i)) for i in range(n))}


def within(line: str) -> Callable[[int], dict[str, str]]:
    """A function with a line (or a few) for each number, which stands for `N`."""
    return lambda n: {
        "net.py": HEAD + LEAF + "def run(x):\n" + "".join(f"    {each}\n" for i in range(n) for each in put(line, i))
    }


def put(line: str, number: int) -> list[str]:
    """The rows of some code, with a number for `N`."""
    return line.replace("N", str(number)).splitlines()


def star_cycle(n: int) -> dict[str, str]:
    """Modules that star-import each other, each importing a name that is missing."""
    stars = "".join(f"from m{i} import *\n" for i in range(n))
    files = {f"m{i}.py": f"{stars}from m{(i + 1) % n} import v{i}\nw{i} = v{i}\n" for i in range(n)}
    return files | {"net.py": f"import jax\nfrom m0 import *\n{LEAF}use(w1)\n"}


PROGRAMS = {
    "findings": many("class CN(eqx.Module):\n    w: jax.Array = eqx.field(static=True)\n"),
    "suppressions": many("class CN(eqx.Module):\n    w: jax.Array = eqx.field(static=True)  # pytreelint: ignore\n"),
    "jits": many("@jax.jit\ndef fN(x): return x + 1\ndef gN(): return fN(N)\n"),
    "calls of one": many("use('sN')\n"),
    "tests in one function": within("if x == N: y = N"),
    "closures": within("@jax.jit\ndef fN(y): return y + x\nfN(1)"),
    "wrappers in a loop": within("for i in x: jax.jit(lambda y: y + N)(x)"),
    "new imports": many("oN = optax.adam(N)\noN.init(net)\n", OPTAX),
    "one name in many functions": many("def fN(x):\n    x = use(x)\n    if not x: return jax.tree_map(x)\n"),
    "plain classes": many("class CN:\n    def __init__(self): self.a = N\nuse(CN())\n"),
}


def calls(folder: Path, files: dict[str, str]) -> int:
    """How many calls a check of these files takes."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        report = check([str(folder)], load([str(folder)]), cache=False, jobs=1)
    finally:
        sys.setprofile(None)
    assert not report.errors
    return count


@pytest.mark.parametrize("program", PROGRAMS)
def test_work_grows_with_the_size(tmp_path: Path, program: str) -> None:
    calls(tmp_path / "first", PROGRAMS[program](2))  # loads what the others share
    small, large = calls(tmp_path / "small", PROGRAMS[program](50)), calls(tmp_path / "large", PROGRAMS[program](200))
    assert large < 5 * small


GROWING = {
    "attributes": many("p.aN = N\n", "class P: pass\np = P()\n"),
    "attributes of an attribute": many("p.q.aN = N\n", "class P: pass\np = P()\np.q = P()\n"),
    "setattr": many("setattr(p, 'aN', N)\n", "class P: pass\np = P()\n"),
    "items": many("d['aN'] = N\n", "d = {}\n"),
    "items of an item": many("d['a']['aN'] = N\n", "d = {'a': {}}\n"),
    "update": many("d.update(aN=N)\n", "d = {}\n"),
    "sums": many("d = d + [N]\n", "d = []\n"),
    "displays": many("d = (*d, N)\n", "d = ()\n"),
    "dicts in dicts": many("d = {**d, N: N}\n", "d = {}\n"),
    "a list in itself": many("d.append(d)\n", "d = []\n"),
}


@pytest.mark.parametrize("program", GROWING)
def test_what_grows_one_by_one_is_copied_a_bounded_number_of_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    for name in ("values.sizes", "interpreter.expressions"):
        monkeypatch.setattr(f"pytreelint.model.{name}.ADDED", 10)
    calls(tmp_path / "first", GROWING[program](2))
    small, large = calls(tmp_path / "small", GROWING[program](100)), calls(tmp_path / "large", GROWING[program](400))
    assert large < 5 * small


NESTING = {
    "tuples": ("x = (x,)\n", "x = 1\n"),
    "instances": ("x = A(x)\n", "class A:\n    def __init__(self, x): self.x = x\nx = 1\n"),
    "what a function returns": ("x = f(x)\n", "def f(x): return {'a': x}\nx = 1\n"),
    "wrappers": ("x = jax.jit(x)\n", "def x(y): return y\n"),
    "partials": ("x = functools.partial(x, 1)\n", "def x(y): return y\n"),
    "bound methods": (
        "x = A(x).m\n",
        "class A:\n    def __init__(self, x): self.x = x\n    def m(self): pass\nx = 1\n",
    ),
    "items": ("x['a'] = x\n", "x = {}\n"),
    "items of instances": ("x = A(x=x)\n", "class A(eqx.Module):\n    x: object\nx = 1\n"),
}


@pytest.mark.parametrize("program", NESTING)
def test_what_stands_inside_of_each_other_is_followed_so_deep_and_no_deeper(tmp_path: Path, program: str) -> None:
    line, first = NESTING[program]
    text = HEAD + LEAF + first + line * 1500 + "use(x)\njax.jit(x)(1)\n[y for y in (x, x)]\n"
    (tmp_path / "net.py").write_text(text)
    assert not check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1).errors


def test_a_tree_of_usual_depth_is_known_to_its_leaves(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(HEAD + LEAF + "x = 'a leaf'\n" + "x = (x,)\n" * 40 + "use(x)\n")
    report = check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1)
    assert [finding.code for finding in report.findings] == ["PTL201"]


WRAPPING = """
import abc
class Operator(eqx.Module):
    @abc.abstractmethod
    def observe(self, x): ...
class Direct(Operator):
    scale: jax.Array
    def observe(self, x): return x * self.scale
class Renamed(Operator):
    inner: Operator
    def observe(self, x): return self.inner.observe(x)
class Twice(eqx.Module):
    operator: Operator = eqx.field(static=True)
def apply(operator: Operator, x): return Twice(operator)
"""


def test_a_class_that_holds_others_of_its_base_has_an_end(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(HEAD + WRAPPING)
    report = check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1)
    assert not report.errors
    assert {finding.code for finding in report.findings} <= {"PTL105"}


def given_trees(n: int) -> dict[str, str]:
    """A list of so many numbers, given as often to a transform."""
    return {"net.py": HEAD + LEAF + f"t = [{', '.join(map(str, range(n)))}]\n" + "use(t)\n" * n}


def test_large_trees_are_walked_a_bounded_number_of_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytreelint.model.transforms.applying.COUNTED_PARTS", 10)
    monkeypatch.setattr("pytreelint.model.transforms.applying.WALKED_PARTS", 1_000)
    calls(tmp_path / "first", given_trees(2))
    small, large = calls(tmp_path / "small", given_trees(50)), calls(tmp_path / "large", given_trees(200))
    assert large < 5 * small


def test_a_circle_of_stars_ends(tmp_path: Path) -> None:
    calls(tmp_path / "first", star_cycle(2))
    small, large = calls(tmp_path / "small", star_cycle(8)), calls(tmp_path / "large", star_cycle(16))
    assert large < 5 * small  # there are four times as many imports
