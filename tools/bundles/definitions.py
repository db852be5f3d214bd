"""Functions and classes as the text of a stub: what the model knows of them, and nothing of how they do it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pytreelint.knowledge.libraries import MAKERS
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.syntax.handing_on import GET, hands_on
from pytreelint.model.types.annotations import of_field, static_marker, word
from pytreelint.model.types.attributes import decorators
from pytreelint.model.types.decorating import library_name
from pytreelint.model.types.promised import promised
from pytreelint.model.types.raw_methods import raw_method
from pytreelint.model.values.classes import ClassInfo, FieldInfo, Method
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import (
    PARAMETER,
    ClassValue,
    Constant,
    Function,
    Library,
    Object,
    Opaque,
    Transformed,
    Unknown,
    Value,
)
from tools.bundles.running import assigned, defaults, drawn_from, parameters, returned, scope_of
from tools.bundles.symbols import Symbol, holds_symbol
from tools.bundles.words import Writer

_INDENT = "    "
_SAID = ("builtins.property", "builtins.staticmethod", "builtins.classmethod", "functools.cached_property")
_SHOWN = ("__repr__", "__str__", "__format__", "__dir__", "__sizeof__", "__pdoc__", "__doc__")
_FIRST = ("__init__", "__post_init__")


def function(ev: Evaluator, writer: Writer, name: str, value: Value) -> Iterator[str]:
    """A module's function; the decorators that change what it is are kept."""
    wrappers, inner = _unwrapped(value)
    if inner is None or isinstance(inner.node, ast.Lambda):
        yield f"{name} = {writer.expression(value)}"
        return
    for wrapper in wrappers:
        yield f"@{_decorator(writer, wrapper)}"
    yield f"def {name}({signature(ev, writer, inner)}):"
    yield from (_INDENT + line for line in _draws(ev, writer, inner, ()))
    with writer.inside(_names(inner)):
        yield _INDENT + f"return {writer.expression(returned(ev, inner, (), ()))}"


def _draws(ev: Evaluator, writer: Writer, function: Function, first: tuple[Value, ...]) -> list[str]:
    return [f"{writer.word('drawn')}({name})" for name in drawn_from(ev, function, first)]


def short(ev: Evaluator, writer: Writer, value: Function) -> str:
    """A function without a name, as a lambda."""
    head = signature(ev, writer, value, annotated=False)
    with writer.inside(_names(value)):
        body = writer.expression(returned(ev, value, (), ()))
    return f"(lambda{' ' if head else ''}{head}: {body})"


def _unwrapped(value: Value) -> tuple[list[Transformed], Function | None]:
    wrappers = []
    while isinstance(value, Transformed):
        wrappers.append(value)
        value = value.function
    return wrappers, value if isinstance(value, Function) else None


def _decorator(writer: Writer, wrapper: Transformed) -> str:
    name = writer.dotted(wrapper.transform.name)
    if not wrapper.options:
        return str(name)
    partial = writer.dotted("functools.partial")
    return f"{partial}({', '.join([str(name), *writer.keywords(wrapper.options)])})"


def _names(function: Function) -> dict[str, int]:
    args = function.node.args
    extra = [a for a in (args.vararg, args.kwarg) if a is not None]
    return {p.arg: id(function.node) for p in (*parameters(function.node), *extra)}


def signature(ev: Evaluator, writer: Writer, function: Function, annotated: bool = True) -> str:
    """The parameters with the types and defaults that the model knows."""
    args, given, scope = function.node.args, defaults(function.node), scope_of(function)

    def shown(parameter: ast.arg) -> str:
        text = parameter.arg
        if annotated and parameter.annotation is not None:
            kind = writer.annotation(ev.annotation(parameter.annotation, scope))
            text += f": {kind}" if kind else ""
        if parameter.arg in given:
            text += f"={writer.expression(ev.expression(given[parameter.arg], scope))}"
        return text

    parts = [*map(shown, args.posonlyargs), *(["/"] if args.posonlyargs else []), *map(shown, args.args)]
    if args.vararg is not None or args.kwonlyargs:
        parts.append(f"*{args.vararg.arg if args.vararg is not None else ''}")
    parts += map(shown, args.kwonlyargs)
    if args.kwarg is not None:
        parts.append(f"**{args.kwarg.arg}")
    return ", ".join(parts)


def class_(ev: Evaluator, writer: Writer, cls: ClassInfo) -> Iterator[str]:
    """A class: what makes it a PyTree, its fields, what its methods leave in them and give."""
    members = [*_fields(ev, writer, cls), *_attributes(ev, writer, cls)]
    followed = True
    methods = dict(cls.methods)
    inherited = cls.method("__post_init__")
    if inherited is not None and cls.own_fields:  # what it does hangs on the fields that it finds
        methods.setdefault("__post_init__", inherited[1])
    for name, method in methods.items():
        private = name.startswith("_") and not name.startswith("__")
        if not private and name not in _SHOWN and not (name == GET and hands_on(method)):
            lines = list(_method(ev, writer, cls, name, method))
            followed = followed and bool(lines)
            members += lines
    yield from _makers(ev, writer, cls)
    yield f"class {cls.name}{_bases(ev, writer, cls, followed)}:"
    yield from (_INDENT + line for line in members or ["pass"])
    yield from _registrations(ev, writer, cls)


