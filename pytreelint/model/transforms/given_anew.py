"""Results with the shapes and dtypes of what a transform was given: rows of a map put together, a gradient.

jax.jit(lambda w, x: jax.grad(loss)(w, x), donate_argnums=0)  # the gradient takes the buffer of `w`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.anew import renewed
from pytreelint.model.values.identity import Token, carried, plain, tokens_in, with_tokens
from pytreelint.model.values.value import Constant, Container, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.sites import Operand


def in_tokens(
    wrapper: Transformed,
    operands: tuple[Operand, ...],
    outside: Value,
    made: Value,
    result: Value,
    keys: frozenset[Token],
) -> Value:
    """What a call of a wrapper gives, in tokens of its own.

    Arguments:
        keys: those that the function has drawn from, and gives back.
        outside: the result as its caller meets it; made: the same as the transform has made it, where a gradient has
            its tokens; result: what the function has returned.
    """
    transform = wrapper.transform
    if transform.gives == "stacked" and transform.axes_params and not transform.refills:
        rows = set(_by_rows(wrapper, operands))
        return _of_rows(carried(plain(outside), renewed(result, keys)), rows, keys & rows)
    return carried(plain(outside), made) if transform.family == "grad" else plain(outside)


def _by_rows(wrapper: Transformed, operands: tuple[Operand, ...]) -> Iterator[Token]:
    """What a map takes row by row, and gives back row by row: along the first axis, both times."""
    axes, *others = [wrapper.option(keyword) for _, keyword in wrapper.transform.axes_params]
    if any(not _is_first(other) for other in others):
        return
    for index, operand in enumerate(operands):
        own = axes.items[index] if isinstance(axes, Container) and index < len(axes.items) else axes
        if operand.role == "traced" and _is_first(own):
            yield from tokens_in(operand.value)


def _is_first(axis: Value | None) -> bool:
    return axis is None or (isinstance(axis, Constant) and axis.value == 0 and axis.kind == "int")


def _of_rows(value: Value, given: set[Token], keys: frozenset[Token]) -> Value:
    """What it has anew of mapped arguments, and not of those that each row meets whole; keys of rows are the same."""

    def kept(token: Token) -> Token | None:
        if token in keys:
            return token
        updates = frozenset(each for each in token.updates if not given.isdisjoint(each.holders()))
        return Token(updates=updates) if updates else None

    return with_tokens(value, kept)
