"""What public names of jax, numpy and the standard library are, and what calling them gives.

Use::

    fact = lookup("jax.numpy.linspace")      # Fact("function", Spec("array", ("jax", "inexact")))
    lookup("jax.nn.relu").kind               # "function": as a value, an opaque leaf
    lookup("jax.numpy.float32").kind         # "dtype": as a value, an opaque leaf; called, a jax array
    lookup("jax.numpy.pi").spec              # Spec("float"): a value, not a function
    exists("jax.numpy.asarray")              # for `from jax.numpy import *`

The specs are a mini-language; `parse` reads it:

    array:FLAVOUR:DTYPE    FLAVOUR: jax, numpy, numpy-scalar, sparse, any; DTYPE: inexact, integer, bool, ?, @0 (that of
                           the first argument's leaves), @1, @* (promoted over all arguments), @!0 (which the first
                           argument names). A `dtype=` argument wins.
    elementwise:numpy:DTYPE    a numpy scalar for scalar arguments, else a numpy array
    reduction:numpy:DTYPE      a numpy scalar without `axis=`, else a numpy array
    drawn:DTYPE:N              a numpy array with `size=` (or that many positional arguments before it), else a number
    key  shape-struct  function  str  dtype  module  object  none  int  float  bool  complex  exception  unknown
    false                  a flag that is off, as far as its readers are checked
    function:DOTTED        a function; its call is looked up as DOTTED.__call__
    object:DOTTED          an instance of a class whose methods are looked up as DOTTED.method
    node:DOTTED            an instance of a PyTree class of a library; `node:DOTTED(A, B)`: with these leaves; its
                           methods are looked up as DOTTED.method, its items as DOTTED.__getitem__
    same(0)                what the first argument is
    arrays(jax, 0)         the first argument with every leaf an array of that flavour
    restored(0)            an instance as the first argument, or `target=`, with other arrays; else unknown
    tuple(A, B)  list(A*)  dict(A*)    containers; a star: any number of them

Facts of jax and numpy come from `data/results.json`, which `tools/generate_results.py` finds out by calling each
function under jax 0.10 and 0.12; what cannot be found out so is told in `told.py`, which wins.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, cast

from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import record
from pytreelint.knowledge.results_by_hand import results_by_hand
from pytreelint.knowledge.written import table

Kind = Literal["function", "class", "dtype", "module", "value"]


@record(frozen=True, slots=True)
class Spec:
    """A parsed spec: the head, what follows its colons, what stands in its parentheses."""

    head: str
    details: tuple[str, ...] = ()
    items: tuple[Spec, ...] = ()
    many: bool = False  # a star after the only item


@record(frozen=True, slots=True)
class Fact:
    """What a name is, and: for a function, what a call gives; for a class or dtype, what an instance is; for a value,
    what it is."""

    kind: Kind
    spec: Spec


UNKNOWN = Spec("unknown")


@cache
def parse(text: str) -> Spec:
    """The spec that a string of the mini-language stands for."""
    head, paren, inner = text.strip().partition("(")
    name, *details = head.split(":")
    if not paren:
        return Spec(name, tuple(details))
    inner = inner.rpartition(")")[0]
    many = inner.endswith("*") and not inner.endswith("@*")
    return Spec(
        name, tuple(details), tuple(parse(item) for item in _split(inner.removesuffix("*") if many else inner)), many
    )


def _split(text: str) -> list[str]:
    """The items between commas that stand in no parentheses."""
    items, depth, start = [], 0, 0
    for i, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            items.append(text[start:i])
            start = i + 1
    return [item for item in (*items, text[start:]) if item.strip()]


@cache
def _table() -> dict[str, dict[str, str]]:
    results: dict[str, dict[str, str]] = table("results")
    return results


@cache
def lookup(dotted: str) -> Fact | None:
    """The fact about a name, None when no table knows it."""
    for name in dict.fromkeys((dotted, canonical(dotted))):
        module, _, last = name.rpartition(".")
        text = results_by_hand().get(name) or _table().get(module, {}).get(last)
        if text:
            kind, _, spec = text.partition(" ")
            return Fact(cast(Kind, kind), parse(spec) if spec else UNKNOWN)
    return None


def dtype_of_text(text: str) -> Fact | None:
    """What is known of a dtype that a string names: `"int32"`, or `"bfloat16"`, which JAX adds to those of numpy."""
    return lookup(f"numpy.{text}") or lookup(f"jax.numpy.{text}")


def exists(dotted: str) -> bool:
    """Whether a name is a public name of the libraries that are read as tables."""
    return lookup(dotted) is not None


@cache
def holds_code(module: str) -> bool:
    """Whether all public names of a module are functions, classes or modules: each is an opaque leaf, as `jax.nn`'s."""
    kinds = {text.partition(" ")[0] for text in _table().get(module, {}).values()}
    return bool(kinds) and kinds <= {"function", "class", "module"}
