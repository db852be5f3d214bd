"""Instances: what a constructor call leaves in the fields, however the class makes its `__init__`."""

from __future__ import annotations

import pytest

from pytreelint.model.types.by_defaults import by_defaults
from pytreelint.model.types.construct import typical
from pytreelint.model.values.sites import StaticValue
from tests.model.snippets import Snippet, evaluated, show

M = "class M(eqx.Module):\n"
D = "@dataclass\nclass M:\n"
F = "from flax import struct\n@struct.dataclass\nclass M:\n"

GENERATED = {
    M + " a: Array\n b: str\nx = M(array, 'b')": "M(a=jax:inexact, b='b')",
    M + " a: Array\n b: str\nx = M(b='b', a=array)": "M(a=jax:inexact, b='b')",
    M + " a: Array\n b: str = 'd'\nx = M(array)": "M(a=jax:inexact, b='d')",
    M + " a: list = eqx.field(default_factory=list)\nx = M()": "M(a=[])",
    M + " a: Array = eqx.field(converter=jnp.asarray)\nx = M(1.0)": "M(a=jax:inexact)",
    M + " a: Array = eqx.field(converter=lambda v: 'c', default=1)\nx = M()": "M(a='c')",
    M + " a: Array\nx = M(unknown())": "M(a=jax)",
    M + " a: int\n def __add__(self, o): return M(self.a + o)\nx = M(1) + 2": "M(a=3)",
    M + " a: int\n def __rsub__(self, o): return o\nx = array - M(1)": "jax:inexact",
    M + " a: int\n def __neg__(self): return M(-self.a)\nx = -M(1)": "M(a=-1)",
    M + " def __mul__(self, o): return NotImplemented\n def __rmul__(self, o): return 1\nx = M() * M()": "1",
    M + " a: Array\nx = M(*unknown())": "M(a=jax)",
    M + " a: Array\n b: str = 'd'\nx = M(**unknown())": "M(a=jax, b=<str> | 'd')",
    M + " a: int\nclass N(M):\n b: int\nx = N(1, 2)": "N(a=1, b=2)",
    M + " a: int\n def __post_init__(self): self.b = self.a + 1\nx = M(1)": "M(a=1, b=2)",
    D + " a: int\n b: int = field(init=False)\n def __post_init__(self): self.b = self.a\nx = M(1)": "M(a=1, b=1)",
    D + " a: int = field(kw_only=True)\n b: int\nx = M(2, a=1)": "M(a=1, b=2)",
    D + " a: int = 1\n def __post_init__(self): object.__setattr__(self, 'a', 'z')\nx = M()": "M(a='z')",
    "@dataclass(kw_only=True)\nclass M:\n a: int\n b: int\nx = M(b=2, a=1)": "M(a=1, b=2)",
    "@dataclass(init=False)\nclass M:\n a: int\n def __init__(self, v): self.a = v\nx = M(1)": "M(a=1)",
    "from typing import NamedTuple\nclass M(NamedTuple):\n a: int\n b: str = 'd'\nx = M(1)": "M(a=1, b='d')",
    "from typing import NamedTuple\nclass M(NamedTuple):\n a: int\n b: str\nx, y = M(1, 'b')": "1",
}

