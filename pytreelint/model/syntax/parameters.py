"""The parameters of a function, from its syntax alone."""

from __future__ import annotations

import ast
from collections.abc import Collection
from functools import lru_cache

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.walking import inside

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)  # for `isinstance`, which takes a tuple faster
_HELD = 1_024  # functions that are held at a time
_SIGNATURES = 4_096  # signatures that are held at a time: each call of a function asks for its own several times


@record(frozen=True, slots=True, eq=False)
class Signature:
    """The parameters of a function, but `*args` and `**kwargs`.

    Attributes:
        positional: those that a position can give; `positions`: theirs, by name.
        keyword_only: those that only a keyword can give.
        defaults: by name.
        needed: the names of those of `positional`, and of `keyword_only`, that have no default.
    """

    positional: tuple[ast.arg, ...]
    positions: dict[str, int]
    keyword_only: tuple[ast.arg, ...]
    defaults: dict[str, ast.expr]
    needed: tuple[tuple[str, ...], tuple[str, ...]]


@lru_cache(maxsize=_SIGNATURES)
def signature(spec: ast.arguments) -> Signature:
    """The parameters that are written there."""
    positional, keyword_only = (*spec.posonlyargs, *spec.args), tuple(spec.kwonlyargs)
    names = [parameter.arg for parameter in positional]
    required = len(names) - len(spec.defaults)
    defaults = dict(zip(names[required:], spec.defaults, strict=True))
    named = [(p.arg, default) for p, default in zip(keyword_only, spec.kw_defaults, strict=True)]
    defaults |= {name: default for name, default in named if default is not None}
    needed = (tuple(names[:required]), tuple(name for name, default in named if default is None))
    return Signature(positional, {name: at for at, name in enumerate(names)}, keyword_only, defaults, needed)


@lru_cache(maxsize=_HELD)
def optional(function: ast.AST | None) -> frozenset[str]:
    """The parameters of a function that are None unless a caller gives them."""
    if not isinstance(function, AnyFunction):
        return frozenset()
    return frozenset(
        name
        for name, default in signature(function.args).defaults.items()
        if isinstance(default, ast.Constant) and default.value is None
    )


@lru_cache(maxsize=_HELD)
def steady_parameters(function: ast.AST | None) -> frozenset[str]:
    """The parameters of a function that nothing in it rebinds, no function inside of it either."""
    if not isinstance(function, AnyFunction):
        return frozenset()
    names = frozenset(part.arg for part in inside(function.args) if isinstance(part, ast.arg))
    return names - bound_names([function])


def bound_once(function: ast.AST, names: Collection[str]) -> frozenset[str]:
    """Of some names, those that one plain assignment of a function's own body binds, and nothing else in it does."""
    if not names or not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return frozenset()
    found = set[str]()
    for statement in function.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in names:
                others: list[ast.AST] = [function.args, *(each for each in function.body if each is not statement)]
                bound_elsewhere = bound_names(others)
                if name not in bound_elsewhere:
                    found.add(name)
    return frozenset(found)


def takes_self(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> bool:
    """Whether the first parameter has the name of an instance: a function of a namespace takes something else."""
    return [each.arg for each in function.args.args[:1]] == ["self"]
