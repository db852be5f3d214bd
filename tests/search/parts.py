"""What programs are made of, from the tables in parts/."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PARTS = Path(__file__).parent / "parts"
INDEX = {"w": "0", "leaf": "1", "more": "2"}
SCALING = ("float", "int", "numpy scalar", "numpy array", "integer array", "bool")  # what can be added to an array


@dataclass(frozen=True, slots=True)
class Leaf:
    """A kind of leaf that raw transforms reject.

    Attributes:
        value: an expression that gives it.
        use: an expression of the array `{y}` and the leaf `{v}` that gives an array of the same shape.
        annotation: of a field or parameter that holds it.
        setup: statements of the module before it is made.
        other: an expression that gives another leaf of the kind.
        change: a statement of the module after which the same leaf means something else.
    """

    value: str
    use: str = "{v}({y})"
    annotation: str = "Callable"
    setup: str = ""
    other: str = ""
    change: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """A kind of container with the parts `w` (an array), `leaf` and `more`.

    Attributes:
        made: an expression of `{w}`, `{leaf}` and `{more}`.
        part: an expression that gives the part `{name}`, at `{index}`, of `{m}`.
        declared: statements of the module; `{annotation}` is the leaf's.
    """

    made: str
    part: str = "{m}.{name}"
    declared: str = ""
    imports: str = ""

    def filled(self, leaf: str, more: str) -> str:
        """An expression that makes one."""
        return self.made.format(w="jnp.arange(1.0, 4.0)", leaf=leaf, more=more)


@cache
def table(name: str) -> dict[str, dict[str, Any]]:
    """A file of tables."""
    return tomllib.loads((PARTS / f"{name}.toml").read_text("utf-8"))


LEAVES = {name: Leaf(**each) for name, each in table("leaves").items()}
HOLDERS = {name: Holder(**each) for name, each in table("holders").items()}
COMPANIONS: dict[str, str] = table("companions")["companions"]