WRITTEN = {
    "class M:\n def __init__(self, a, b=2):\n  self.a = a\n  self.b = b\nx = M(1)": "M(a=1, b=2)",
    M + " a: Array\n def __init__(self, n): self.a = jnp.zeros(n)\nx = M(3)": "M(a=jax:inexact)",
    M + " a: int\n def __init__(self): self.set()\n def set(self): self.a = 1\nx = M()": "M(a=1)",
    M + " a: int\n def __init__(self): fill(self)\ndef fill(m): m.a = 1\nx = M()": "M(a=1)",
    M + " a: int\n def __init__(self, v):\n  if v: self.a = 1\n  else: self.a = 'a'\nx = M(unknown())": "M(a=1 | 'a')",
    M + " a: int\n def __init__(self):\n  for k in ('a', 'b'): setattr(self, k, 1)\nx = M()": "M(a=1, b=1)",
    M + " a: int\n def __init__(self): self.a: int = unknown()\nx = M()": "M(a=int)",
    M + " a: int\n def __init__(self): self.a = unknown()\nx = M()": "M(a=int)",
    M + " a: int\n def __init__(self, v):\n  if v: return\n  self.a = 1\nx = M(False)": "M(a=1)",
    M + " a: list\n def __init__(self):\n  self.a = []\n  self.a.append(array)\nx = M()": "M(a=[jax:inexact])",
    M + " a: dict\n def __init__(self):\n  self.a = {}\n  self.a['k'] = 1\nx = M()": "M(a={'k': 1})",
    M + " a: Array = eqx.field(converter=jnp.asarray)\n def __init__(self): self.a = 1.0\nx = M()": "M(a=jax:inexact)",
    M + " a: int\n def __init__(self): self.a = 1\nclass N(M):\n b: int\n def __init__(self):\n  super().__init__()\n"
    "  self.b = 2\nx = N()": "N(a=1, b=2)",
    M + " a: int\n def __init__(self): self.a = 1\nclass N(M):\n b: int\n def __init__(self):\n  M.__init__(self)\n"
    "  self.b = 2\nx = N()": "N(a=1, b=2)",
    M + " a: int\n def __init__(self): self.a = 1\nclass N(M): pass\nx = N()": "N(a=1)",
    M + " a: Array = eqx.field(converter=jnp.asarray, default=1.0)\n b: int = 2\n def __init__(self): pass\nx = M()": (
        "M(a=jax:inexact)"
    ),
    # Fields that a written `__init__` leaves alone keep their defaults; not where a nearer class assigns the name.
    F + " a: str = 'far'\n def __init__(self): pass\nx = M()": "M(a='far')",
    F + " a: str = 'far'\n def __init__(self): pass\nclass N(M):\n a = 'near'\nx = N()": "N()",
    F + " a: str = 'far'\n def __init__(self): pass\nclass N(M):\n b = 'near'\nx = N()": "N(a='far')",
    "class B:\n a = 'far'\n" + F.replace("M:", "M(B):") + " a: str = 'near'\n def __init__(self): pass\nx = M()": (
        "M(a='near')"
    ),
    # The base's `__init__` is made from its fields.
    M + " a: Array\n b: int = 2\nclass N(M):\n c: int\n def __init__(self, v):\n  super().__init__(v)\n  self.c = 3\n"
    "x = N(array)": "N(a=jax:inexact, b=2, c=3)",
    M + " a: Array\n b: int = 2\nclass N(M):\n def __init__(self, v): super(N, self).__init__(b=v, a=array)\n"
    "x = N(1)": "N(a=jax:inexact, b=1)",
    M
    + " a: int\n b: int = 2\nclass N(M):\n def __init__(self): M.__init__(self, function)\nx = N()": "N(a=lambda, b=2)",
    M + " a: int\nclass N(M): pass\nclass O(N):\n def __init__(self): super().__init__(1)\nclass P(O):\n b: int\n"
    " def __init__(self):\n  super().__init__()\n  self.b = 2\nx = P()": "P(a=1, b=2)",
    M + " a: int = 1\n def __post_init__(self): self.a = 'p'\nclass N(M):\n def __init__(self): super().__init__()\n"
    "x = N()": "N(a='p')",
    D + " a: int\n b: int = 2\n@dataclass\nclass N(M):\n c: int\n def __init__(self): super().__init__(1); self.c = 3\n"
    "x = N()": "N(a=1, b=2, c=3)",
    "@dataclass(init=False)\nclass M:\n a: int\n def __init__(self): self.a = 1\n@dataclass(init=False)\nclass N(M):\n"
    " def __init__(self): super().__init__()\nx = N()": "N(a=1)",
    # Subclasses of what wraps an array, enumerations of arrays, lists that are Modules.
    "from flax import nnx\nclass Kept(nnx.Variable): pass\nclass More(Kept): pass\nx = More(array)": "jax:inexact",
    "class Result(eqx.Enumeration):\n ok = 'fine'\nx = Result.ok": "jax:integer",
    "import equinox.internal as eqxi\nclass Result(eqxi.Enumeration):\n ok = 'fine'\nclass M(Result):\n bad = 'bad'\n"
    "x = M.ok": "jax:integer",
    "@dataclass\nclass M:\n a: int = 1\n def __init__(self): pass\nx = M()": "M(a=1)",
    "class M:\n def __new__(cls): return 1\nx = M()": "M~()",
    "class M(missing_name):\n def __init__(self): self.a = 1\nx = M()": "M~(a=1)",
    M + " a: int\n @classmethod\n def make(cls): return cls(1)\nx = M.make()": "M(a=1)",
    M + " a: int\n @staticmethod\n def make(): return M(2)\nx = M.make()": "M(a=2)",
    "def make(v):\n class M:\n  a: int\n  def __init__(self): self.a = v\n return M()\nx = make(1)": "M(a=1)",
    M + " a: object\nx = M(M(M(array))).a.a": "M(a=jax:inexact)",
}

