"""Instances: what a constructor call leaves in the fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import CHECKING, PREPARING, WRAPPERS
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import parse
from pytreelint.model.types import enumerations, typeddicts
from pytreelint.model.types.annotations import of_field
from pytreelint.model.types.bodies import default_of
from pytreelint.model.types.left_out import is_assumed
from pytreelint.model.types.makers import is_made_elsewhere
from pytreelint.model.types.registration import aux_data
from pytreelint.model.types.static_values import static_values
from pytreelint.model.types.stored import stored_transforms
from pytreelint.model.types.unfilled import unfilled
from pytreelint.model.types.writes import is_open_while_made
from pytreelint.model.values import ties
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.classes import ClassInfo, FieldInfo, FieldSpec, Method
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import named, plain, same
from pytreelint.model.values.listed import is_list, listed
from pytreelint.model.values.parts import fields_of
from pytreelint.model.values.reassigned import built_anew
from pytreelint.model.values.specs import value_of
from pytreelint.model.values.unknowns import has_raised
from pytreelint.model.values.value import (
    DYNAMIC,
    PARAMETER,
    SPREAD,
    Constant,
    Function,
    Object,
    Unknown,
    Value,
    because,
    union,
)
from pytreelint.model.values.why import Why

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def build(ev: Interpreter, cls: ClassInfo, arguments: Arguments) -> Value:
    """Returns the instance that `cls(...)` builds."""
    if (member := enumerations.some_member(cls) or _wrapped(cls, arguments)) is not None:
        return enumerations.of_value(ev, cls, arguments.args) or member
    if is_made_elsewhere(cls, arguments.frame.module):
        return DYNAMIC
    if cls.method("__new__"):
        return Object(cls, (), exact=False)
    if typeddicts.is_dict(cls):
        return typeddicts.instance_of_call(ev, cls, arguments)
    why = Why(arguments.frame.module, arguments.node, f"a `{cls.name}` is built here")
    instance = Object(cls, (), why=why, created_in=arguments.frame.region, open=is_open_while_made(cls))
    instance = named(instance)  # what its methods do while it is made, they do to this one
    if is_list(cls):
        return listed(instance, arguments.get(0) if arguments.complete else argument(arguments, 0))
    initialiser = user_init(cls)
    if initialiser is not None:
        built = _run_init(ev, instance, initialiser, arguments)
        if isinstance(built, Object):
            unfilled(ev, built, initialiser, arguments)
    elif generates_init(cls):
        built = _from_fields(ev, instance, arguments, cls)
    else:
        built = replace(instance, exact=not cls.is_open)
    if isinstance(built, Object):
        static_values(ev, built, arguments)
        aux_data(ev, built)
        stored_transforms(ev, built)
        built = replace(ties.constructed(ev, _prepared(ev, cls, built, arguments), arguments), open=False)
        if arguments.traced_by and not arguments.entry:
            _checked(ev, cls, built, arguments)
    built_anew(instance)
    return same(built, instance)


def _wrapped(cls: ClassInfo, arguments: Arguments) -> Value | None:
    """Returns the wrapped array of an instance of a subclass of a library's array wrapper."""
    word = next((WRAPPERS[name] for name in cls.libraries() if name in WRAPPERS), None)
    return value_of(parse(word), arguments.args, arguments.keywords) if word is not None else None


def user_init(cls: ClassInfo) -> tuple[ClassInfo, Method] | None:
    """The `__init__` that Python runs, unless a generated one stands before it."""
    inherited = cls.maker is not None and cls.maker.via == "base" and cls.maker.init == "dataclass"
    for base in cls.mro:
        if "__init__" in base.methods:
            return base, base.methods["__init__"]
        if not inherited and base.is_decorated:
            return None
    return None


def generates_init(cls: ClassInfo) -> bool:
    """Whether `__init__` is made from the annotated fields."""
    if cls.maker is not None and cls.maker.via == "base" and cls.maker.init == "dataclass":
        return True
    return any(b.dataclass_maker is not None for b in cls.mro)


def _run_init(ev: Interpreter, instance: Object, found: tuple[ClassInfo, Method], arguments: Arguments) -> Value:
    owner, node = found
    inner = arguments.with_first(instance)
    ev.call_into(Function(node, owner.module, _closure(owner), owner), inner)
    if not isinstance(built := inner.changed.get(0, instance), Object):
        return DYNAMIC if has_raised(built) else replace(instance, exact=False)
    exact = built.exact and not (instance.cls.is_open or inner.cut)
    built = replace(built, why=instance.why, created_in=instance.created_in, exact=exact)
    if inner.cut:
        return _declared(ev, built)
    if instance.cls.maker is None or instance.cls.maker.via != "base":
        built = _defaults(ev, built, arguments)
    return _declared(ev, _converted(ev, built, arguments))


