"""Graphs of flax.nnx, taken apart into structure and states, and put together again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import STATES, STRUCTURES
from pytreelint.model.algebra.accesses import needed
from pytreelint.model.syntax.standing import standing
from pytreelint.model.transforms import own_copies
from pytreelint.model.values.anew import updated
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.identity import Token, plain
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.parts import items_of
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
    filters = len(arguments.args) - 1
    return Container("tuple", (structure, *((DYNAMIC,) * filters if filters else (_state_of(graph),))))


def _state(ev: Interpreter, arguments: Arguments) -> Value:
    """`state(graph, *filters)`: the state, of which a filter leaves some part."""
    if arguments.spread is not None or len(arguments.args) + len(arguments.keywords) != 1:
        return DYNAMIC
    return _state_of(argument(arguments, 0, "node"))


def _state_of(graph: Value) -> Value:
    """The state of a graph: it has the arrays of what the graph was merged from, if it was."""
    return updated(Node(STATES, (graph,)), _merged(graph))


def _merged(graph: Value) -> Token | None:
    """The token that `merge` has given a graph, or a tuple of graphs which stands here as it was merged."""
    if graph.token is not None and graph.token.updates or not isinstance(graph, Container):
        return graph.token
    tokens = [item.token for item in items_of(graph)]
    whole = {token.parent for token in tokens if token is not None}
    steps = [token.step for token in tokens if token is not None]
    return whole.pop() if len(whole) == 1 and steps == [("[]", index) for index in range(len(tokens))] else None


def _merge(ev: Interpreter, arguments: Arguments) -> Value:
    """`merge(structure, state, ...)`: the graph that was split; its arrays are those of the states."""
    given = argument(arguments, 0, "graphdef")
    graph = given.structure if isinstance(given, Node) else None
    merged = plain(graph) if isinstance(graph, (Object, Container)) else DYNAMIC  # new nodes, whatever they are like
    own_copies.built(ev, merged, arguments)
    for index, state in enumerate(arguments.args[1:], 1) if _is_run(arguments) else ():
        needed(ev, state, arguments.expression(index, ""), arguments.frame)
    return updated(merged, arguments.args[1].token) if len(arguments.args) == 2 else merged


def _is_run(arguments: Arguments) -> bool:
    """Whether what is merged is called: at once, or in what a transform compiles, which merges nothing to no end."""
    frame, where = arguments.frame, standing(arguments.frame.module.tree).get(arguments.node)
    at_once = where is not None and isinstance(where.holder, ast.Call) and where.field == "func"
    abstract = any(trace.transform.family == "abstract" for trace in frame.staging)  # nothing is computed there
    return bool(at_once or frame.staging) and not abstract and arguments.spread is None


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "graph-split": _split,
    "graph-state": _state,
    "graph-merge": _merge,
}
