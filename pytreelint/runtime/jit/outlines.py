"""What a call looks like from outside: enough to tell the last structures apart without flattening it whole."""

from __future__ import annotations

from typing import Any

from jax.tree_util import default_registry

from pytreelint.runtime.trees.structures import first_difference

# The way down to a node of a call: an index or a key at each level, the first counted from the end.
Place = tuple[Any, ...]

_one_level = default_registry.flatten_one_level
_SEQUENCES = frozenset((list, tuple))
_SIZED = _SEQUENCES | {dict}


def outline(call: tuple[Any, ...], places: tuple[Place, ...] = ()) -> Any:
    """Types, and lengths of containers, of the arguments of a call, and the nodes at some places in it."""
    args, kwargs = call[-2:]
    given = (*args, *kwargs.values()) if kwargs else args
    parts = [(kind, len(x)) if (kind := type(x)) in _SIZED else kind for x in given]
    return parts, len(args), [*kwargs], [_node_at(call, place) for place in places]


def difference(one: Any, other: Any) -> Place | None:
    """The way down to a node at which two structures of calls differ; None where none is found.

    Raises:
        TypeError, ValueError: Static parts of the structures cannot be compared.
    """
    found = first_difference(one, other)
    if found is None or not found[0]:
        return None
    node, place = one, []
    for i in found[0]:
        kind, data = node.node_data()
        place.append(data[i] if kind is dict else i)
        node = node.children()[i]
    return (found[0][0] - len(one.children()), *place[1:])


def _node_at(node: Any, place: Place) -> Any:
    """What the node at a place looks like; None if there is none, or it is a leaf."""
    try:
        for step in place:
            node = node[step] if type(node) in _SIZED else _one_level(node)[0][step]
    except (TypeError, LookupError):  # it has no such child
        return None
    if type(node) in _SIZED:
        return len(node) if type(node) in _SEQUENCES else frozenset(node), type(node)
    flat = _one_level(node)
    return flat and (type(node), flat[1], len(flat[0]))
