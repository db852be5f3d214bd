"""The words of `knowledge.operations`, executed on abstract values."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import holds_code
from pytreelint.model.algebra import conversions, iterators, itertool, subscripts
from pytreelint.model.algebra.array_filters import is_array, is_inexact_array
from pytreelint.model.algebra.narrowing import (
    asks_arrays,
    asks_tracers,
    asks_trees,
    is_callable,
    is_instance,
    truth,
)
from pytreelint.model.libraries import (
    asking,
    attribute_calls,
    containers,
    dispatchers,
    flattening,
    getters,
    graphs,
    modules_by_name,
    optimizers,
    pure_pairs,
    treeops,
)
from pytreelint.model.project.modules import bound_names
from pytreelint.model.types import (
    bundled,
    dataclass_fields,
    namedtuples,
    namespaces,
    rebuilt,
    writes,
)
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.counting import counts
from pytreelint.model.values.frame import super_value
from pytreelint.model.values.marks import computed, of
from pytreelint.model.values.unknowns import beyond, half_known, unknown_inside
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Library,
    Object,
    Opaque,
    Partial,
    Scalar,
    Unknown,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter


def run(ev: Interpreter, operation: str, arguments: Arguments) -> Value:
    """Returns the result of an operation; a word without an entry is unknown."""
    if operation in _FIXED:
        return _FIXED[operation]
    handler = _OPERATIONS.get(operation)
    return handler(ev, arguments) if handler else DYNAMIC


_FIXED: dict[str, Value] = {
    "int": Scalar("int"),
    "bool": Scalar("bool"),
    "str": Opaque("str"),
    "none": NONE,
    "sentinel": Opaque("object", "object"),
}


def _same(ev: Interpreter, arguments: Arguments) -> Value:
    return argument(arguments, 0)


def _axis_number(ev: Interpreter, arguments: Arguments) -> Value:
    """`jax.lax.axis_index(name)`: the number of a row in a map; a tracer of that, where there is but one."""
    maps = tuple(trace for trace in arguments.frame.tracing if trace.transform.family == "map")
    return computed(Array("jax", "integer", traces=maps if len(maps) == 1 else ()), (), arguments.stage)


def _second(ev: Interpreter, arguments: Arguments) -> Value:
    kind, value = argument(arguments, 0), argument(arguments, 1)
    return ev.instance(kind.cls) if isinstance(kind, ClassValue) and isinstance(value, Unknown) else value


def _instance_of(ev: Interpreter, arguments: Arguments) -> Value:
    """`tyro.cli(Config)`: an instance of a class, whose fields the command line gives."""
    kind = arguments.get(0, "config_class")
    instance = ev.instance(kind.cls) if isinstance(kind, ClassValue) else DYNAMIC
    return replace(instance, exact=True) if isinstance(instance, Object) else instance


def _partial(ev: Interpreter, arguments: Arguments) -> Value:
    function = argument(arguments, 0)
    return Partial(function, arguments.args[1:], tuple(arguments.keywords.items()), created_in=arguments.frame.region)


def _tree_partial(ev: Interpreter, arguments: Arguments) -> Value:
    function, given = argument(arguments, 0), tuple(arguments.keywords.items())
    return Partial(function, arguments.args[1:], given, tree=True, created_in=arguments.frame.region)


def _replace(ev: Interpreter, arguments: Arguments) -> Value:
    value = argument(arguments, 0)
    if not isinstance(value, Object):
        return beyond(value)
    from pytreelint.model.types.construct import replaced

    return replaced(ev, value, arguments)


_LONGEST_RANGE = 6


def _range(ev: Interpreter, arguments: Arguments) -> Value:
    given = [a.value for a in arguments.args if isinstance(a, Constant) and isinstance(a.value, int)]
    if len(given) == len(arguments.args) and given:
        try:
            numbers = range(*given)
        except (TypeError, ValueError):
            return DYNAMIC
        if len(numbers) <= _LONGEST_RANGE:
            return Container("iterator", tuple(counts(constant(n), arguments.node) for n in numbers))
    return Container("iterator", (), (), counts(Scalar("int"), arguments.node))  # hashable, and no PyTree


def _element(ev: Interpreter, arguments: Arguments) -> Value:
    return subscripts.element(ev, argument(arguments, 0))


def _super(ev: Interpreter, arguments: Arguments) -> Value:
    return super_value(arguments.frame)


def _getattr(ev: Interpreter, arguments: Arguments) -> Value:
    from pytreelint.model.types.attributes import get

    name = argument(arguments, 1)
    if isinstance(name, Constant) and isinstance(name.value, str) and len(arguments.args) == 2:
        return get(ev, arguments.args[0], name.value, arguments.node, arguments.frame)
    if isinstance(name, Constant) and len(arguments.args) == 3 and isinstance(arguments.args[0], ClassValue):
        held = _in_bodies(ev, arguments.args[0].cls, name.value)
        return arguments.args[2] if held is None else held
    if arguments.args and isinstance(arguments.args[0], Library) and holds_code(arguments.args[0].name):
        return union([Opaque("function"), *arguments.args[2:]])
    return DYNAMIC


def _in_bodies(ev: Interpreter, cls: ClassInfo, name: str) -> Value | None:
    """What class bodies, of which one may be being read, assign to a name; None where none of them binds it."""
    if cls.is_open or cls.has_code_of_libraries or name.startswith("__"):
        return DYNAMIC
    for each in cls.mro:
        if any(isinstance(statement, (ast.If, ast.Try, ast.For, ast.With)) for statement in each.node.body):
            return DYNAMIC
        found = [statement for statement in each.node.body if name in set(bound_names(statement))]
        if found:
            last = found[-1]
            value = last.value if isinstance(last, (ast.Assign, ast.AnnAssign)) and len(found) == 1 else None
            return DYNAMIC if value is None else ev.expression(value, each.scope)
    return None


def _vars(ev: Interpreter, arguments: Arguments) -> Value:
    from pytreelint.model.types.attributes import get

    return get(ev, argument(arguments, 0), "__dict__", arguments.node, arguments.frame)


def _delattr(ev: Interpreter, arguments: Arguments) -> Value:
    """`delattr(instance, "name")`."""
    arguments.changed[0] = Unknown("changed by del")
    return NONE


def _isinstance(ev: Interpreter, arguments: Arguments) -> Value:
    kind, value = argument(arguments, 1), argument(arguments, 0)
    known = is_instance(value, kind)
    plain = isinstance(value, (Object, Container, Constant))
    asked = (asks_tracers(kind) and not plain) or (asks_arrays(kind) and unknown_inside(value))
    guard = asked or half_known(value) or (bool(of(value)) and not asks_trees(kind))
    return Scalar("bool", guard) if known is None else constant(known, asks_tracers(kind))


def _every(ev: Interpreter, arguments: Arguments) -> Value:
    return _quantified(argument(arguments, 0), False)


def _some(ev: Interpreter, arguments: Arguments) -> Value:
    return _quantified(argument(arguments, 0), True)


def _quantified(values: Value, decisive: bool) -> Value:
    """`any(...)`, `all(...)`: one decisive item is enough, else all must be known; a guard if any number decides."""
    if not isinstance(values, Container) or values.kind == "dict":
        return Scalar("bool")
    parts = (*values.items, *((values.rest,) if values.rest is not None else ()))
    if any(isinstance(part, Scalar) and part.guard for part in parts):
        return Scalar("bool", True)
    answers = [truth(part) for part in parts]
    if decisive in answers[: len(values.items)]:
        return constant(decisive)
    return constant(not decisive) if {decisive, None}.isdisjoint(answers) else Scalar("bool", answers[-1] is decisive)


def _callable(ev: Interpreter, arguments: Arguments) -> Value:
    known = is_callable(argument(arguments, 0))
    return Scalar("bool") if known is None else constant(known)


def _is_array(ev: Interpreter, arguments: Arguments) -> Value:
    known = is_array(argument(arguments, 0))
    return Scalar("bool") if known is None else constant(known)


def _is_inexact_array(ev: Interpreter, arguments: Arguments) -> Value:
    known = is_inexact_array(argument(arguments, 0))
    return Scalar("bool") if known is None else constant(known)


def _type(ev: Interpreter, arguments: Arguments) -> Value:
    value = argument(arguments, 0)
    return ClassValue(value.cls) if isinstance(value, Object) and len(arguments.args) == 1 else DYNAMIC


def _numeric(ev: Interpreter, arguments: Arguments) -> Value:
    value = argument(arguments, 0)
    return value if isinstance(value, Array) else beyond(value)


_OPERATIONS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "same": _same,
    "updates-added": optimizers.sum_of,
    "axis-number": _axis_number,
    "inference": treeops.inference,
    "second": _second,
    "instance-of": _instance_of,
    "partial": _partial,
    "tree-partial": _tree_partial,
    "replace": _replace,
    "tree-at": treeops.tree_at,
    "read-like": treeops.read_like,
    "with-state": treeops.with_state,
    "model-and-state": treeops.model_and_state,
    "filter": treeops.keep,
    "partition": treeops.partition,
    "combine": treeops.combine,
    "tree-map": treeops.tree_map,
    "tree-map-path": treeops.tree_map_with_path,
    "tree-leaves": flattening.tree_leaves,
    "tree-flatten": flattening.tree_flatten,
    "tree-structure": flattening.tree_structure,
    "tree-unflatten": flattening.tree_unflatten,
    "treedef-unflatten": flattening.treedef_unflatten,
    "tree-transpose": flattening.tree_transpose,
    "tree-reduce": treeops.tree_reduce,
    "tree-ravel": treeops.tree_ravel,
    "unraveled": treeops.unraveled,
    "arrays-of": treeops.arrays_of,
    "host-arrays-of": treeops.host_arrays_of,
    "tuple": containers.display("tuple"),
    "list": containers.display("list"),
    "set": containers.display("set"),
    "frozenset": containers.display("frozenset"),
    "dict": containers.mapping,
    "default-dict": containers.default_dict,
    "range": _range,
    "element": _element,
    "sum": _numeric,
    "number": _numeric,
    "super": _super,
    "getattr": _getattr,
    "vars": _vars,
    "setattr": attribute_calls.setattr_of,
    "delattr": _delattr,
    "copied": writes.copied,
    "object-setattr": attribute_calls.set_unchecked,
    "object-new": rebuilt.made_empty,
    "type": _type,
    "isinstance": _isinstance,
    "all": _every,
    "any": _some,
    "callable": _callable,
    "is-array": _is_array,
    "is-inexact-array": _is_inexact_array,
    "namedtuple": namedtuples.class_of_call,
    "namespace": namespaces.instance,
    "fields": dataclass_fields.of,
    "as-dict": dataclass_fields.as_dict,
    "as-tuple": dataclass_fields.as_tuple,
    **graphs.HANDLERS | dispatchers.HANDLERS | modules_by_name.HANDLERS,
    **getters.HANDLERS | asking.HANDLERS,
    **pure_pairs.HANDLERS,
    **iterators.HANDLERS,
    **conversions.HANDLERS,
    **itertool.HANDLERS,
    **bundled.HANDLERS,
}
