"""What one of several functions gives that a choice has left open."""

from __future__ import annotations

from collections.abc import Sequence

from pytreelint.model.values.choice import Choice
from pytreelint.model.values.choices import carried, is_settled
from pytreelint.model.values.limits import ALTERNATIVES
from pytreelint.model.values.value import Container, Union, Value, union


def given_apart(function: Union, given: Sequence[Value]) -> Value:
    """Returns the result of calling one of several functions of a choice: what each gave is what its side gives.

    Tuples of several lengths stay apart: one of them may be no carry, or no result of a branch.
    """
    choice = function.choice
    if isinstance(choice, Choice) and choice.apart and 1 < len(given) <= ALTERNATIVES:
        lengths = {
            len(e.items) if isinstance(e, Container) and e.kind == "tuple" and e.rest is None else 0 for e in given
        }
        if 0 not in lengths and len(lengths) > 1:
            return Union(tuple(given), choice=choice)
    return of_each(function, given)


def of_each(function: Union, given: Sequence[Value]) -> Value:
    """Returns what one of several functions gave: the choice between them chooses it where each gives one thing."""
    value = union(given)
    return carried(value, function) if all(map(is_settled, given)) else value
