"""What an annotated name holds: aliases, strings, unions, subscripts, and the table of library types."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.annotations import AMBIGUOUS, ANNOTATIONS, DTYPES_ALONE, INIT_VAR
from pytreelint.knowledge.libraries import MARKERS, Marker
from pytreelint.knowledge.optimizers import ANY_OPTIMIZER
from pytreelint.model.project.program import Definition, Meaning, statements
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import same
from pytreelint.model.values.specs import from_word
from pytreelint.model.values.unknowns import PROMISED, UNTOLD, by_annotation, holds_arrays
from pytreelint.model.values.value import (
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Library,
    ModuleValue,
    Opaque,
    Optimizer,
    Scalar,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import FieldInfo
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 12


def value(ev: Interpreter, node: ast.expr, frame: Frame, depth: int = 0) -> Value:
    """The abstract value of whatever carries this annotation."""
    if depth > _DEPTH:
        return UNTOLD
    match node:
        case ast.Constant(value=None):
            return NONE
        case ast.Constant(value=str() as text):
            inner = parsed(ev, node, text)
            return value(ev, inner, frame, depth + 1) if inner is not None else UNTOLD
        case ast.BinOp(op=ast.BitOr()):
            return _either(ev, [node.left, node.right], frame, depth)
        case ast.Subscript():
            return _subscript(ev, node, frame, depth)
        case ast.Name() | ast.Attribute():
            return _named(ev, node, frame, depth)
        case ast.Call():
            return _made_up(ev, node, frame, depth)
    return UNTOLD


def parsed(ev: Interpreter, node: ast.Constant, text: str) -> ast.expr | None:
    """The expression in a string annotation, None where it is none."""
    return ev.answer((parsed, node), lambda: _expression(text))


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _either(ev: Interpreter, nodes: list[ast.expr], frame: Frame, depth: int) -> Value:
    values = [value(ev, node, frame, depth + 1) for node in nodes]
    if not any(isinstance(v, Unknown) for v in values):
        return union(values)
    return PROMISED if all(v == NONE or holds_arrays(v) for v in values) else UNTOLD


def _named(ev: Interpreter, node: ast.Name | ast.Attribute, frame: Frame, depth: int) -> Value:
    meant = ev.expression(node, frame)
    if type(meant) is ClassValue:
        is_optimizer = meant.cls.qualified in ANY_OPTIMIZER
        return Optimizer(meant.cls.qualified) if is_optimizer else ev.instance(meant.cls)
    told = ""
    if type(meant) is Library:
        if meant.name in AMBIGUOUS and frame.module.origin == "project":
            return UNTOLD
        told = "array-like" if meant.name in DTYPES_ALONE else ANNOTATIONS.get(meant.name, "")
        if told and type(node) is ast.Attribute and meant.name.endswith(node.attr):
            return _typed(told)  # `jax.Array`
    elif isinstance(meant, Constant) and meant.value is None:
        return NONE
    meaning = alias(ev, node, frame)
    if meaning is not None and (not told or isinstance(meaning[0], ast.Subscript)):
        return _aliased(ev, *meaning, depth + 1)
    return _typed(told)


def _aliased(ev: Interpreter, node: ast.expr, frame: Frame, depth: int) -> Value:
    """What an alias says; one that speaks of itself (`Tree = Union[Array, Iterable["Tree"]]`) adds nothing there."""
    key = (alias, node)
    if key in ev.bounds.active:
        return UNTOLD

    def find() -> Value:
        ev.bounds.active.add(key)
        try:
            with ev.bounds.settling():
                return value(ev, node, frame, depth)
        finally:
            ev.bounds.active.discard(key)

    return ev.settled(key, find)


def _made_up(ev: Interpreter, node: ast.Call, frame: Frame, depth: int) -> Value:
    """`NewType("Weights", Array)` is a name of the type, `TypeVar("A", bound=Array)` one of some of its instances."""
    meant = ev.expression(node.func, frame)
    maker = ANNOTATIONS.get(meant.name) if isinstance(meant, Library) else None
    if maker == "type-variable":
        bound = [k.value for k in node.keywords if k.arg == "bound"] or node.args[1:]
        return _either(ev, bound, frame, depth) if bound else UNTOLD
    return value(ev, node.args[1], frame, depth + 1) if maker == "new-type" and len(node.args) == 2 else UNTOLD


def _typed(word: str) -> Value:
    """Returns the value of a word of the table; `Callable` is unknown, as it may be a Module with arrays."""
    if word == "array-like":
        return union([Array("any"), Scalar("float")])
    if word == "class":
        return Opaque("class")
    if word == "array-tree":
        return PROMISED
    return UNTOLD if word in ("function", "tree") else from_word(word, UNTOLD)


def word(ev: Interpreter, node: ast.expr, frame: Frame) -> str:
    """The table's word for an annotation's outermost name; of `X | None`, that of `X`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return word(ev, node.left, frame) or word(ev, node.right, frame)
    meant, resolved = _resolved(ev, node, frame)
    found = ANNOTATIONS.get(meant.name, "") if isinstance(meant, Library) else ""
    if found in ("optional", "wrapper") and isinstance(resolved, ast.Subscript):
        inner = resolved.slice.elts[0] if isinstance(resolved.slice, ast.Tuple) else resolved.slice
        return word(ev, inner, frame)
    return found


def alias(ev: Interpreter, node: ast.expr, frame: Frame) -> tuple[ast.expr, Frame] | None:
    """What a name stands for: `Params = dict[str, Array]`, in this module or another. None where it is no alias."""
    if isinstance(node, ast.Name):
        if frame.find(node.id) is not None:
            return None
        known, key = ev.memory.aliases, (frame.module, node.id)
        if key not in known:
            known[key] = _meant(ev, ev.program.resolve(frame.module, node.id))
        return known[key]
    if not isinstance(node, ast.Attribute):
        return None
    holder = ev.expression(node.value, frame)
    return _meant(ev, ev.program.submodule(holder.name, node.attr)) if isinstance(holder, ModuleValue) else None


