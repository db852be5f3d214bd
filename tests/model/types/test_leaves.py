"""Questions to a value: which leaves JAX would find, which it rejects, which are arrays, whether Python can hash it."""

from __future__ import annotations

import pytest

from pytreelint.model.types import held, leaves
from pytreelint.model.types.opaque_leaves import opaque_leaves
from tests.model.snippets import Snippet, show

CLASSES = """
class M(eqx.Module):
    a: object = None
    s: object = eqx.field(static=True, default=None)
    def m(self): return self.a
    def __call__(self): return self.a
class Plain:
    def __init__(self, a): self.a = a
class Hashed:
    def __init__(self, a): self.a = a
    def __hash__(self): return 1
    def __eq__(self, other): return True
class Equal:
    def __eq__(self, other): return True
class Open(missing_name):
    def __init__(self, a): self.a = a
@dataclass
class Data:
    a: object = None
@dataclass(frozen=True)
class Frozen:
    a: object = None
    b: object = field(default=None, compare=False)
either = array if unknown() else None
wrong = 'a' if unknown() else function
maybe = 'a' if unknown() else 1
mixed = ['a', function] if unknown() else ('a',)
many = []
for i in unknown():
    many.append(array)
    many.append('a')
"""

# Expression -> the leaves, then what is certainly rejected (`-` nothing), what certainly is an array, what can't hash.
ANSWERS = {
    "array": ("jax:inexact", "-", "", ""),
    "None": ("", "-", "-", "-"),
    "1": ("1", "-", "-", "-"),
    "'a'": ("'a'", "", "-", "-"),
    "b'a'": ("b'a'", "", "-", "-"),
    "...": ("Ellipsis", "", "-", "-"),
    "function": ("lambda", "", "-", "-"),
    "jnp.sin": ("jax.numpy.sin", "", "-", "-"),
    "jnp.float32": ("jax.numpy.float32", "", "-", "-"),
    "array.dtype": ("<dtype>", "", "-", "-"),
    "jax.jit(function)": ("jit(lambda)", "", "-", "-"),
    "missing_name": ("?", "-", "-", "-"),
    "missing_name.thing": ("?", "-", "-", "-"),
    "[array, 'a']": ("jax:inexact, 'a'", "[1]", "[0]", ""),
    "(1, (array, None))": ("1, jax:inexact", "-", "[1][0]", "[1][0]"),
    "{'k': [function]}": ("lambda", "['k'][0]", "-", ""),
    "{1, 2}": ("set{1, 2}", "", "-", ""),
    "frozenset((1, 2))": ("frozenset{1, 2}", "", "-", "-"),
    "either": ("jax:inexact | None", "-", "", "-"),
    "wrong": ("'a' | lambda", "", "-", "-"),
    "maybe": ("'a' | 1", "-", "-", "-"),
    "[maybe]": ("'a' | 1", "-", "-", ""),
    "[mixed]": ("['a', lambda] | ('a')", "[0][0]", "-", ""),
    "many": ("jax:inexact, 'a'", "[...]", "[...]", ""),
    "np.zeros(3)": ("numpy:inexact", "-", "", ""),
    "np.float32(1)": ("numpy-scalar:inexact", "-", "", "-"),
    "np.zeros(3)[0]": ("any:inexact", "-", "", "-"),
    "jax.eval_shape(function, array)": ("shape-struct:inexact", "-", "-", "-"),
    "M(array, 's')": ("jax:inexact", "-", ".a", ".a"),
    "M([1, 'a'], array)": ("1, 'a'", ".a[1]", "-", ".a"),
    "M(M('a'))": ("'a'", ".a.a", "-", "-"),
    "M(1, array)": ("1", "-", "-", ".s"),
    "M(array).m": ("jax:inexact", "-", ".a", ".a"),
    "M('a').m": ("'a'", ".a", "-", "-"),
    "jax.tree_util.Partial(function, 'a', k=array)": ("'a', jax:inexact", ".args[0]", ".keywords['k']", "-"),
    "functools.partial(function, array)": ("partial(lambda, jax:inexact)", "", "-", "-"),
    "eqx.filter_jit(M('a'))": ("'a'", ".a", "-", None),
    "Plain(array)": ("Plain(a=jax:inexact)", "", "-", "-"),
    "Hashed(array)": ("Hashed(a=jax:inexact)", "", "-", "-"),
    "Equal()": ("Equal()", "", "-", ""),
    "Open(array)": ("Open~(a=jax:inexact)", "-", "-", "-"),
    "Data(array)": ("Data(a=jax:inexact)", "", "-", ""),
    "Frozen(array)": ("Frozen(a=jax:inexact, b=None)", "", "-", ".a"),
    "Frozen(1, array)": ("Frozen(a=1, b=jax:inexact)", "", "-", "-"),
    "Frozen((1, [2]))": ("Frozen(a=(1, [2]), b=None)", "", "-", ".a[1]"),
    "Plain": ("class Plain", "", "-", "-"),
    "Plain(1).a": ("1", "-", "-", "-"),
}


@pytest.mark.parametrize("text", ANSWERS)
def test_answers_about_a_value(text: str) -> None:
    snippet = Snippet(f"{CLASSES}x = {text}\n")
    ev, value = snippet.ev, snippet.value("x")
    found, rejected, arrays, unhashable = ANSWERS[text]
    assert ", ".join(show(leaf.value) for leaf in leaves.leaves(ev, value)) == found
    assert next((leaf.path for leaf in opaque_leaves(ev, value)), "-") == rejected
    assert next((leaf.path for leaf in leaves.arrays(ev, value)), "-") == arrays
    part = leaves.unhashable(ev, value)
    assert unhashable is None or ("-" if part is None else part.path) == unhashable


def test_a_leaf_knows_its_field_and_how_it_came_there() -> None:
    snippet = Snippet(f"{CLASSES}inner = M('a')\nx = [M(inner)]\n")
    (leaf,) = opaque_leaves(snippet.ev, snippet.value("x"))
    assert (leaf.path, leaf.field) == ("[0].a.a", "a")
    assert leaf.owner is not None
    assert leaf.owner.name == "M"
    assert [why.message for why in leaf.trail[:2]] == ["a `M` is built here", "a `M` is built here"]


HELD = {
    "array": (True, False),
    "[1, array]": (True, False),
    "either": (True, False),
    "maybe": (False, False),
    "jax.eval_shape(function, array)": (False, False),
    "M(array)": (False, True),
    "Data([array])": (False, True),
    "[Frozen(Data(array))]": (False, True),
    "Data(either)": (False, False),
    "Plain([array])": (False, False),
    "Data(Plain(array))": (False, False),
    "Hashed(array)": (False, False),
    "M(1)": (False, False),
}


@pytest.mark.parametrize("text", HELD)
def test_arrays_that_a_static_value_holds(text: str) -> None:
    snippet = Snippet(f"{CLASSES}x = {text}\n")
    value = snippet.value("x")
    found = held.held_array(value) is not None, held.held_by_object(snippet.ev, value) is not None
    assert found == HELD[text]
