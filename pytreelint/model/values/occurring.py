"""What a container holds that is not known item by item: values that all occur in it."""

from __future__ import annotations

from collections.abc import Iterable

from pytreelint.model.values.value import Union, Unknown, Value, options_of, union


def every(values: Iterable[Value]) -> Value:
    """Returns what a container holds that was given all of these values; of the alternatives of one, not all occur."""
    given = [each for value in values for each in (value.options if type(value) is Union and value.each else (value,))]
    chosen = [value for value in given if type(value) is Union]
    joined = union([value for value in given if type(value) is not Union]) if len(chosen) < len(given) else None
    if joined is None or (chosen and type(joined) is Unknown):
        return union(given)
    held = (*options_of(joined), union(chosen)) if chosen else options_of(joined)
    return Union(held, each=True) if len(held) > 1 else joined
