"""Operations on whole trees: partition, filter, combine, map, `tree_at`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import FILTERS, TREE_MAP
from pytreelint.knowledge.record import replace
from pytreelint.model import subscripts, trees
from pytreelint.model.arguments import argument
from pytreelint.model.sites import Operand, TreeCall
from pytreelint.model.unknowns import ArrayTree, Returned, beyond
from pytreelint.model.values import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Unknown,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.arguments import Arguments
    from pytreelint.model.evaluator import Evaluator


def tree_at(ev: Evaluator, arguments: Arguments) -> Value:
    """`tree_at(where, tree, new)`: followed when `where` is a chain of attributes; else the tree's leaves are open."""
    where, tree = argument(arguments, 0, "where"), argument(arguments, 1, "pytree")
    new = arguments.get(2, "replace")
    if isinstance(where, Function) and isinstance(tree, Object) and new is not None:
        changed = trees.put_at(where.node, tree, new)
        if changed is not None:
            return changed
    return Unknown("tree_at")


def _word(arguments: Arguments, following: tuple[str, ...]) -> str:
    """The word of the filter that a call gives; "" where it is none of the table, or something follows it."""
    spec = argument(arguments, 1, "filter_spec")
    more = len(arguments.args) > 2 or any(keyword in arguments.keywords for keyword in following)
    return FILTERS.get(spec.name, "") if isinstance(spec, Library) and not more and arguments.complete else ""


def keep(ev: Evaluator, arguments: Arguments) -> Value:
    """`filter(tree, spec, inverse)`."""
    inverse = arguments.keywords.get("inverse", constant(False))
    word = _word(arguments, ("replace", "is_leaf"))
    if not word or not isinstance(inverse, Constant):
        return Unknown("filter")
    return trees.kept(argument(arguments, 0, "pytree"), word, bool(inverse.value))


def partition(ev: Evaluator, arguments: Arguments) -> Value:
    """`partition(tree, spec)`."""
    value, word = argument(arguments, 0, "pytree"), _word(arguments, ("replace", "is_leaf"))
    if not word:
        return Container("tuple", (Unknown("filter"), Unknown("filter")))
    return Container("tuple", (trees.kept(value, word), trees.kept(value, word, inverse=True)))


def combine(ev: Evaluator, arguments: Arguments) -> Value:
    """`combine(*trees)`."""
    if "is_leaf" in arguments.keywords or not arguments.complete:
        return Unknown("combine")
    result = NONE if not arguments.args else arguments.args[0]
    for value in arguments.args[1:]:
        result = trees.combined(result, value)
    return result


def tree_map(ev: Evaluator, arguments: Arguments) -> Value:
    """`tree.map(f, tree, *rest)`, leaf by leaf."""
    return _mapped(ev, arguments, ())


def tree_map_with_path(ev: Evaluator, arguments: Arguments) -> Value:
    """`tree.map_with_path(f, tree, *rest)`: the function is given the path to each leaf first."""
    return _mapped(ev, arguments, (Unknown("path"),))


def _mapped(ev: Evaluator, arguments: Arguments, before: tuple[Value, ...]) -> Value:
    function = argument(arguments, 0, "f")
    given = arguments.args[1:] or _spread(ev, arguments)
    tree = given[0] if given else argument(arguments, 1, "tree")
    if "is_leaf" in arguments.keywords:
        return Unknown("tree map")
    operands = tuple(
        Operand(f"argument {index + 2}", value, arguments.expression(index + 1), "operand")
        for index, value in enumerate(given)
    )
    module, node = arguments.frame.module, arguments.node
    ev.emit(TreeCall(module, node, TREE_MAP, "arithmetic", operands, function, before))

    def each(leaf: Value) -> Value:
        if isinstance(leaf, ArrayTree):
            return _of_arrays(ev, leaf, each)
        if isinstance(leaf, Unknown):
            return leaf
        values = (*before, leaf, *(DYNAMIC for _ in given[1:]))
        return ev.call_value(function, replace(arguments, args=values, keywords={}, changed={}))

    return trees.map_leaves(tree, each)


def _of_arrays(ev: Evaluator, tree: ArrayTree, each: Callable[[Value], Value]) -> Value:
    """A tree of arrays after a function: one of arrays, where it makes an array of an array."""
    with ev.doubt():
        made = each(Array("jax" if isinstance(tree, Returned) else "any"))
    return tree if isinstance(made, (Array, ArrayTree)) else beyond(made)


def _spread(ev: Evaluator, arguments: Arguments) -> tuple[Value, ...]:
    """The trees of `tree.map(f, *models)`, of which there may be any number: one of them."""
    node = arguments.node
    if not isinstance(node, ast.Call) or len(node.args) < 2 or not isinstance(node.args[1], ast.Starred):
        return ()
    held = subscripts.element(ev, ev.expression(node.args[1].value, arguments.frame))
    return () if isinstance(held, Unknown) else (held,)


def tree_leaves(ev: Evaluator, arguments: Arguments) -> Value:
    """`tree.leaves(tree)`."""
    from pytreelint.model.leaves import leaves

    found = [leaf.value for leaf in leaves(ev, argument(arguments, 0, "tree"))]
    if len(found) <= 8 and not any(isinstance(value, Unknown) for value in found):
        return Container("list", tuple(found))
    return Container("list", (), (), union(found) if found else DYNAMIC)


def arrays_of(ev: Evaluator, arguments: Arguments) -> Value:
    """The same tree with every leaf an array."""

    def each(leaf: Value) -> Value:
        return Array("jax", leaf.dtype) if isinstance(leaf, Array) else Array("jax") if trees.is_number(leaf) else leaf

    return trees.map_leaves(argument(arguments, 0), each)
