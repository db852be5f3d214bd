"""The names outside of itself that a function's code reads."""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from pytreelint.runtime.keys.weak import Beside

# The attributes that are asked of a name, one after the other: `("linalg", "norm")` of `np` in `np.linalg.norm`.
Chain: TypeAlias = tuple[str, ...]

_GLOBAL = frozenset(("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"))
_CELL = frozenset(("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"))
_ATTRIBUTE = frozenset(("LOAD_ATTR", "LOAD_METHOD"))
_PASSED_OVER = frozenset(("EXTENDED_ARG", "CACHE", "PUSH_NULL", "PRECALL"))


@dataclass(frozen=True, slots=True)
class Reads:
    """What the code of a function, with that of the functions inside it, reads.

    Attributes:
        globals: Global names, builtins among them, each with the chains of attributes that are asked of it.
        cells: The same for variables of the functions around it.
        imports: The modules that it imports when it is called; relative ones begin with a dot.
    """

    globals: dict[str, dict[Chain, None]] = field(default_factory=dict)
    cells: dict[str, dict[Chain, None]] = field(default_factory=dict)
    imports: dict[str, None] = field(default_factory=dict)


def reads_of(code: types.CodeType) -> Reads:
    """What code reads; found once for each code object."""
    return _READS.of(code)


def _read(code: types.CodeType) -> Reads:
    found = Reads()
    for part in _with_inner(code):
        _collect(part, found)
    return found


_READS: Beside[Reads] = Beside(_read)


def _with_inner(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _with_inner(const)


def _collect(code: types.CodeType, found: Reads) -> None:
    names: dict[str, dict[Chain, None]] | None = None
    name = ""
    chain: Chain = ()
    level: object = None
    before: object = None
    for instruction in dis.get_instructions(code):
        kind, value = instruction.opname, instruction.argval
        if kind in _PASSED_OVER:
            continue
        if kind in _ATTRIBUTE and names is not None:
            chain = (*chain, value)
            continue
        if names is not None:
            names.setdefault(name, {})[chain] = None
        names = found.globals if kind in _GLOBAL else found.cells if kind in _CELL else None
        name, chain = value, ()
        if kind == "IMPORT_NAME":
            found.imports["." + value if level else value] = None
        # The level of an import is loaded before the names that it wants.
        level, before = before, value
