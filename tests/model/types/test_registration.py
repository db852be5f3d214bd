"""How an instance flattens: by methods, by functions, by lists, by fields, by what the values are."""

from __future__ import annotations

import pytest

from pytreelint.model.types.registration import flattened, nodelike
from pytreelint.model.values.sites import AuxData
from pytreelint.model.values.value import Array, Object, Opaque, Union, Unknown
from tests.model.snippets import Snippet, show

BODY = """
class C:
    def __init__(self, a, b):
        self.a = a
        self.b = b
"""
METHODS = "@jax.tree_util.register_pytree_node_class" + BODY
KEYED = "@jax.tree_util.register_pytree_with_keys_class" + BODY

# Source -> children, then aux data, then whether nothing can be missing; None: one leaf, or nobody knows.
FLATTENED = {
    METHODS + "    def tree_flatten(self): return (self.a,), self.b\n": ("jax:inexact", "aux data='s'", True),
    METHODS + "    def tree_flatten(self): return [self.a], (self.b, 1)\n": (
        "jax:inexact",
        "aux data[0]='s', aux data[1]=1",
        True,
    ),
    METHODS + "    def tree_flatten(self): return (self.a,), {'b': self.b}\n": (
        "jax:inexact",
        "aux data['b']='s'",
        True,
    ),
    METHODS + "    def tree_flatten(self):\n        kept = (self.a, 2)\n        return kept, None\n": (
        "jax:inexact, 2",
        "aux data=None",
        True,
    ),
    METHODS + "    def tree_flatten(self): return tuple(self.a for _ in unknown()), None\n": (
        "",
        "aux data=None",
        False,
    ),
    METHODS + "    def tree_flatten(self): return unknown(), self.b\n": ("", "aux data='s'", False),
    METHODS + "    def tree_flatten(self): return unknown()\n": None,
    METHODS: None,
    KEYED + "    def tree_flatten_with_keys(self): return (('a', self.a),), self.b\n": (
        "jax:inexact",
        "aux data='s'",
        True,
    ),
    BODY + "    @classmethod\n    def flat(cls, c): return (c.a,), c.b\n"
    "jax.tree_util.register_pytree_node(C, C.flat, unknown)\n": ("jax:inexact", "aux data='s'", True),
    BODY + "    @classmethod\n    def flat(cls, c): return (c.a,), c.b\n"
    "    @classmethod\n    def register(cls): jax.tree_util.register_pytree_node(cls, cls.flat, unknown)\n"
    "C.register()\n": ("jax:inexact", "aux data='s'", True),
    "class B:\n    @classmethod\n    def register(cls): jax.tree_util.register_pytree_node(cls, cls.flat, unknown)\n"
    "    @staticmethod\n    def flat(c): return (c.a,), c.b\n"
    + BODY.replace("class C", "class C(B)")
    + "C.register()\n": (
        "jax:inexact",
        "aux data='s'",
        True,
    ),
    BODY + "def flat(names, c): return tuple(getattr(c, n) for n in names), c.b\n"
    "def own(cls, names): jax.tree_util.register_pytree_node(cls, functools.partial(flat, names), unknown)\n"
    "own(C, ['a'])\n": ("jax:inexact", "aux data='s'", True),
    BODY + "def flat(c): return (c.a,), c.b\njax.tree_util.register_pytree_node(C, flat, unknown)\n": (
        "jax:inexact",
        "aux data='s'",
        True,
    ),
    BODY + "jax.tree_util.register_pytree_node(C, lambda c: ((c.b,), c.a), unknown)\n": (
        "'s'",
        "aux data=jax:inexact",
        True,
    ),
    BODY + "jax.tree_util.register_pytree_with_keys(C, lambda c: ((('a', c.a),), None), unknown)\n": (
        "jax:inexact",
        "aux data=None",
        True,
    ),
    BODY + "jax.tree_util.register_dataclass(C, data_fields=['a'], meta_fields=['b'])\n": (
        "jax:inexact",
        "b='s'",
        True,
    ),
    BODY + "jax.tree_util.register_dataclass(C, ('b',), ('a',))\n": ("'s'", "a=jax:inexact", True),
    BODY + "jax.tree_util.register_dataclass(C, unknown(), ('a',))\n": None,
    "@jax.tree_util.register_static" + BODY: ("", "a=jax:inexact, b='s'", True),
    BODY: None,
    "class C(eqx.Module):\n a: Array\n b: str = eqx.field(static=True)\n": ("jax:inexact", "b='s'", True),
    "class C(eqx.Module):\n a: Array\n b: str = eqx.field(static=unknown())\n": ("jax:inexact, ?", "", True),
    "import simple_pytree" + BODY.replace("class C", "class C(simple_pytree.Pytree)"): ("jax:inexact, 's'", "", True),
    "from flax import nnx" + BODY.replace("class C", "class C(nnx.Module)"): ("jax:inexact", "b='s'", True),
}


@pytest.mark.parametrize(("text", "expected"), FLATTENED.items(), ids=list(FLATTENED))
def test_flattening(text: str, expected: tuple[str, str, bool] | None) -> None:
    snippet = Snippet(f"{text}x = C(array, 's')\n")
    value = snippet.value("x")
    assert isinstance(value, Object)
    parts = flattened(snippet.ev, value)
    if parts is None or expected is None:
        assert (parts is None) is (expected is None)
        return
    data = ", ".join(show(v) for _, v in parts.data)
    assert (data, ", ".join(f"{k}={show(v)}" for k, v in parts.meta), parts.complete) == expected


def test_aux_data_is_a_site_at_the_return_of_the_flattening() -> None:
    snippet = Snippet(f"{METHODS}    def tree_flatten(self):\n        return (self.b,), self.a\nx = C(array, 's')\n")
    site = next(s for s in snippet.sites() if isinstance(s, AuxData) and show(s.value) == "jax:inexact")
    assert snippet.module.source.line(site.node.lineno).strip() == "return (self.b,), self.a"  # type: ignore[attr-defined]
    assert site.built is not None
    assert site.cls.name == "C"


def test_what_nnx_takes_for_a_child() -> None:
    assert nodelike(Array("jax")) is True
    assert nodelike(Opaque("str")) is False
    assert nodelike(Unknown()) is None
    assert nodelike(Union((Array("jax"), Opaque("str")))) is None
