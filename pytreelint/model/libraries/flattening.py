"""The leaves of trees as a list, and trees that are made of a list: `leaves`, `flatten`, `unflatten`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import STRUCTURE
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.narrowing import truth
from pytreelint.model.transforms.traces import children_of
from pytreelint.model.types.rebuilt import rebuilt
from pytreelint.model.values import trees
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.identity import Token, plain, stamped
from pytreelint.model.values.kept_leaves import kept
from pytreelint.model.values.marks import of
from pytreelint.model.values.nodes import Structure
from pytreelint.model.values.sites import Operand
from pytreelint.model.values.unknowns import Returned, beyond
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Container,
    Object,
    Union,
    Unknown,
    Value,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_MOST = 8  # leaves that are told one by one


def tree_leaves(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.leaves(tree)`."""
    whole = argument(arguments, 0, "tree")
    tree = kept(whole)
    found = _leaf_values(ev, tree, arguments)
    if len(found) <= _MOST and all(map(_is_one, found)):
        items = Container("list", tuple(found))
    else:
        items = Container("list", (), (), plain(union(found)) if found else DYNAMIC)
    if arguments.get(1, "is_leaf") is None:
        operand = Operand("tree", whole, arguments.expression(0, "tree"), "operand")
        ev.events.flattened[arguments.node] = operand
        if not isinstance(tree, Unknown):
            token = Token()
            ev.events.leaf_lists[token] = (operand, arguments.frame.module, arguments.node)
            return stamped(items, token)
    return stamped(items, tree.token) if isinstance(tree, Unknown) else items


def _is_one(value: Value) -> bool:
    """Whether a value is certainly one leaf: alternatives may be trees, of more or none."""
    if not isinstance(value, Union):
        return not isinstance(value, Unknown)
    return not any(option == NONE or isinstance(option, (Unknown, Container, Object)) for option in value.options)


def _leaf_values(ev: Interpreter, tree: Value, arguments: Arguments) -> list[Value]:
    """The leaves of a tree, as far as `is_leaf` lets them be known."""
    from pytreelint.model.types.leaves import leaves, no_pytree

    stop, found = arguments.get(1, "is_leaf") or NONE, list[Value]()
    if stop == NONE:
        values = [leaf.value for leaf in leaves(ev, tree)]
        # an instance that somebody may have registered is a tree of its own
        return [DYNAMIC if isinstance(each, Object) and not no_pytree(ev, each) else each for each in values]

    def kept_leaf(leaf: Value) -> Value:
        found.append(leaf)
        return leaf

    ends = partial(is_leaf, ev, arguments, stop)
    walked = trees.map_leaves(tree, kept_leaf, lambda node: children_of(ev, node), is_leaf=ends)
    return [DYNAMIC] if any(isinstance(leaf.value, Unknown) for leaf in leaves(ev, walked)) else found


def tree_flatten(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.flatten(tree)`: the leaves, and the structure."""
    return Container("tuple", (tree_leaves(ev, arguments), tree_structure(ev, arguments)))


def tree_structure(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.structure(tree)`."""
    whole = arguments.get(1, "is_leaf") is None and arguments.complete
    return Structure("object", STRUCTURE, tree=argument(arguments, 0, "tree") if whole else DYNAMIC)


def tree_unflatten(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.unflatten(structure, leaves)`: a tree of that structure, of which any leaf may be any of these."""
    structure, leaf = argument(arguments, 0, "treedef"), subscripts.element(ev, argument(arguments, 1, "leaves"))
    new = _of_leaves(leaf, "tree unflatten")
    if not isinstance(structure, Structure) or not isinstance(new, Returned):
        return new
    one = plain(leaf)
    tree = rebuilt(ev, structure.tree)

    def put(held: Value) -> Value:
        return new if isinstance(held, Unknown) else one

    return trees.map_leaves(tree, put, lambda node: children_of(ev, node))


def treedef_unflatten(ev: Interpreter, arguments: Arguments) -> Value:
    """`structure.unflatten(leaves)`."""
    return _of_leaves(subscripts.element(ev, argument(arguments, 0, "leaves")), "tree unflatten")


def tree_transpose(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.transpose(outer, inner, tree)`: the leaves stay what they are."""
    from pytreelint.model.types.leaves import leaves

    held = [leaf.value for leaf in leaves(ev, argument(arguments, 2, "pytree_to_transpose"))]
    return _of_leaves(union(held) if held else DYNAMIC, "tree transpose")


def _of_leaves(leaf: Value, reason: str) -> Value:
    """A tree of such leaves: one of tracers, where each of them is one."""
    arrays = all(isinstance(option, (Array, Returned)) for option in options_of(leaf))
    tree = Returned(reason) if arrays and not _has_shape_only(leaf) else beyond(leaf)
    return replace(tree, traces=of(leaf)) if of(leaf) else tree


def _has_shape_only(leaf: Value) -> bool:
    return any(isinstance(option, Array) and option.flavour == "shape-struct" for option in options_of(leaf))


def is_leaf(ev: Interpreter, arguments: Arguments, stop: Value, part: Value) -> bool | None:
    """Whether a walk stops at a part of a tree, by the function that it was given."""
    return truth(ev.call_value(stop, replace(arguments, args=(part,), keywords={}, changed={}, spread=None)))