def _declared(ev: Interpreter, built: Object) -> Object:
    """Fills fields by their annotations where `__init__` could not be followed."""
    for name, info in built.cls.fields().items():
        if isinstance(held := built.get(name), Unknown):
            built = built.put(name, of_field(ev, info, held, info.static is True))
    return built


def _closure(owner: ClassInfo) -> Frame | None:
    parent = owner.scope.parent
    return parent if parent is not None and not (parent.top and parent.parent is None) else None


def _defaults(ev: Interpreter, built: Object, arguments: Arguments) -> Object:
    """Fills fields that a written `__init__` does not assign from their class-level defaults.

    Equinox and its like flatten what is in the instance: there such a field is no leaf.
    """
    for name, info in built.cls.fields().items():
        if built.get(name) is None and info.has_default and not _hidden(built.cls, info):
            built = built.put(name, _default(ev, info, arguments))
    return built


def _hidden(cls: ClassInfo, info: FieldInfo) -> bool:
    """Whether a nearer class assigns the name without an annotation: what is read is that."""
    return any(info.name in base.assigned for base in cls.mro[: cls.mro.index(info.owner)])


def _converted(ev: Interpreter, built: Object, arguments: Arguments) -> Object:
    """Runs the converters of the fields; one that `__init__` does not assign converts the class's default."""
    for name, info in built.cls.fields().items():
        value = built.get(name)
        if value is None and info.converter is not None and info.has_default:
            value = _default(ev, info, arguments)
        if info.converter is not None and value is not None:
            built = built.put(name, replace(_convert(ev, info, value, arguments), why=value.why))
    return built


def _convert(ev: Interpreter, info: FieldInfo, value: Value, arguments: Arguments) -> Value:
    assert info.converter is not None
    return ev.call(info.converter, (value,), {}, arguments.node, arguments.frame)


def _default(ev: Interpreter, info: FieldInfo, arguments: Arguments) -> Value:
    key = (info.owner, info.name)
    if key in ev.bounds.active:  # the default builds an instance of the very class
        return Unknown("recursion")
    ev.bounds.active.add(key)
    try:
        return _fresh_default(ev, info, arguments)
    finally:
        ev.bounds.active.discard(key)


def _fresh_default(ev: Interpreter, info: FieldInfo, arguments: Arguments) -> Value:
    module, node = info.owner.module, info.node
    if info.default is not None:
        value = default_of(ev, info)
    else:
        assert isinstance(info.spec, FieldSpec)
        factory, where = info.spec.keyword("default_factory") or DYNAMIC, ast.copy_location(ast.Name(info.name), node)
        value = info.spec.keyword("default") or ev.call(factory, (), {}, where, arguments.frame)
    return value if value.why else because(value, module, node, f"the default of field `{info.name}`")


def initialise(ev: Interpreter, cls: ClassInfo, instance: Object, arguments: Arguments) -> Object:
    """The `__init__` that is made from the fields of a class, called on an instance of a subclass."""
    return replace(_from_fields(ev, instance, arguments, cls), exact=instance.exact)


def _from_fields(ev: Interpreter, instance: Object, arguments: Arguments, cls: ClassInfo) -> Object:
    """The generated `__init__` of a class, then `__post_init__`."""
    positional = [info.name for info in _positional(cls)]
    given = dict(zip(positional, arguments.args, strict=False)) | arguments.keywords
    built, extra = instance, []
    for name, info in cls.fields(with_arguments=True).items():
        if name in given:
            value = of_field(ev, info, given[name], static=False)
            if value.why is None:
                node = arguments.expression(positional.index(name) if name in positional else -2, name)
                why = Why(arguments.frame.module, node, f"given for field `{name}` of `{cls.name}`")
                value = same(replace(value, why=why), value)
        elif info.has_default and arguments.complete:
            value = _default(ev, info, arguments)
        elif info.init:
            value = _either(ev, info, arguments)
        else:
            continue
        if info.converter is not None:
            value = replace(_convert(ev, info, value, arguments), why=value.why)
        if info.is_argument:
            extra.append(value)
        else:
            built = built.put(name, value)
    return _post_init(ev, built, after, arguments, extra) if (after := instance.cls.method("__post_init__")) else built