TREES = (
    M + " a: object = None\n b: object = None\n c: int = eqx.field(static=True, default=0)\nm = M(array, function)\n"
)

CHANGED = {
    "x = dataclasses.replace(m, b=1)": "M(a=jax:inexact, b=1, c=0)",
    "x = eqx.tree_at(lambda t: t.b, m, 1)": "M(a=jax:inexact, b=1, c=0)",
    "x = eqx.tree_at(lambda t: (t.a, t.b), m, (1, 2))": "M(a=1, b=2, c=0)",
    "x = eqx.tree_at(lambda t: t.a[1], M([1, 2]), 'z')": "M(a=[1, 'z'], b=None, c=0)",
    "x = eqx.tree_at(lambda t: t.a, m, replace_fn=unknown)": "M(a=?, b=lambda, c=0)",
    "x = eqx.tree_at(lambda t: t.b, m, replace_fn=lambda b: 2)": "M(a=jax:inexact, b=2, c=0)",
    "x = eqx.tree_at(lambda t: (t.a, t.b), m, replace_fn=lambda x: 2)": "M(a=2, b=2, c=0)",
    "x = eqx.tree_at(lambda t: t.a[-1], M([1 for _ in range(unknown())]), 'z')": "M(a=[*1 | 'z'], b=None, c=0)",
    "x = eqx.tree_at(lambda t: t.a[-1], M([1, 2]), 3)": "M(a=[1, 3], b=None, c=0)",
    "x = eqx.tree_at(unknown, m, 1)": "?",
    "x = eqx.filter(m, eqx.is_array)": "M(a=jax:inexact, b=None, c=0)",
    "x = eqx.filter(M(jnp.argmax(array), np.zeros(3)), eqx.is_inexact_array)": "M(a=None, b=numpy:inexact, c=0)",
    "x = eqx.filter(m, unknown)": "?",
    "x, y = eqx.partition(m, eqx.is_array)": "M(a=jax:inexact, b=None, c=0)",
    "y, x = eqx.partition(m, eqx.is_array)": "M(a=None, b=lambda, c=0)",
    "x = eqx.combine(*eqx.partition(m, eqx.is_array))": "M(a=jax:inexact, b=lambda, c=0)",
    "x = eqx.combine(*eqx.partition([1, array], eqx.is_array))": "[1, jax:inexact]",
    "x = jax.tree.map(lambda leaf: 1, m)": "M(a=1, b=1, c=0)",
    "import copy\nx = copy.deepcopy(m)": "M(a=jax:inexact, b=lambda, c=0)",
    "x = M() if unknown() else M(1)": "M(a=None | 1, b=None, c=0)",
}

INSTANCES = GENERATED | WRITTEN | {TREES + text: expected for text, expected in CHANGED.items()}


@pytest.mark.parametrize(("text", "expected"), INSTANCES.items(), ids=list(INSTANCES))
def test_instance(text: str, expected: str) -> None:
    assert evaluated(text + "\n") == expected


def test_an_annotation_tells_only_the_class() -> None:
    snippet = Snippet("class M(eqx.Module):\n a: Array\n b: str = 'd'\n def __init__(self, a: Array): self.a = a\n")
    value = typical(snippet.ev, snippet.cls("M"))
    assert show(value) == "M~(a=jax)"
    assert typical(snippet.ev, snippet.cls("M")) is value
    assert value.why is not None


def test_a_class_that_holds_itself_ends() -> None:
    snippet = Snippet("class M(eqx.Module):\n child: 'M'\n a: Array\n")
    assert show(typical(snippet.ev, snippet.cls("M"))) == "M~(child=M~(), a=jax)"


def test_defaults_of_the_constructor_make_an_instance() -> None:
    snippet = Snippet("class M(eqx.Module):\n a: Array\n b: str = 'd'\n")
    assert show(by_defaults(snippet.ev, snippet.cls("M"))) == "M(a=jax, b='d')"


def test_values_that_reach_static_fields_are_sites() -> None:
    snippet = Snippet(
        "class M(eqx.Module):\n a: object = eqx.field(static=True)\n b: object\nx = M([array], [array])\n"
    )
    found = [s for s in snippet.sites() if isinstance(s, StaticValue)]
    assert [(s.field.name, show(s.value)) for s in found if show(s.value) != "?"] == [("a", "[jax:inexact]")]
