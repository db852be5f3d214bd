"""Graphs of flax.nnx, taken apart into structure and states, and put together again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import NNX, PARAMETERS
from pytreelint.knowledge.operations import STATES, STRUCTURES
from pytreelint.model.algebra.accesses import needed
from pytreelint.model.syntax.standing import standing
from pytreelint.model.transforms import own_copies
from pytreelint.model.values.anew import updated
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.identity import Token, plain, stamped, tokens_in
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.parts import items_of
from pytreelint.model.values.reassigned import given_away
from pytreelint.model.values.states import Facts, facts, put
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    ClassValue,
    Container,
    Library,
    Object,
    Unknown,
    Value,
)

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
    states = [_filtered(graph, each) for each in arguments.args[1:]] if filters else [_state_of(graph)]
    return Container("tuple", (structure, *states))


def _state(ev: Interpreter, arguments: Arguments) -> Value:
    """`state(graph, *filters)`: the state, of which a filter leaves some part."""
    if arguments.spread is not None or len(arguments.args) + len(arguments.keywords) != 1:
        filters = arguments.args[1:] if arguments.spread is None and not arguments.keywords else ()
        return _filtered(argument(arguments, 0, "node"), filters[0]) if len(filters) == 1 else DYNAMIC
    return _state_of(argument(arguments, 0, "node"))


def _state_of(graph: Value) -> Value:
    """The state of a graph: it has the arrays of what the graph was merged from, if it was."""
    return _holding_arrays_of(graph, updated(Node(STATES, (graph,)), _merged(graph)))


def _filtered(graph: Value, kind: Value) -> Value:
    """Some part of the state of a graph: the parameters are a part that its methods need."""
    name = kind.cls.qualified if isinstance(kind, ClassValue) else kind.name if isinstance(kind, Library) else ""
    is_parameters = name.startswith(NNX) and name.endswith(PARAMETERS)
    return _holding_arrays_of(graph, Unknown("state")) if is_parameters else DYNAMIC


def _holding_arrays_of(graph: Value, state: Value) -> Value:
    """A state whose arrays are those of the graph, or of the graphs in a tuple: what is donated of one is deleted."""
    whole = items_of(graph) if isinstance(graph, Container) and graph.kind == "tuple" else (graph,)
    tokens = tuple([each.token for each in whole if each.token is not None and isinstance(each, Object)])
    if not tokens:
        return state
    updates = state.token.updates if state.token is not None else frozenset()
    return stamped(state, Token(arrays_of=tokens, updates=updates))


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


def _updated(ev: Interpreter, arguments: Arguments) -> Value:
    """`update(graph, state)`: the variables of a graph get other arrays; none of them is a deleted one any more."""
    frame, graph = arguments.frame, argument(arguments, 0, "node")
    given_away(arguments.values)
    renewed = set(tokens_in(graph))
    events = facts(frame).events
    gone = [key for key in events if key[0] == "donated" and not renewed.isdisjoint({key[1], *key[1].holders()})]
    if gone:
        put(frame, Facts({key: event for key, event in events.items() if key not in gone}))
    return NONE


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
    "graph-update": _updated,
}
