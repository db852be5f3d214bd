"""Fixes of a static argument that has no hash: one that has."""

from __future__ import annotations

import ast

from pytreelint.knowledge.repairs import DATACLASS, FROZEN
from pytreelint.model.algebra.demands import ONE_NUMBER
from pytreelint.model.queries.concrete import reference, text_of
from pytreelint.model.queries.sequences import needs_original, treats_alike
from pytreelint.model.syntax.standing import around
from pytreelint.model.transforms.hypothetical import if_traced
from pytreelint.model.transforms.tracing import traced
from pytreelint.model.types.leaves import unhashable
from pytreelint.model.values.protocol import Model
from pytreelint.model.values.sites import Demanded, TransformCall
from pytreelint.model.values.value import (
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Scalar,
    Transformed,
    Value,
    options_of,
)
from pytreelint.rules.arguments import after, before
from pytreelint.rules.caught import caught
from pytreelint.rules.conditions import NOT_ASSIGNED, RAISES_BEFORE, SAME_FOR_BOTH
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.raw.seen import spelled
from pytreelint.rules.raw.traced_instead import untraced

_HASHED = (Constant, Scalar, Opaque, Function, Library, ClassValue, Container)
_COPIES = {"list": "tuple", "set": "frozenset"}


def hashable(model: Model, site: TransformCall, node: ast.AST, value: Value) -> Fix | None:
    """What makes the call run with the argument given at `node`; None where that is not certain."""
    if isinstance(value, Container) and value.kind in _COPIES and site.caller.origin == "project":
        return _copied(model, site, node, value)
    if isinstance(value, Object):
        return frozen(model, value)
    return _array(model, site, node, value) if isinstance(value, Array) else None


def _array(model: Model, site: TransformCall, node: ast.AST, value: Array) -> Fix | None:
    """An array is traced instead, or becomes the number that the function needs."""
    function: Value = site.function
    while isinstance(function, (Transformed, Bound)):
        function = function.function
    index = next((i for i, operand in enumerate(site.operands) if operand.node is node), None)
    if not isinstance(function, Function) or index is None:
        return None
    label = site.operands[index].label
    given: dict[str, Value] = {label: Array("jax", value.dtype)}
    needed = if_traced(model, function, given, site)
    given |= {each.label: traced(each.value) for each in site.operands if each.role == "traced"}
    if needed is None and if_traced(model, function, given, site) is not None:
        return None  # another argument was meant to be static
    if needed is None and not _bounds_slice(function.node, label):
        return untraced(site, model, spelled(site, index))
    staged = any(model.is_staged(each) for each in around(site.caller.tree, site.call))
    if value.dtype != "integer" or staged or site.caller.origin != "project" or not _written(site, node):
        return None
    place = site.caller.source.place(node)  # type: ignore[arg-type]
    edits = [Edit(before(place), "int("), Edit(after(place), ")")]
    single = _bounds_slice(function.node, label) or (needed is not None and _needs_number(needed, label))
    conditions = [RAISES_BEFORE, Condition(_ONE_NUMBER, single), *caught(site.caller, site.call)]
    return fix_of(site.caller.source, "Pass a number", edits, (), conditions)


_ONE_NUMBER = "the function needs one number, so that the array has one element"


def _needs_number(needed: Demanded, label: str) -> bool:
    """Whether a demand is for the parameter itself, by what takes no array of several elements."""
    itself = isinstance(needed.needed, ast.Name) and needed.needed.id == label
    return itself and needed.what in ONE_NUMBER


def _bounds_slice(function: ast.AST, name: str) -> bool:
    """Whether a parameter is a bound of a slice, which a tracer cannot be."""
    slices = [node for node in ast.walk(function) if isinstance(node, ast.Slice)]
    return any(isinstance(n, ast.Name) and n.id == name for each in slices for n in ast.walk(each))


def _written(site: TransformCall, node: ast.AST) -> bool:
    return isinstance(node, ast.expr) and node is not site.call and not isinstance(node, ast.Starred)


def _copied(model: Model, site: TransformCall, node: ast.AST, value: Container) -> Fix | None:
    """A list as a tuple, a set as a frozenset, where it is handed over."""
    if not isinstance(node, ast.expr) or not _written(site, node):
        return None
    text, copy = text_of(site.caller, node), _COPIES[value.kind]
    items = [*value.items, *([value.rest] if value.rest is not None else [])]
    if any(unhashable(model, item) is not None for item in items):
        return None  # neither has a tuple of them
    function: Value = site.function
    while isinstance(function, (Transformed, Bound)):
        function = function.function
    label = next((each.label for each in site.operands if each.node is node), "")
    if needs_original(function, label, value.kind):
        return None
    inner = text[1:-1].rstrip().rstrip(",") if isinstance(node, ast.List) else ""
    content = f"({inner}{',' if len(node.elts) == 1 else ''})" if isinstance(node, ast.List) else f"{copy}({text})"
    edit = Edit(site.caller.source.place(node), content)
    arrays = {each.label for each in site.operands if isinstance(each.value, Array) and each.role == "traced"}
    same = treats_alike(model, function, label, value, arrays)
    told = SAME_FOR_BOTH if same else Condition(f"the function may tell a {copy} from a {value.kind}", False)
    return fix_of(
        site.caller.source,
        f"Pass a {copy}",
        [edit],
        (),
        [RAISES_BEFORE, told, *_elements(items), *caught(site.caller, site.call)],
    )


def _elements(items: list[Value]) -> list[Condition]:
    """What is not known may have no hash either."""
    known = all(isinstance(option, _HASHED) for item in items for option in options_of(item))
    return [] if known else [Condition("its elements may have no hash", False)]


def frozen(model: Model, value: Object) -> Fix | None:
    """`@dataclass(frozen=True)`: it has a hash, if its fields have."""
    cls, module = value.cls, value.cls.module
    if (
        module.origin != "project"
        or len(cls.mro) != 1
        or any(isinstance(v, (Array, Container)) for _, v in value.fields)
    ):
        return None
    used = next((d for d in cls.node.decorator_list if reference(model, module, d, DATACLASS)), None)
    if used is None or (
        isinstance(used, ast.Call) and (used.args or any(k.arg in (None, FROZEN, "eq") for k in used.keywords))
    ):
        return None
    place = module.source.place
    if not isinstance(used, ast.Call):
        edit = Edit(after(place(used)), f"({FROZEN}=True)")
    elif used.keywords:
        edit = Edit(after(place(used.keywords[-1])), f", {FROZEN}=True")
    else:
        edit = Edit(place(used), f"{text_of(module, used.func)}({FROZEN}=True)")
    return fix_of(module.source, f"Freeze `{cls.name}`", [edit], (), [NOT_ASSIGNED])
