"""What runs whichever of several callables is taken.

for _ in x.shape:
    f = jax.vmap(f)
f(x)  # `f` itself runs, mapped or not
"""

from __future__ import annotations

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
