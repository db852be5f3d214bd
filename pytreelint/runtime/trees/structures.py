"""Whether two structures are the same, and where they differ."""

from __future__ import annotations

from typing import Any


def structures_differ(one: Any, other: Any) -> bool:
    """Whether two structures differ, whose static parts may have no hash.

    For JAX's `==` two classes of `register_dataclass` with equal static fields are one class (0.10, 0.12); their hashes
    differ.
    """
    if one is other:
        return False
    if not one == other:  # noqa: SIM201 - as JAX compares them
        return True
    try:
        return hash(one) != hash(other)
    except TypeError:
        return False


def first_difference(one: Any, other: Any) -> tuple[tuple[int, ...], Any, Any] | None:
    """The first node at which two structures differ: the way down to it, and what each has there.

    None if no node differs that can be looked at.
    """
    children, others = one.children(), other.children()
    if one.node_data() != other.node_data() or len(children) != len(others):
        return (), one, other
    for i, pair in enumerate(zip(children, others, strict=True)):
        if structures_differ(*pair):
            found = first_difference(*pair)
            return found and ((i, *found[0]), *found[1:])
    return None


def call_difference(was: Any, now: Any) -> str:
    """What messages say of two structures of calls, `(args, kwargs)` with or without the function before them."""
    found = first_difference(was, now)
    if found is None:
        return f"structure {was}, called with {now}"
    way, one, other = found
    return f"another structure{_argument(was, way)}: with {_described(one)}, not {_described(other)}"


def _argument(call: Any, way: tuple[int, ...]) -> str:
    if len(way) < 2:
        return ""
    children = call.children()
    match len(children) - way[0]:
        case 2:
            return f" in args[{way[1]}]"
        case 1:
            return f" in kwargs[{children[-1].node_data()[1][way[1]]!r}]"
        case _:
            return " in the function"


def _described(node: Any) -> str:
    if node.node_data() is None:
        return "a leaf"
    kind, static = node.node_data()
    if kind is dict:
        return f"a dict of {', '.join(map(repr, static))}" if static else "an empty dict"
    if kind in (list, tuple):
        return f"a {kind.__name__} of {len(node.children())}"
    return "None" if kind is type(None) else f"{kind.__name__} with static parts {static!r}"