def _bases(ev: Evaluator, writer: Writer, cls: ClassInfo, followed: bool) -> str:
    bases: list[str] = []
    known = followed and not cls.open
    for base in cls.bases:
        name = writer.dotted(base.name) if isinstance(base, Library) else writer.name_of(base)
        if name is not None:
            bases.append(name)
        elif not (isinstance(base, Library) and base.name.startswith("builtins.")):
            known = False
    if not known:
        bases.append(writer.of("unknown"))
    keywords = [(k.arg, ev.expression(k.value, cls.scope)) for k in cls.node.keywords if k.arg]
    bases += writer.keywords(tuple(keywords))
    if any(k.arg is None for k in cls.node.keywords):
        bases.append(f"**{writer.of('unknown')}")
    return f"({', '.join(bases)})" if bases else ""


def _makers(ev: Evaluator, writer: Writer, cls: ClassInfo) -> Iterator[str]:
    scope = cls.scope.parent or cls.scope
    for decorator in cls.node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        name, extra = library_name(ev.expression(call.func if call else decorator, scope))
        pairs = dict(extra)
        if name == "functools.partial" and call and call.args:
            name, more = library_name(ev.expression(call.args[0], scope))
            pairs |= more
        if name in MAKERS:
            pairs |= {k.arg: ev.expression(k.value, scope) for k in call.keywords if k.arg} if call else {}
            keywords = writer.keywords(tuple(pairs.items()))
            head = writer.dotted(name)
            partial = writer.dotted("functools.partial") if keywords else ""
            yield f"@{partial}({', '.join([str(head), *keywords])})" if keywords else f"@{head}"


def _registrations(ev: Evaluator, writer: Writer, cls: ClassInfo) -> Iterator[str]:
    for module, call, _ in ev.program.calls_on(cls.module, cls.name):
        scope = Frame(module, {}, top=True)
        name, extra = library_name(ev.expression(call.func, scope))
        if name not in MAKERS:
            continue
        positional = dict(zip(MAKERS[name].parameters[1:], call.args[1:], strict=False))
        given = {k: ev.expression(v, scope) for k, v in positional.items()}
        given |= extra | {k.arg: ev.expression(k.value, scope) for k in call.keywords if k.arg}
        yield _registration(ev, writer, cls, name, given)
    if cls.maker is not None and cls.maker.via == "call" and cls.maker_node is cls.node:  # by a hook of a base
        yield _registration(ev, writer, cls, cls.maker.name, cls.registration)


def _registration(ev: Evaluator, writer: Writer, cls: ClassInfo, name: str, given: dict[str, Value]) -> str:
    parts = [f"{key}={_part(ev, writer, cls, key, value)}" for key, value in given.items()]
    return f"{writer.dotted(name)}({', '.join([cls.name, *parts])})"


def _part(ev: Evaluator, writer: Writer, cls: ClassInfo, key: str, value: Value) -> str:
    """What a registration is given; of flattening, what it makes of an instance."""
    typical = ev.instance(cls)
    if not isinstance(value, Function):
        return writer.expression(value)
    if not key.startswith("flatten") or not isinstance(typical, Object):
        return writer.of("function")
    first = next(iter(_names(value)))
    symbolic = _self(value, cls, dict(typical.fields), first)
    with writer.inside(_names(value), (cls, symbolic)):
        return f"lambda {first}: {writer.expression(returned(ev, value, (symbolic,), (typical,)))}"


def _fields(ev: Evaluator, writer: Writer, cls: ClassInfo) -> Iterator[str]:
    for name, info in cls.own_fields.items():
        value = info.spec if info.spec is not None else None
        default = f" = {writer.expression(value)}" if value is not None else ""
        if info.default is not None:
            default = f" = {writer.expression(ev.expression(info.default, cls.scope))}"
        yield f"{name}: {_type(ev, writer, cls, info)}{default}" if info.annotation is not None else name + default


def _type(ev: Evaluator, writer: Writer, cls: ClassInfo, info: FieldInfo) -> str:
    node = info.annotation
    assert node is not None
    kind = writer.annotation(ev.annotation(node, cls.scope))
    promise = promised(ev, node, cls.scope) if kind is None else None
    leaf = writer.annotation(promise) if promise is not None else None
    if kind is None and leaf is not None and not isinstance(promise, Opaque):
        kind = f"{writer.dotted('jaxtyping.PyTree')}[{leaf}]"
    elif kind is None:
        called = word(ev, node, cls.scope) == "function" or isinstance(promise, Opaque)
        kind = str(writer.dotted("collections.abc.Callable" if called else "typing.Any"))
    marker = static_marker(ev, node, cls.scope)
    return f"{writer.dotted(marker.name)}[{kind}]" if marker is not None else kind


