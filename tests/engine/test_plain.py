"""Programs on which a check once ended in an internal error, and others like them: each file is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check

HEAD = "import dataclasses\nimport equinox as eqx\nimport jax\nimport jax.numpy as jnp\n"
PROGRAMS = {
    "a leaf in each alternative": """
class Net(eqx.Module):
    acts: object
    def __init__(self, deep):
        self.acts = [jax.nn.relu, jax.nn.gelu] if deep else (jax.nn.relu,)
@jax.jit
def f(net): return net.acts[0](1)
def main(deep): return f(Net(deep))
""",
    "a slice without a step": "x = [1, 2][::0]\n",
    "a number that squares itself": "x = 3\n" + "x = x * x\n" * 60,
    "a default that builds its own class": """
class Node(eqx.Module):
    first: jax.Array
    rest: list = Node()
x = Node(1)
""",
    "an annotation that builds its own class": """
class Node(eqx.Module):
    rest: Node(1).rest = None
    def __init__(self, x: Node(2).rest): self.rest = x
x = Node(1)
""",
}
TREES = {
    "a.py": "import jax\ndef total(trees):\n    return jax.tree.map(lambda *x: x[0] + x[1], *trees)\n",
    "b.py": "from a import total\ndef main(trees):\n    return total(trees)\n",
}
# What the model calls its own parameters and attributes.
WORDS = "value self model node name cls key items function kind fields args keywords frame why module rest"


def errors(folder: Path, files: dict[str, str]) -> tuple[str, ...]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return check([str(folder)], load([str(folder)]), cache=False).errors


@pytest.mark.parametrize("what", PROGRAMS)
def test_a_program_is_judged(tmp_path: Path, what: str) -> None:
    assert not errors(tmp_path, {"net.py": HEAD + PROGRAMS[what]})


def test_an_operation_on_no_tree_is_judged_from_another_file(tmp_path: Path) -> None:
    assert not errors(tmp_path, TREES)


def test_names_may_be_those_of_the_model(tmp_path: Path) -> None:
    program = """
class Net(eqx.Module):
    WORD: object
    other: list = eqx.field(static=True, default=None)
def make(WORD, *, kept=1, **more):
    return dict(WORD=WORD, **more), eqx.tree_at(lambda t: t.WORD, Net(WORD=WORD), replace=jnp.ones(1))
WORD = [jax.nn.relu] if make else (jax.nn.relu, "WORD")
found = make(WORD=Net(WORD=WORD), **{"WORD": 1})
jax.jit(lambda WORD: WORD)(dataclasses.replace(Net(WORD), WORD=WORD))
jax.tree.map(lambda WORD: WORD + 1, {"WORD": WORD})
jax.jit(make, static_argnames=("WORD",))(WORD=[WORD])
"""
    assert not errors(tmp_path, {f"{word}_.py": HEAD + program.replace("WORD", word) for word in WORDS.split()})