def _post_init(
    ev: Interpreter, built: Object, found: tuple[ClassInfo, Method], arguments: Arguments, extra: list[Value]
) -> Object:
    owner, node = found
    inner = Arguments((built, *extra), {}, arguments.node, arguments.frame, complete=True, entry=arguments.entry)
    ev.call_into(Function(node, owner.module, _closure(owner), owner), inner)
    after = inner.changed.get(0, built)
    exact = not (built.cls.is_open or inner.cut)
    return replace(after if isinstance(after, Object) else built, created_in=built.created_in, exact=exact)


def _either(ev: Interpreter, info: FieldInfo, arguments: Arguments) -> Value:
    """Returns the value of a field without argument: of what `*rows` holds, its declaration, or its default."""
    given = arguments.spread or PARAMETER
    if info.has_default and not isinstance(given, Unknown):
        given = SPREAD  # which may have nothing for it
    declared = of_field(ev, info, given, static=False)
    default = _default(ev, info, arguments) if info.has_default else declared
    counts = isinstance(default, Constant) and default.value is not None
    return union([declared, default]) if counts or is_assumed(default) else declared


def _positional(cls: ClassInfo) -> Iterator[FieldInfo]:
    for info in cls.fields(with_arguments=True).values():
        option = info.owner.options.get("kw_only")
        keyword_only = isinstance(option, Constant) and option.value is True
        if info.init and not info.kw_only and not keyword_only:
            yield info


def typical(ev: Interpreter, cls: ClassInfo) -> Value:
    """An instance of which only the class is known: parameters are what their annotations say."""
    from pytreelint.model.types.by_functions import unsettled

    if cls in ev.memory.typical:
        return ev.memory.typical[cls]
    ev.memory.typical[cls] = Object(cls, (), exact=False)
    node = ast.copy_location(ast.Name(cls.name, ast.Load()), cls.node)
    frame = Frame(cls.module, {}, top=True, depth=4)
    if is_made_elsewhere(cls, cls.module):  # whoever makes it, its methods are given an instance
        return ev.memory.typical[cls]
    with ev.bounds.settling(), ev.bounds.own_fuel():
        built = build(ev, cls, Arguments((), {}, node, frame, complete=False, entry=True))
    if isinstance(built, Object):
        built = replace(unsettled(built), exact=False, why=Why(cls.module, cls.node, f"class `{cls.name}`"))
    ev.memory.typical[cls] = built = plain(built)  # it stands for many: no part of it is one object
    return built


def _prepared(ev: Interpreter, cls: ClassInfo, built: Object, arguments: Arguments) -> Object:
    """An instance after the method that its framework runs first: `setUp` of a test, `setup` of a flax Module."""
    for name, base in PREPARING.items():
        found = cls.method(name)
        if found is not None and _derives(cls, base):
            owner, method = found
            inner = Arguments((built,), {}, arguments.node, arguments.frame, complete=False, entry=arguments.entry)
            ev.call_into(Function(method, owner.module, _closure(owner), owner), inner)
            after = inner.changed.get(0)
            built = after if isinstance(after, Object) else built
    return built


def _checked(ev: Interpreter, cls: ClassInfo, built: Object, arguments: Arguments) -> None:
    """Runs the checks of an instance that is made inside of a transform: those of its class and of all its bases."""
    for name, base in CHECKING.items():
        if cls.method(name) is None or base not in frozenset(cls.libraries()):
            continue
        for owner in cls.mro:
            if (method := owner.methods.get(name)) is not None:
                inner = Arguments((built,), {}, arguments.node, arguments.frame, complete=True, entry=arguments.entry)
                ev.call_into(Function(method, owner.module, _closure(owner), owner), inner)


def _derives(cls: ClassInfo, base: str) -> bool:
    """Whether a base class, of source or not, has a name with that end."""
    is_made_so = cls.maker is not None and cls.maker.name == base
    return is_made_so or any(ast.unparse(each).endswith(base) for one in cls.mro for each in one.node.bases)


def replaced(ev: Interpreter, value: Object, arguments: Arguments) -> Object:
    """`dataclasses.replace(value, field=new)`: converters and `__post_init__` run again."""
    built = replace(value, fields=fields_of(value), created_in=arguments.frame.region)
    declared = value.cls.fields()
    for name, given in arguments.keywords.items():
        info = declared.get(name)
        converted = info is not None and info.converter is not None
        known = _convert(ev, info, given, arguments) if info is not None and converted else given
        if known.why is None:
            why = Why(arguments.frame.module, arguments.expression(None, name), f"given for `{name}`")
            known = same(replace(known, why=why), known)
        built = built.put(name, known)
    static_values(ev, replace(built, fields=tuple(f for f in built.fields if f[0] in arguments.keywords)), arguments)
    return built
