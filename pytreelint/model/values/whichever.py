"""What runs whichever of several callables is taken.

for _ in x.shape:
    f = jax.vmap(f)
f(x)  # `f` itself runs, mapped or not
"""

from __future__ import annotations

import ast
import itertools

from pytreelint.model.syntax.standing import outwards
from pytreelint.model.values import chosen_wrappers
from pytreelint.model.values.value import (
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Object,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    options_of,
)

_CALLABLES = (Bound, Function, Partial, Transformed)


def mapped_by_all(function: Union) -> Function | None:
    """Returns the function of which all other alternatives are maps.

    It is run by each of them, on the arguments or on slices of them.
    """
    plain = [option for option in function.options if isinstance(option, Function)]
    others = [option for option in function.options if not isinstance(option, Function)]
    if len(plain) != 1 or not others or not all(_is_map_of(option, plain[0]) for option in others):
        return None
    return plain[0]


def _is_map_of(value: Value, function: Function) -> bool:
    if not isinstance(value, Transformed) or value.transform.family != "map" or not value.transform.eager:
        return False
    inner = value.function
    options = inner.options if isinstance(inner, Union) else (inner,)
    return all(option == function or _is_map_of(option, function) for option in options)


def compiled_or_not(function: Union) -> bool:
    """Whether a setting has chosen whether a function is compiled: it runs on what it is given, traced or not.

    What the tests around the transform say there holds in what it traces, see `chosen_wrappers.py`. A test that is no
    words, as one that calls something, may look at what is given.
    """
    known = [option for option in function.options if not isinstance(option, Unknown)]  # what that runs, nobody claims
    plain = [option for option in known if isinstance(option, (Function, Bound))]
    others = [option for option in known if not isinstance(option, (Function, Bound))]
    return len(plain) == 1 and len(others) == 1 and _compiles(others[0], plain[0])


def _compiles(value: Value, function: Value) -> bool:
    if not isinstance(value, Transformed) or not value.transform.cached_by or value.function != function:
        return False
    outer = (each for each in outwards(value.module.tree, value.site))
    around = itertools.takewhile(lambda each: not isinstance(each, ast.FunctionDef), outer)
    asked = [each.test for each in around if isinstance(each, (ast.If, ast.IfExp))]
    return bool(asked) and None not in [chosen_wrappers.words_of(test) for test in asked]


def may_decide(value: Value) -> bool:
    """Whether an argument may be a flag or a number that decides in one of them what another one never does."""
    return isinstance(value, Union) and any(isinstance(option, (Constant, Scalar)) for option in value.options)


def is_callable(value: Value) -> bool:
    """Whether it is a function, or one of several."""
    return all(isinstance(option, _CALLABLES) for option in options_of(value))


def holds_code(value: Value) -> bool:
    """Whether it is a function, a class or an instance, or a tuple that has one: `("dense", dense)`."""
    if isinstance(value, Container) and value.kind == "tuple" and value.rest is None:
        return any(isinstance(each, (*_CALLABLES, ClassValue, Object)) for each in value.items)
    return isinstance(value, (ClassValue, Object)) or is_callable(value)