def _meant(ev: Interpreter, meaning: Meaning) -> tuple[ast.expr, Frame] | None:
    """What a definition says that a name stands for."""
    found = statements(meaning) if isinstance(meaning, Definition) else ()
    last = found[-1] if found else None  # of `if TYPE_CHECKING: ... else: ...`, what is there at run time
    plain = isinstance(last, ast.Assign) and len(last.targets) == 1
    if not plain and not isinstance(last, ast.AnnAssign) and last.__class__.__name__ != "TypeAlias":
        return None
    assert isinstance(meaning, Definition)
    expression: ast.expr | None = last.value  # type: ignore[union-attr]
    return None if expression is None else (expression, ev.top(meaning.module))


def _subscript(ev: Interpreter, node: ast.Subscript, frame: Frame, depth: int) -> Value:
    meant = ev.expression(node.value, frame)
    arguments = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    if type(meant) is ClassValue:
        return ev.instance(meant.cls)
    if type(meant) is not Library:
        return UNTOLD
    if meant.name in MARKERS:
        return value(ev, arguments[0], frame, depth + 1)
    if meant.name in AMBIGUOUS and frame.module.origin == "project":
        return UNTOLD
    spec = ANNOTATIONS.get(meant.name, "")
    match spec:
        case "optional":
            inner = value(ev, arguments[0], frame, depth + 1)
            return inner if isinstance(inner, Unknown) else union([inner, NONE])
        case "union":
            return _either(ev, arguments, frame, depth)
        case "wrapper":  # Annotated, Final, InitVar, Required, ...
            return value(ev, arguments[0], frame, depth + 1)
        case "tree":
            return PROMISED if holds_arrays(value(ev, arguments[0], frame, depth + 1)) else UNTOLD
        case "literal":
            return union([ev.expression(argument, frame) for argument in arguments])
    if meant.name.startswith("jaxtyping.") and spec.startswith("array:"):
        return _shaped(ev, spec, arguments, frame, depth)
    if spec.startswith("container:"):
        return _container(ev, spec.removeprefix("container:"), arguments, frame, depth)
    return _typed(spec)


def _shaped(ev: Interpreter, spec: str, arguments: list[ast.expr], frame: Frame, depth: int) -> Value:
    """`Float[ArrayLike, ""]` may be a number as well as an array."""
    inner = ev.expression(arguments[0], frame)
    if isinstance(inner, Library) and inner.name in ANNOTATIONS and ANNOTATIONS[inner.name].startswith("array:"):
        return _typed(spec)
    return union([_typed(spec), Scalar("float")])


def _container(ev: Interpreter, kind: str, arguments: list[ast.expr], frame: Frame, depth: int) -> Value:
    if kind == "dict":
        return Container("dict", (), (), value(ev, arguments[-1], frame, depth + 1))
    if kind == "tuple" and not (len(arguments) == 2 and _is_ellipsis(arguments[1])):
        return Container("tuple", tuple(value(ev, argument, frame, depth + 1) for argument in arguments))
    if kind in ("tuple", "list", "set", "frozenset"):
        return Container(kind, (), (), value(ev, arguments[0], frame, depth + 1))  # type: ignore[arg-type]
    return UNTOLD


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _resolved(ev: Interpreter, node: ast.expr, frame: Frame) -> tuple[Value, ast.expr]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = parsed(ev, node, node.value) or node
    target = node.value if isinstance(node, ast.Subscript) else node
    return (ev.expression(target, frame) if isinstance(target, (ast.Name, ast.Attribute)) else UNTOLD), node


def is_class_variable(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an annotation is `ClassVar[...]`: no field."""
    meant, _ = _resolved(ev, node, frame)
    return isinstance(meant, Library) and ANNOTATIONS.get(meant.name) == "class-variable"


def is_argument(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an annotation is `InitVar[...]`: what only the constructor is given."""
    meant, _ = _resolved(ev, node, frame)
    return isinstance(meant, Library) and meant.name == INIT_VAR


def static_marker(ev: Interpreter, node: ast.expr, frame: Frame) -> Marker | None:
    """The marker of `Static[int]`, also inside `Annotated` and friends."""
    meant, node = _resolved(ev, node, frame)
    if not isinstance(meant, Library):
        return None
    marker = MARKERS.get(meant.name)
    if marker is not None and marker.how == "annotation":
        return marker
    if ANNOTATIONS.get(meant.name) == "wrapper" and isinstance(node, ast.Subscript):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return static_marker(ev, inner[0], frame)
    return None


def of_field(ev: Interpreter, info: FieldInfo, value: Value, static: bool) -> Value:
    """What a field is given; where that is unknown, what its annotation says of the same object."""
    if info.annotation is None or not isinstance(value, Unknown):
        return value
    declared = ev.annotation(info.annotation, info.owner.scope)
    if type(declared) is Unknown and info.default is not None and not static:
        declared = ev.answer((of_field, info), lambda: _by_default(ev, info, declared))
    return same(by_annotation(value, declared, static), value)


def _by_default(ev: Interpreter, info: FieldInfo, declared: Value) -> Value:
    """A field that holds an array where nobody gives it: its annotation may say `Any`, it holds arrays all the same."""
    assert info.default is not None
    given = ev.expression(info.default, info.owner.scope)
    return Array(given.flavour, declared=True) if isinstance(given, Array) and not given.variable else declared
