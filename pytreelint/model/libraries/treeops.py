"""Operations on whole trees: partition, filter, combine, map, `tree_at`."""

from __future__ import annotations

import ast
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.operations import (
    FILTERS,
    STATE,
    STATE_INDEX,
    TREE_FILTER,
    TREE_MAP,
    TREE_PARTITION,
    TREE_REDUCE,
    UNRAVEL,
    WITH_STATE,
)
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import accesses, draws, itertool, subscripts
from pytreelint.model.libraries.flattening import is_leaf, tree_leaves
from pytreelint.model.libraries.unknown_trees import of_arrays, of_unknown
from pytreelint.model.syntax.free import free_names
from pytreelint.model.transforms.rebuilding import built_of, masked
from pytreelint.model.transforms.traces import children_of
from pytreelint.model.types.rebuilt import rebuilt
from pytreelint.model.values import ties, trees
from pytreelint.model.values.alike import Alike, is_straight
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.kept_leaves import kept
from pytreelint.model.values.marks import computed
from pytreelint.model.values.regions import is_run
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.model.values.unknowns import ArrayTree, Returned
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Partial,
    Transformed,
    Union,
    Unknown,
    Value,
    constant,
)
from pytreelint.model.values.wholes import as_tree_of, note_whole, put_together

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def tree_at(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree_at(where, tree, new)`: followed when `where` is a chain of attributes; else the tree's leaves are open."""
    where, tree = argument(arguments, 0, "where"), argument(arguments, 1, "pytree")
    new = ties.put(ev, arguments, tree, arguments.get(2, "replace"))
    if new is None and "replace_fn" in arguments.keywords:
        new = _replaced(ev, arguments, where, tree)
    if isinstance(where, Function) and isinstance(tree, Object) and new is not None:
        changed = trees.put_at(where.node, tree, new)
        if changed is not None:
            return changed
    changed = trees.changed_somewhere(where.node, tree) if isinstance(where, Function) else None
    return Unknown("tree_at") if changed is None else changed


def _replaced(ev: Interpreter, arguments: Arguments, where: Value, tree: Value) -> Value:
    """What `replace_fn` makes of each part that `where` selects."""
    selected, function = _call(ev, where, arguments, tree), arguments.keywords["replace_fn"]
    several = isinstance(where, Function) and isinstance(where.node.body, (ast.Tuple, ast.List))
    if several and isinstance(selected, Container):
        return replace(selected, items=tuple(_call(ev, function, arguments, item) for item in selected.items))
    return _call(ev, function, arguments, selected)


def read_like(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree_deserialise_leaves(path, like)`: whatever reads the leaves, they have the types of those of `like`."""
    return trees.map_leaves(draws.forgotten(argument(arguments, 1, "like"), arguments.frame), _filled)


def _filled(leaf: Value) -> Value:
    return Array("jax", leaf.dtype) if isinstance(leaf, Array) and leaf.flavour == "shape-struct" else leaf


def with_state(ev: Interpreter, arguments: Arguments) -> Value:
    """`make_with_state(make)`, which waits for the arguments of `make`."""
    make = argument(arguments, 0, "make_model")
    return Partial(Library(WITH_STATE), (make,), created_in=arguments.frame.region)


def model_and_state(ev: Interpreter, arguments: Arguments) -> Value:
    """What `make_with_state(make)(...)` gives: the model without its initial state, and the state."""
    result = ev.call_value(argument(arguments, 0), replace(arguments, args=arguments.args[1:], changed={}))
    state = ev.member(*STATE)
    held = ev.instance(state.cls) if isinstance(state, ClassValue) else DYNAMIC
    return Container("tuple", (_without_initial(result), held))


def _without_initial(value: Value) -> Value:
    """A tree in which no index holds the state to begin with any more."""
    if isinstance(value, Container):
        rest = _without_initial(value.rest) if value.rest is not None else None
        return replace(value, items=tuple(map(_without_initial, value.items)), rest=rest)
    if not isinstance(value, Object):
        return value
    if canonical(value.cls.qualified) == STATE_INDEX[0]:
        return value.put(STATE_INDEX[1], NONE)
    return replace(value, fields=tuple((name, _without_initial(item)) for name, item in value.fields))


def _word(arguments: Arguments, following: tuple[str, ...]) -> str:
    """The word of the filter that a call gives; "" where it is none of the table, or something follows it."""
    spec = argument(arguments, 1, "filter_spec")
    more = len(arguments.args) > 2 or any(keyword in arguments.keywords for keyword in following)
    return FILTERS.get(spec.name, "") if isinstance(spec, Library) and not more and arguments.complete else ""


def keep(ev: Interpreter, arguments: Arguments) -> Value:
    """`filter(tree, spec, inverse)`."""
    inverse = arguments.keywords.get("inverse", constant(False))
    word = _word(arguments, ("replace", "is_leaf"))
    given = argument(arguments, 0, "pytree")
    note_whole(ev, given)
    masked(ev, TREE_FILTER, arguments)
    if argument(arguments, 1, "filter_spec") == constant(False) and len(arguments.args) + len(arguments.keywords) == 2:
        return trees.map_leaves(given, lambda leaf: Unknown("filter") if isinstance(leaf, Unknown) else NONE)
    if not word or not isinstance(inverse, Constant):
        return Unknown("filter")
    half = trees.filtered_tree(kept(given), word, bool(inverse.value))
    return as_tree_of(half, given) if inverse.value else half


def partition(ev: Interpreter, arguments: Arguments) -> Value:
    """`partition(tree, spec)`."""
    given, word = argument(arguments, 0, "pytree"), _word(arguments, ("replace", "is_leaf"))
    note_whole(ev, given)
    masked(ev, TREE_PARTITION, arguments)
    if not word:
        return Container("tuple", (Unknown("filter"), Unknown("filter")))
    value = kept(given)
    rest = as_tree_of(trees.filtered_tree(value, word, inverse=True), given)
    return Container("tuple", (trees.filtered_tree(value, word), rest))


def inference(ev: Interpreter, arguments: Arguments) -> Value:
    """`inference_mode(pytree, value=True)`: each field `inference` holds `value`, wherever it is."""
    word = arguments.get(1, "value") or constant(True)
    return trees.with_fields(argument(arguments, 0, "pytree"), "inference", word)


def combine(ev: Interpreter, arguments: Arguments) -> Value:
    """`combine(*trees)`."""
    if "is_leaf" in arguments.keywords or not arguments.complete:
        return Unknown("combine")
    result: Value = NONE
    for value in arguments.args:
        result = trees.combined(result, kept(value))
    return put_together(ev, result, arguments.args)


def tree_map(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.map(f, tree, *rest)`, leaf by leaf."""
    return _mapped(ev, arguments, ())


def tree_map_with_path(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.map_with_path(f, tree, *rest)`: the function is given the path to each leaf first."""
    return _mapped(ev, arguments, (Unknown("path"),))


def _mapped(ev: Interpreter, arguments: Arguments, before: tuple[Value, ...]) -> Value:
    function = argument(arguments, 0, "f")
    given = arguments.args[1:] or _spread(ev, arguments)
    tree = given[0] if given else argument(arguments, 1, "tree")
    stop = arguments.keywords.get("is_leaf", NONE)
    over = draws.OverLeaves(arguments.frame)
    made: dict[tuple[object, ...], Value] = {}
    results: list[Value] = []
    if stop == NONE:
        _judged(ev, function, given, arguments, before)

    def each(leaf: Value, *beside: Value) -> Value:
        if isinstance(leaf, ArrayTree):
            return of_arrays(ev, leaf, lambda array: each(array, *beside), stop == NONE)
        if isinstance(leaf, Unknown) and stop == NONE:
            return of_unknown(leaf, lambda array: each(array, *beside))
        key = (leaf, *beside, ev.events.doubting)
        if key in made:
            return made[key]
        result = _call(ev, function, arguments, *before, leaf, *beside)
        results.append(result)
        if _is_anew(result) and all(map(_is_plain, (leaf, *beside))):
            made[key] = result  # a large tree has many leaves of which the same is known
        return result

    def perhaps(leaf: Value, *beside: Value) -> Value:
        with ev.doubt():
            return each(leaf, *beside)

    first, *others = [rebuilt(ev, ties.untied(ev, each)) for each in (tree, *given[1:])]
    known = None if stop == NONE else partial(is_leaf, ev, arguments, stop)
    if stop == NONE and _is_any(first) and _hands_over(ev, function):
        _call(ev, function, arguments, *before, *(DYNAMIC for _ in given))  # what it does with whichever leaf
    mapped = trees.map_leaves(first, each, lambda node: children_of(ev, node), perhaps, tuple(others), known)
    built_of(ev, TREE_MAP, first, results, arguments)
    over.judge(ev, function, tree, given, lambda: _call(ev, function, arguments, *before, *(DYNAMIC for _ in given)))
    return as_tree_of(mapped, first) if stop == NONE else mapped


def _is_plain(leaf: Value) -> bool:
    """Whether two leaves of which this is known are alike for a function: arrays, whose numbers it may not read."""
    return isinstance(leaf, Array) and leaf.flavour != "key" and leaf.number_by is None and not leaf.came_back


def _is_anew(result: Value) -> bool:
    """Whether a result is an array that no leaf has led to: it is no other object, and has no evidence."""
    return isinstance(result, Array) and result.flavour != "key" and result.token is None and result.why is None


def _is_any(tree: Value) -> bool:
    """Whether nothing says what the leaves of a tree are, nor that they are traced."""
    return isinstance(tree, (ArrayTree, Union)) or (isinstance(tree, Unknown) and not tree.traces)


def _hands_over(ev: Interpreter, function: Value) -> bool:
    """Whether it is an inner function that calls what a transform gave, of the function around it or of the module."""
    if not isinstance(function, Function) or function.closure is None:
        return False
    names, given, bound = _names(function.node), function.closure.env or {}, function.module.bindings
    if any(isinstance(given.get(name), Transformed) for name in names):
        return True
    of_module = (name for name in names if name in bound and name not in given)
    return any(isinstance(ev.name(function.module, name), Transformed) for name in of_module)


@lru_cache(maxsize=64)  # functions, of which one file has few; each is asked once per call of the one around it
def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(free_names(node))


def _call(ev: Interpreter, function: Value, arguments: Arguments, *values: Value) -> Value:
    return ev.call_value(function, replace(arguments, args=values, keywords={}, changed={}, spread=None, skipped=1))


def _judged(
    ev: Interpreter, function: Value, given: tuple[Value, ...], arguments: Arguments, before: tuple[Value, ...]
) -> None:
    """Emits the sites of a `tree.map` whose leaves are those of the trees."""
    operands = tuple(
        Operand(f"argument {index + 2}", value, arguments.expression(index + 1), "operand")
        for index, value in enumerate(given)
    )
    for each in operand_alternatives(operands, arguments.frame):
        ev.emit(TreeCall(arguments.frame.module, arguments.node, TREE_MAP, "arithmetic", each, function, before))
    for other in operands[1:] if _is_run(arguments.frame) else ():
        both = operands[0].value, other.value
        straight = is_straight(arguments.frame)
        ev.emit(Alike(arguments.frame.module, other.node, TREE_MAP, (), both, other.label, straight=straight))
    if not before:
        accesses.of_mapped(ev, function, given, arguments)


def _is_run(frame: Frame) -> bool:
    """Whether nothing on the way here asks what an argument is: a number, and no tree."""
    inner: Frame | None = frame
    while inner is not None and is_run(inner):
        inner = inner.back[0] if inner.back is not None else None
    return inner is None


def _spread(ev: Interpreter, arguments: Arguments) -> tuple[Value, ...]:
    """The trees of `tree.map(f, *models)`, of which there may be any number: one of them."""
    node = arguments.node
    if not isinstance(node, ast.Call) or len(node.args) < 2 or not isinstance(node.args[1], ast.Starred):
        return ()
    held = subscripts.element(ev, ev.expression(node.args[1].value, arguments.frame))
    return () if isinstance(held, Unknown) else (held,)


def tree_reduce(ev: Interpreter, arguments: Arguments) -> Value:
    """`tree.reduce(function, tree, first)`."""
    if len(arguments.args) > 2:  # else the first two leaves are met at once
        operand = Operand("argument 2", arguments.args[1], arguments.expression(1), "operand")
        for trees in operand_alternatives((operand,), arguments.frame):
            function = argument(arguments, 0, "function")
            where = arguments.frame.module, arguments.node
            ev.emit(TreeCall(*where, TREE_REDUCE, "arithmetic", trees, function, (DYNAMIC,)))
    leaves = tree_leaves(ev, replace(arguments, args=arguments.args[1:2]))
    if arguments.complete and not arguments.keywords:
        return itertool.reduced(ev, replace(arguments, args=(*arguments.args[:1], leaves, *arguments.args[2:])))
    return itertool.folded(ev, argument(arguments, 0, "function"), subscripts.element(ev, leaves), arguments)


def tree_ravel(ev: Interpreter, arguments: Arguments) -> Value:
    """`ravel_pytree(tree)`: one array of all leaves, and the function that leads back."""
    tree, held = arrays_of(ev, arguments), list[Value]()

    def noted(leaf: Value) -> Value:
        held.append(leaf)
        return leaf

    trees.map_leaves(argument(arguments, 0, "pytree"), noted, lambda node: children_of(ev, node))
    back = Partial(Library(UNRAVEL), (tree,))
    return Container("tuple", (computed(Array("jax"), held, arguments.stage), back))


def unraveled(ev: Interpreter, arguments: Arguments) -> Value:
    """What the second result of `ravel_pytree` gives: the tree, of parts of the array that it is given."""
    tree, flat = argument(arguments, 0), argument(arguments, 1)

    def each(leaf: Value) -> Value:
        new = replace(leaf, traces=()) if isinstance(leaf, Array) else Returned("unraveled")
        return computed(new, (flat,), arguments.stage)

    return trees.map_leaves(tree, each, lambda node: children_of(ev, node))


def arrays_of(ev: Interpreter, arguments: Arguments) -> Value:
    """The same tree with every leaf an array."""

    def each(leaf: Value) -> Value:
        return Array("jax", leaf.dtype) if isinstance(leaf, Array) else Array("jax") if trees.is_number(leaf) else leaf

    return trees.map_leaves(argument(arguments, 0), each, lambda node: children_of(ev, node))


def host_arrays_of(_ev: Interpreter, arguments: Arguments) -> Value:
    """The same tree with NumPy's arrays for JAX's; Python's numbers stay."""

    def each(leaf: Value) -> Value:
        return Array("numpy", leaf.dtype) if isinstance(leaf, Array) and leaf.flavour == "jax" else leaf

    return trees.map_leaves(argument(arguments, 0), each)
