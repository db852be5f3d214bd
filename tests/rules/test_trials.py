"""Rules on what is compiled again and again are silent in tests, and in examples where no loop repeats it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check

LOOP = """
for x in (1.0, 2.0, 3.0):
    print(jax.jit(lambda y: y * 2)(x))
"""
NESTED = """
for epoch in range(100):
    for x in (1.0, 2.0, 3.0):
        print(jax.jit(lambda y: y * 2)(x))
"""
FRESH = """
for x in (1.0, 2.0, 3.0):
    print(compiled(lambda y: y * 2, x))
"""
CALLED = """
def double(x):
    return jax.jit(lambda y: y * 2)(x)
for x in (1.0, 2.0, 3.0):
    print(double(x))
"""
INSTANCES = """
class Layer(eqx.Module):
    act: Callable = eqx.field(static=True)
    def __init__(self, slope):
        self.act = lambda x: x * slope
compiled(Layer(1.0), 1.0)
compiled(Layer(2.0), 1.0)
"""
IN_LOOP = """
class Layer(eqx.Module):
    act: Callable = eqx.field(static=True)
    def __init__(self, slope):
        self.act = lambda x: x * slope
for slope in (1.0, 2.0):
    compiled(Layer(slope), 1.0)
"""
HEAD = """
from collections.abc import Callable
import equinox as eqx
import jax
@eqx.filter_jit
def compiled(f, x):
    return f(x) if callable(f) else f.act(x)
"""
# The file, the function around the code ("" for none), the code -> the rule that speaks.
PLACES = [
    ("train.py", "", LOOP, "PTL601"),
    ("train.py", "train", LOOP, "PTL601"),
    ("train.py", "test_losses", LOOP, ""),
    ("train.py", "bench_losses", LOOP, ""),
    ("test_train.py", "helper", LOOP, ""),
    ("tests/train_test.py", "", LOOP, ""),
    ("tests/conftest.py", "", LOOP, ""),
    ("tests/test_train.py", "test_losses", NESTED, ""),
    ("latest.py", "", LOOP, "PTL601"),
    ("contest_data.py", "", LOOP, "PTL601"),
    ("examples/train.py", "", LOOP, ""),
    ("examples/basic/train.py", "main", LOOP, ""),
    ("examples/train.py", "", NESTED, "PTL601"),
    ("docs/examples/train.py", "", FRESH, ""),
    ("train.py", "", FRESH, "PTL603"),
    ("test_train.py", "", FRESH, ""),
    ("train.py", "", CALLED, "PTL602"),
    ("test_train.py", "", CALLED, ""),
    ("examples/train.py", "", CALLED, ""),
    ("train.py", "", INSTANCES, "PTL104"),
    ("test_train.py", "", INSTANCES, ""),
    ("examples/train.py", "", INSTANCES, ""),
    ("train.py", "", IN_LOOP, "PTL104"),
    ("tests/test_train.py", "", IN_LOOP, ""),
    ("examples/train.py", "", IN_LOOP, "PTL104"),
]


@pytest.mark.parametrize(("file", "function", "code", "rule"), PLACES)
def test_who_would_act_is_told(tmp_path: Path, file: str, function: str, code: str, rule: str) -> None:
    text = f"def {function}():\n{indent(dedent(code), '    ')}\n" if function else code
    (tmp_path / "pyproject.toml").write_text("[tool.pytreelint]\n", encoding="utf-8")
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(HEAD + text, encoding="utf-8")
    found = check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1).findings
    assert [finding.code for finding in found] == ([rule] if rule else [])


LAUNCH = """
def launch(x):
    return jax.jit(lambda y: y * 2)(x)
"""
OF_A_PROJECT = [
    ("train.py", "sanity_check", LOOP, "tests = ['sanity']"),
    ("cook_book/train.py", "", LOOP, "examples = ['cook_book']"),
    ("train.py", "", LAUNCH, "runs-once = ['launch']"),
]


@pytest.mark.parametrize(("file", "function", "code", "words"), OF_A_PROJECT)
def test_a_project_adds_words(tmp_path: Path, file: str, function: str, code: str, words: str) -> None:
    text = f"def {function}():\n{indent(dedent(code), '    ')}\n" if function else code
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(HEAD + text, encoding="utf-8")
    for table, count in (("", 1), (f"[tool.pytreelint.knowledge.words]\n{words}", 0)):
        (tmp_path / "pyproject.toml").write_text(f"[tool.pytreelint]\n{table}\n", encoding="utf-8")
        assert len(check([str(tmp_path)], load([str(tmp_path)]), cache=False, jobs=1).findings) == count