def _attributes(ev: Evaluator, writer: Writer, cls: ClassInfo) -> Iterator[str]:
    for name, node in cls.assigned.items():
        if not name.startswith("__"):
            yield f"{name} = {writer.expression(ev.expression(node, cls.scope))}"


def _method(ev: Evaluator, writer: Writer, cls: ClassInfo, name: str, node: Method) -> Iterator[str]:
    """Nothing where it is a constructor that could not be followed."""
    named = decorators(ev, node, cls.scope)
    wrappers, inner = _unwrapped(raw_method(ev, cls, node)) if name not in _FIRST else ([], None)
    owner = (cls.method(name) or (cls, node))[0]
    plain = inner or Function(node, owner.module, None, owner)
    typical = ev.instance(cls)
    first = plain.node.args.posonlyargs[:1] or plain.node.args.args[:1]
    lines: list[str] | None = None
    if name == "__init__" and first:
        lines = _assignments(ev, writer, plain, Object(cls), Object(cls), first[0].arg)
    elif name == "__post_init__" and first:
        declared = {f: of_field(ev, info, PARAMETER, static=False) for f, info in cls.fields().items()}
        lines = _assignments(
            ev,
            writer,
            plain,
            _self(plain, cls, declared, first[0].arg),
            Object(cls, tuple(declared.items())),
            first[0].arg,
        )
    if lines is None and name in _FIRST:
        return
    if lines is None:
        lines = [f"return {_result(ev, writer, cls, inner, typical, named, bool(first))}"]
    for decorator in _SAID:
        if decorator in named:
            yield f"@{writer.dotted(decorator)}"
    for wrapper in wrappers:
        yield f"@{_decorator(writer, wrapper)}"
    yield f"def {name}({signature(ev, writer, plain)}):"
    held = () if not first else (Object(cls),) if name == "__init__" else (typical,)
    said = ["builtins.staticmethod", "builtins.classmethod"]
    drawing = [] if inner is None and name not in _FIRST or named & set(said) else _draws(ev, writer, plain, held)
    yield from (_INDENT + line for line in [*drawing, *lines] or ["pass"])


def _onward(function: Function, itself: str) -> list[str]:
    """`**kwargs` of a class method that calls its class with them: in `TrainState` they are fields of a subclass."""
    more = function.node.args.kwarg
    called = [node for node in ast.walk(function.node) if isinstance(node, ast.Call)]
    own = [ast.unparse(word) for call in called if ast.unparse(call.func) == itself for word in call.keywords]
    return [f"**{more.arg}"] if more is not None and f"**{more.arg}" in own else []


def _self(function: Function, cls: ClassInfo, fields: dict[str, Value], first: str) -> Object:
    return Object(cls, tuple((name, Symbol(f"{first}.{name}", id(function.node))) for name in fields))


def _assignments(
    ev: Evaluator, writer: Writer, function: Function, symbolic: Object, typed: Object, first: str
) -> list[str] | None:
    found = assigned(ev, function, symbolic, typed)
    if found is None:
        return None
    before = dict(symbolic.fields)
    with writer.inside(_names(function)):
        return [
            f"{first}.{name} = {writer.expression(value)}" for name, value in found.items() if before.get(name) != value
        ]


def _result(
    ev: Evaluator, writer: Writer, cls: ClassInfo, inner: Function | None, typical: Value, named: set[str], bound: bool
) -> str:
    """What a method gives, to an instance of which only the class is known, or from what its fields hold."""
    if inner is None or not isinstance(typical, Object):
        return writer.of("unknown")
    if "builtins.staticmethod" in named or not bound:
        value = returned(ev, inner, (), ())
        with writer.inside(_names(inner)):
            return writer.expression(value)
    if "builtins.classmethod" in named:
        value = returned(ev, inner, (ClassValue(cls),), (ClassValue(cls),))
        names = _names(inner)
        itself = next(iter(names))
        with writer.inside(names, (cls, Object(cls)), [itself, *_onward(inner, itself)]):
            return writer.expression(value)
    first = next(iter(_names(inner)))
    symbolic = _self(inner, cls, dict(typical.fields), first)
    value = returned(ev, inner, (symbolic,), (typical,))
    by_type = returned(ev, inner, (typical,), (typical,))
    if not holds_symbol(value) and not isinstance(by_type, Unknown | Constant):
        value = by_type
    with writer.inside(_names(inner), (cls, symbolic)):
        return writer.expression(value)
