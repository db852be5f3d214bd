"""Graphs of flax.nnx, taken apart into structure and states, and put together again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import STATES, STRUCTURES
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.value import DYNAMIC, Container, Object, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def _split(ev: Interpreter, arguments: Arguments) -> Value:
    """`split(graph, *filters)`: the structure, and a state per filter; without filters one that holds all."""
    graph = argument(arguments, 0, "node")
    structure = Node(STRUCTURES, structure=graph)
    if arguments.spread is not None or arguments.keywords:
        return Container("tuple", (structure,), (), DYNAMIC)
    states = (Node(STATES, (graph,)),) if len(arguments.args) == 1 else (DYNAMIC,) * (len(arguments.args) - 1)
    return Container("tuple", (structure, *states))


def _merge(ev: Interpreter, arguments: Arguments) -> Value:
    """`merge(structure, state, ...)`: the graph that was split; its arrays are those of the states."""
    given = argument(arguments, 0, "graphdef")
    graph = given.structure if isinstance(given, Node) else None
    return graph if isinstance(graph, Object) else DYNAMIC


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {"graph-split": _split, "graph-merge": _merge}
