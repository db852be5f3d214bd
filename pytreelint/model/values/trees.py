"""Tree operations on abstract values: map over leaves, keep arrays, keep the rest, put the halves together."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values import choices
from pytreelint.model.values.identity import plain
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.occurring import every
from pytreelint.model.values.parts import fields_of
from pytreelint.model.values.unknowns import part_of
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Union,
    Unknown,
    Value,
    union,
)

_PARTS = (ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.ListComp)
Children = Callable[[Object], Collection[str]]
Step = str | int


def alike(value: Union, function: Callable[[Value], Value]) -> Value:
    """Returns what a function makes of the alternatives: of what all occur, all occur; the same choice is open."""
    made = [function(option) for option in value.options]
    return every(made) if value.each else choices.carried(union(made), value)


def map_leaves(
    value: Value,
    function: Callable[..., Value],
    children: Children | None = None,
    perhaps: Callable[..., Value] | None = None,
    others: tuple[Value, ...] = (),
    is_leaf: Callable[[Value], bool | None] | None = None,
) -> Value:
    """The same structure with every leaf replaced; static fields stay.

    Arguments:
        children: which fields are children where a flattening of the project's own decides.
        perhaps: the function for leaves of a tree that is one of several.
        others: trees of the same structure: the function is given what they have where the first has a leaf.
        is_leaf: which parts are leaves, whatever they hold; None: not known.
    """

    def part(held: Value, step: Step) -> Value:
        return map_leaves(held, function, children, perhaps, tuple(_at(o, value, step) for o in others), is_leaf)

    if is_leaf is not None and not isinstance(value, Union):
        stops = is_leaf(value)
        if stops is None or (isinstance(value, Unknown) and not stops):
            return Unknown("tree map")
        if stops:
            return function(value, *others)
    match value:
        case Constant(value=None):
            return value
        case Container(kind="tuple" | "list" | "dict" | "namedtuple"):
            rest = part(value.rest, -1) if value.rest is not None else None
            return replace(value, items=tuple(part(item, i) for i, item in enumerate(value.items)), rest=rest)
        case Object() if value.cls.maker is not None and value.cls.maker.spelling not in ("", "lists"):
            names = children(value) if children is not None and value.cls.pytree == "yes" else ()
            if not names:
                return Unknown("registered class")
            fields = ((n, part(item, n) if n in names else item) for n, item in value.fields)
            return replace(value, fields=tuple(fields), parameter=None)
        case Object() if value.cls.pytree == "yes":
            static = _static_fields(value)
            if static is None:
                return Unknown("registered class")
            mapped = ((n, item if n in static else part(item, n)) for n, item in value.fields)
            return replace(value, fields=tuple(mapped), parameter=None)
        case Object() if value.cls.pytree == "unknown" or (value.cls.pytree == "no" and not value.exact):
            return Unknown("open class")  # of a protocol, too: what implements it may be a tree
        case Node():
            return Unknown("leaves of a library's node")
        case Union() if value.each or any(map(_is_tree, value.options)):
            several = not value.each and sum(option != NONE for option in value.options) > 1
            inner = perhaps if several and perhaps is not None else function
            beside = tuple(_part_of(other) for other in others)
            return alike(value, lambda option: map_leaves(option, inner, children, perhaps, beside, is_leaf))
    return function(value, *others)


def _at(other: Value, tree: Value, step: Step) -> Value:
    """What another tree has where a tree has a part: an item by its index (-1: any further one) or key, or a field."""
    if isinstance(tree, Container) and isinstance(other, Container) and other.kind == tree.kind:
        assert isinstance(step, int)
        if step >= 0 and tree.kind == "dict":
            key = tree.keys[step]
            step = other.keys.index(key) if key in other.keys else -1
        held = other.items[step] if 0 <= step < len(other.items) else other.rest
        return held if held is not None else DYNAMIC
    if isinstance(tree, Object) and isinstance(other, Object) and other.cls is tree.cls:
        assert isinstance(step, str)
        return other.get(step) or DYNAMIC
    return _part_of(other)


def _part_of(tree: Value) -> Value:
    """What is known of any part of a tree: of tracers, one of tracers."""
    if not isinstance(tree, Unknown):
        return DYNAMIC
    held = part_of(tree)
    return replace(held, traces=tree.traces, certain=False) if tree.traces else held


def _is_tree(value: Value) -> bool:
    return value == NONE or isinstance(value, (Container, Object, Node, Unknown))


def _static_fields(value: Object) -> Collection[str] | None:
    """The fields that are no leaves, by their declaration or by the lists of the registration; None: not known."""
    found = {name for name, info in value.cls.fields().items() if info.static is True}
    lists = [value.cls.registration.get(each, Container("list")) for each in ("data_fields", "meta_fields")]
    if not all(isinstance(names, Container) and names.rest is None for names in lists):
        return None
    metadata = lists[1].items if isinstance(lists[1], Container) else ()
    return found.union(name.value for name in metadata if isinstance(name, Constant))


def filtered_tree(value: Value, word: str, inverse: bool = False) -> Value:
    """`filter(x, is_array)`, by the word of the filter: what it does not keep becomes None, what is unknown stays.

    Which arrays an unknown tree has lies in the half that keeps them.
    """
    keeps = _KEEPS[word]

    def half(leaf: Value) -> Value:
        if isinstance(leaf, Unknown):
            return plain(leaf) if inverse else leaf
        return leaf if keeps(leaf) is not inverse else NONE

    return map_leaves(value, half)


def _is_inexact(leaf: Value) -> bool:
    """Whether a filter for inexact arrays keeps it; an array of unknown dtype counts."""
    return isinstance(leaf, Array) and leaf.dtype in ("inexact", "?")


def _is_inexact_number(leaf: Value) -> bool:
    return isinstance(leaf, (Scalar, Constant)) and leaf.kind in ("float", "complex")


def with_fields(value: Value, name: str, given: Value) -> Value:
    """A tree in which each field of that name, of an instance at any depth, holds what is given."""
    match value:
        case Union():
            return alike(value, lambda option: with_fields(option, name, given))
        case Object():
            fields = ((n, given if n == name else with_fields(held, name, given)) for n, held in value.fields)
            return replace(value, fields=tuple(fields))
        case Container():
            rest = with_fields(value.rest, name, given) if value.rest is not None else None
            return replace(value, items=tuple(with_fields(item, name, given) for item in value.items), rest=rest)
    return value


def combined(first: Value, second: Value) -> Value:
    """`eqx.combine`: leaf by leaf, the first that is not None."""
    if first == NONE:
        return second
    if second == NONE:
        return first
    if isinstance(first, Unknown):
        return _filled_up(second, first)
    if isinstance(first, Object) and isinstance(second, Object) and first.cls is second.cls:
        names = [name for name, _ in first.fields]
        fields = tuple((n, combined(first.get(n) or NONE, second.get(n) or NONE)) for n in names)
        return replace(first, fields=fields)
    if isinstance(first, Container) and isinstance(second, Container) and len(first.items) == len(second.items):
        pairs = zip(first.items, second.items, strict=True)
        rest = first.rest if second.rest is None else second.rest if first.rest is None else None
        if first.rest is not None and second.rest is not None:
            rest = combined(first.rest, second.rest)
        return replace(first, items=tuple(combined(a, b) for a, b in pairs), rest=rest)
    return first


def _filled_up(tree: Value, unknown: Unknown) -> Value:
    """A tree that has leaves of an unknown one where it has none: of the whole nothing says that it is traced."""
    if tree == NONE:
        return unknown
    if isinstance(tree, Object) and tree.cls.pytree == "yes":
        return replace(tree, fields=tuple((name, _filled_up(item, unknown)) for name, item in tree.fields))
    if isinstance(tree, Container) and tree.rest is None:
        return replace(tree, items=tuple(_filled_up(item, unknown) for item in tree.items))
    if isinstance(tree, (Array, Scalar, Constant)):
        return tree
    same = isinstance(tree, Unknown) and tree.traces == unknown.traces and type(tree) is type(unknown)
    return unknown if same else Unknown(unknown.reason)


def is_number(value: Value) -> bool:
    """A Python number, known or not."""
    return isinstance(value, Scalar) or (
        isinstance(value, Constant) and value.kind in ("bool", "int", "float", "complex")
    )


# The words of `knowledge.operations.FILTERS`.
_KEEPS: dict[str, Callable[[Value], bool]] = {
    "arrays": lambda leaf: isinstance(leaf, Array),
    "inexact": _is_inexact,
    "array-like": lambda leaf: isinstance(leaf, Array) or is_number(leaf),
    "inexact-like": lambda leaf: _is_inexact(leaf) or _is_inexact_number(leaf),
}


_Chain = tuple[Step, ...]


def put_at(where: ast.AST, tree: Object, new: Value) -> Value | None:
    """`tree_at(lambda m: m.a.b[0], tree, new)`; None where the function is not a chain of attributes and indices."""
    if not isinstance(where, ast.Lambda) or len(where.args.args) != 1:
        return None
    parameter = where.args.args[0].arg
    targets = where.body.elts if isinstance(where.body, (ast.Tuple, ast.List)) else [where.body]
    several = isinstance(where.body, (ast.Tuple, ast.List))
    values = new.items if several and isinstance(new, Container) and len(new.items) == len(targets) else None
    if several and values is None:
        values = tuple(Unknown("tree_at") for _ in targets)
    result: Value = tree
    for target, value in zip(targets, values if values is not None else (new,), strict=True):
        chain = _chain(target, parameter)
        changed = _put(result, chain, value) if chain else None
        if changed is None:
            return None
        result = changed
    return result


def changed_somewhere(where: ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef, tree: Value) -> Object | None:
    """An instance after `tree_at` with a function that is no chain of attributes; None where it may give the instance.

    Of a function that reads nothing but fields of it, only these can have changed.
    """
    body = where.body if isinstance(where.body, ast.expr) else getattr(where.body[-1], "value", None)
    names = [parameter.arg for parameter in where.args.args]
    if not isinstance(tree, Object) or len(names) != 1:
        return None
    held = {name for name, _ in tree.fields}
    read = [node.attr for node in walk(where) if isinstance(node, ast.Attribute) and _is_name(node.value, names[0])]
    if len(read) == sum(_is_name(node, names[0]) for node in walk(where)) and held.issuperset(read):
        return replace(tree.forgotten("tree_at"), fields=tuple(_opened(tree, read)))
    return tree.forgotten("tree_at") if isinstance(body, _PARTS) else None


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _opened(tree: Object, names: Collection[str]) -> Iterator[tuple[str, Value]]:
    """The fields of an instance, those of such names unknown."""
    for name, value in tree.fields:
        yield name, Unknown("tree_at") if name in names else value


def _chain(node: ast.expr, parameter: str) -> _Chain | None:
    match node:
        case ast.Name(id=name):
            return () if name == parameter else None
        case ast.Attribute(value=inner, attr=name):
            before = _chain(inner, parameter)
            return None if before is None else (*before, name)
        case ast.Subscript(value=inner, slice=ast.Constant(value=int() as index)):
            before = _chain(inner, parameter)
            return None if before is None else (*before, index)
        case ast.Subscript(value=inner, slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as index))):
            before = _chain(inner, parameter)
            return None if before is None else (*before, -index)
    return None


def _put(value: Value, chain: _Chain, new: Value) -> Value | None:
    if not chain:
        return new
    step = chain[0]
    if isinstance(value, Object):  # the other fields are the very ones that they were
        value = replace(value, fields=fields_of(value))
    if isinstance(step, str) and isinstance(value, Object) and (held := value.get(step)) is not None:
        inner = _put(held, chain[1:], new)
        return None if inner is None else value.put(step, inner)
    if isinstance(step, int) and isinstance(value, Container) and value.kind in ("tuple", "list"):
        return _put_item(value, step, chain[1:], new)
    return None


def _put_item(value: Container, index: int, chain: _Chain, new: Value) -> Value | None:
    """An item replaced; where the number of items is not known, any of them may be the one."""
    known = value.rest is None or 0 <= index < len(value.items)
    if known and not -len(value.items) <= index < len(value.items):
        return None
    position = index % len(value.items) if known else -1
    items: list[Value] = []
    for i, item in enumerate((*value.items, *([value.rest] if value.rest is not None else []))):
        changed = _put(item, chain, new) if i == position or not known else item
        if changed is None:
            return None
        items.append(changed if known else union([item, changed]))
    rest = items.pop() if value.rest is not None else None
    return replace(value, items=tuple(items), rest=rest)
