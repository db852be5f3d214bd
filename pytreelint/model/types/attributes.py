"""What `value.name` is: members of modules, classes and instances, and the methods of arrays and containers."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import NAMESPACES
from pytreelint.knowledge.demands import DERIVATIVE_RULES
from pytreelint.knowledge.methods import STAGES
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.objects import INSTANCES
from pytreelint.knowledge.operations import UNFLATTEN, UNFLATTEN_METHOD
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import lookup
from pytreelint.knowledge.transforms import ABSTRACT, KEEPING
from pytreelint.model.algebra import memos
from pytreelint.model.algebra.raising import alive, lacks
from pytreelint.model.algebra.registered import table
from pytreelint.model.algebra.registries import ITEMS, Registry
from pytreelint.model.syntax.handing_on import hands_on
from pytreelint.model.types import dataclass_fields, descriptors, enumerations, patched, properties
from pytreelint.model.types.array_attributes import of_array, of_unknown
from pytreelint.model.types.bodies import (
    bound,
    by_default,
    class_attribute,
    has_metaclass,
    in_body,
    mangling,
    private,
    without_instance,
)
from pytreelint.model.types.dataclass_fields import FIELDS, Field
from pytreelint.model.types.left_out import left_out
from pytreelint.model.types.raw_methods import plain_method, raw_method
from pytreelint.model.types.stubs import stub_of
from pytreelint.model.values import nodes
from pytreelint.model.values.choices import carried
from pytreelint.model.values.classes import ClassInfo, Method
from pytreelint.model.values.dispatched import Dispatched
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.listed import is_list
from pytreelint.model.values.lost import Lost, LostRead
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.parts import of_partial
from pytreelint.model.values.unknowns import Itself
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    ModuleValue,
    Object,
    Opaque,
    Optimizer,
    Partial,
    Super,
    Transformed,
    Union,
    Unknown,
    Value,
    constant,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def get(ev: Interpreter, value: Value, name: str, node: ast.expr, frame: Frame) -> Value:
    """The value of an attribute."""
    match value:
        case Unknown():
            return _of_unknown(ev, value, name, node, frame)
        case Library():
            return _of_library(value.name, name)
        case ModuleValue() if name == "__dict__":
            return Bound(Library("module.__dict__"), value)
        case ModuleValue():
            return DYNAMIC if frame.module.sets_on_module(name, value.name) else ev.member(value.name, name)
        case Object():
            return _of_object(ev, value, name, node, frame)
        case ClassValue():
            return _of_class(ev, value, name, frame)
        case Array():
            return of_array(value, name)
        case Container():
            return Bound(Library(f"{value.kind}.{name}"), value)
        case Field():
            return value.get(name)
        case Optimizer():
            return Bound(Library(f"optimizer.{name}"), value)
        case Node():
            return nodes.attribute(value, name)
        case Transformed() if name in STAGES:
            return Bound(Library(f"transformed.{name}"), value)
        case Transformed() if name in DERIVATIVE_RULES:  # it gives back the rule that it is given
            two = "backward" in DERIVATIVE_RULES[name]
            return Bound(Library(f"rules.{name}"), value) if two else Library("builtins.staticmethod")
        case nodes.Structure() if name == UNFLATTEN_METHOD:
            return Partial(Library(UNFLATTEN), (value,))
        case Opaque(kind="object") if value.member not in ("", "?"):
            return enumerations.attribute(ev, value, name, node, frame)
        case Opaque(kind="object") if lookup(f"{value.label}.{name}") is not None:
            return Library(f"{value.label}.{name}")
        case Bound(function=Library(name="array.at")):
            return Bound(Library("array.set"), value.instance)
        case Bound(function=Library(name="stage.lowered")) if name == "compile":
            return Bound(Library("stage.compile"), value.instance)
        case Super():
            return _of_super(ev, value, name, node, frame)
        case Partial():
            return of_partial(value, name)
        case Dispatched() if name == "register":
            return Library("functools.singledispatch.register")
        case Function(node=ast.FunctionDef(name=own)) if name == "__name__" and not frame.module.sets(name, own):
            return constant(own)
        case Function() if name == "__kwdefaults__":
            return Container("dict", (), (), DYNAMIC)
        case Union():
            found = alive(value, lambda o: lacks(o, name), lambda o: get(ev, o, name, node, frame))
            return carried(found, value)
        case Constant(kind="str") | Opaque(kind="str"):
            return Bound(Library(f"str.{name}"), value)
    return DYNAMIC


@cache
def _of_library(holder: str, name: str) -> Value:
    """An attribute of a library's module, class or function."""
    if holder in INSTANCES:
        return DYNAMIC
    return constant(holder) if name == "__name__" and holder in NAMESPACES else Library(canonical(f"{holder}.{name}"))


def _of_object(ev: Interpreter, value: Object, name: str, node: ast.expr, frame: Frame) -> Value:
    if (asked := value.cls.method("__getattribute__")) and not hands_on(asked[1]):
        return DYNAMIC
    if (owner := mangling(value, name, frame)) is not None:
        return _private(ev, value, owner, name, node, frame)
    held = value.get(name)
    if isinstance(held, Lost):
        ev.emit(LostRead(frame.module, node, value.cls, name, held.gone))
        return DYNAMIC
    if isinstance(held, Transformed):
        return _around_itself(held, value)
    if type(held) is Itself:
        return value
    if held is not None:
        return left_out(value, name, held, node, frame)
    if value.cls.is_set_elsewhere(name, frame.module) and not patched.on_others_alone(ev, value, name, frame.module):
        return DYNAMIC
    found = method_of(ev, value, name)
    if found and (value.cls.has_items_as_attributes or patched.may_be_replaced(value, found[0], name)):
        return DYNAMIC
    if found and name == "append" and is_list(value.cls):
        return Bound(Library("listed.append"), value)
    if found:
        return method(ev, *found, value, node, frame)
    if name == "__class__":
        return ClassValue(value.cls)
    if name == "__dict__" and value.exact:
        return Container("dict", tuple(held for _, held in value.fields), tuple(key for key, _ in value.fields))
    if name == FIELDS and value.cls.dataclass_maker is not None:
        return dataclass_fields.by_name(ev, value.cls)
    for cls in value.cls.mro:
        if name in cls.attached:
            return bound(cls.attached[name], value)
        if name in cls.own_fields:
            info = cls.own_fields[name]
            if not value.exact:
                known = info.annotation
                return ev.annotation(known, info.owner.scope) if known is not None else DYNAMIC
            return by_default(ev, info, frame)
        if name in cls.assigned:
            return DYNAMIC if has_metaclass(value.cls) else descriptors.of_body(ev, cls, name, value, node, frame)
    if name == "replace" and value.cls.maker is not None:
        return Bound(Library("object.replace"), value)
    if value.cls.node.name and name == "_replace":
        return Bound(Library("object.replace"), value)
    asked = value.cls.method("__getattr__")
    if asked and not (name.startswith("__") and name.endswith("__")):
        return ev.call(method(ev, *asked, value, node, frame), (constant(name),), {}, node, frame)
    if name == "get" and isinstance(items := value.get(ITEMS), Registry):
        return Bound(Library("dict.get"), table(ev, items))
    return _inherited(value, name, frame)


def _of_unknown(ev: Interpreter, value: Unknown, name: str, node: ast.expr, frame: Frame) -> Value:
    memo = memos.as_dict(node.value, frame) if name == "get" and isinstance(node, ast.Attribute) else None
    if memo is not None:
        return Bound(Library("dict.get"), memo)
    if isinstance(value, Registry) and name == "get":
        return Bound(Library("dict.get"), table(ev, value))
    if name in ("__name__", "__qualname__"):  # of a class or function, `type(x).__name__`
        return Opaque("str")
    return of_unknown(value, name) if value.traces else value


def _around_itself(held: Transformed, instance: Object) -> Transformed:
    """A wrapper of a method of the instance that holds it, as that is now."""
    inner = held.function
    if isinstance(inner, Transformed):
        return replace(held, function=_around_itself(inner, instance))
    if isinstance(inner, Bound) and isinstance(inner.instance, Object) and inner.instance.cls is instance.cls:
        if held.own or (instance.token is not None and inner.instance.token is instance.token):
            return replace(held, function=replace(inner, instance=instance))
    if isinstance(inner, Function) and (scope := _as_it_is_now(inner, instance)) is not None:
        return replace(held, function=replace(inner, closure=scope))
    return held


def _as_it_is_now(function: Function, instance: Object) -> Frame | None:
    """What a function that the instance holds sees of it, where a method of this instance made the function."""
    frame = function.closure
    if frame is None or frame.owner not in instance.cls.mro or not frame.finals or frame.first_parameter is None:
        return None  # it has not ended
    own = frame.find(frame.first_parameter)
    if not isinstance(own, Object) or own.cls is not instance.cls:
        return None
    return Frame(frame.module, {frame.first_parameter: instance}, frame, frame.owner, frame.first_parameter)


def _private(ev: Interpreter, value: Object, owner: ClassInfo, name: str, node: ast.expr, frame: Frame) -> Value:
    if (held := value.get(private(owner, name))) is not None:
        return value if type(held) is Itself else held
    if name in owner.methods:
        return method(ev, owner, owner.methods[name], value, node, frame)
    return class_attribute(ev, owner, name, value, frame) if name in owner.assigned else DYNAMIC


def method_of(ev: Interpreter, value: Object | ClassValue, name: str) -> tuple[ClassInfo, Method] | None:
    """Returns a method as found on an instance or a class; an abstract one without its body."""
    found = value.cls.method(name)
    if value.cls.is_set_elsewhere(name, module := value.cls.module):
        if not isinstance(value, Object) or not patched.on_others_alone(ev, value, name, module):
            return None
    if found is None or not found[1].decorator_list or (isinstance(value, Object) and value.exact):
        return found
    owner, definition = found
    abstract = not ABSTRACT.isdisjoint(decorators(ev, definition, owner.scope))
    return (owner, stub_of(ev, definition)) if abstract else found


def is_layer(value: Object) -> bool:
    """Whether an instance is of a Module of some library."""
    return value.cls.module.origin != "project" and value.cls.maker is not None


def _inherited(value: Object, name: str, frame: Frame) -> Value:
    """Returns a method that a library's base has."""
    for base in value.cls.libraries():
        if (fact := lookup(f"{base}.{name}")) is not None and fact.kind == "function":
            return Bound(Library(f"{base}.{name}"), value, created_in=frame.region)
    return DYNAMIC


def _of_super(ev: Interpreter, value: Super, name: str, node: ast.expr, frame: Frame) -> Value:
    instance = value.instance
    cls = instance.cls if isinstance(instance, (Object, ClassValue)) else value.cls
    found = cls.method(name, after=value.cls)
    if name == "__init__" and isinstance(instance, Object) and value.cls in cls.mro:
        writer = written_init(cls.mro[cls.mro.index(value.cls) + 1 :])
        if writer is not None:
            return Bound(ClassValue(writer), instance)
    if found:
        return method(ev, *found, instance, node, frame)
    return Library(f"object.{name}") if not cls.is_open else DYNAMIC


def written_init(order: Sequence[ClassInfo]) -> ClassInfo | None:
    """The class whose `__init__` is made from its fields, where Python finds that one first."""
    first = next((base for base in order if "__init__" in base.methods or base.writes_init), None)
    return first if first is not None and first.writes_init else None


def decorators(ev: Interpreter, node: Method, scope: Frame) -> set[str]:
    """Library names of a method's decorators; some methods are of the class without one."""
    of_class = node.name in ("__init_subclass__", "__class_getitem__")
    names = {"builtins.classmethod"} if of_class else set[str]()
    for decorator in node.decorator_list:
        value = ev.expression(decorator.func if isinstance(decorator, ast.Call) else decorator, scope)
        if isinstance(value, Library):
            names.add(value.name)
    return names


def method(ev: Interpreter, owner: ClassInfo, found: Method, instance: Value, node: ast.expr, frame: Frame) -> Value:
    """A method looked up on an instance: bound, called when it is a property, bare when it is static."""
    named = decorators(ev, found, owner.scope)
    function = raw_method(ev, owner, found)
    if named & properties.NAMES:
        return properties.read(ev, function, instance, node, frame, bool(named & KEEPING))
    if "builtins.staticmethod" in named:
        return function
    if "builtins.classmethod" in named and isinstance(instance, Object):
        return Bound(function, ClassValue(instance.cls), created_in=frame.region)
    if isinstance(function, Unknown):
        return function
    return descriptors.of_method(ev, function, found.name, instance, node, frame)


def setter(ev: Interpreter, cls: ClassInfo, name: str) -> Function | None:
    """The setter of a property of some class, where assignments to the name run it."""
    getter, found = cls.method(name), cls.setter(name)
    if getter is None or found is None or not decorators(ev, getter[1], getter[0].scope) & properties.NAMES:
        return None
    return plain_method(*found)


def _of_class(ev: Interpreter, value: ClassValue, name: str, frame: Frame) -> Value:
    cls = value.cls
    writer = written_init(cls.mro) if name == "__init__" else None
    if writer is not None:
        return Bound(Library("class.__init__"), ClassValue(writer))
    if cls.is_set_elsewhere(name, frame.module):
        return DYNAMIC
    found = method_of(ev, value, name)
    if found:
        owner, definition = found
        if "builtins.classmethod" in decorators(ev, definition, owner.scope):
            return Bound(raw_method(ev, owner, definition), value)
        return without_instance(raw_method(ev, owner, definition))
    if name in ("__name__", "__module__"):
        return constant(cls.name if name == "__name__" else cls.module.name)
    if name == "__new__":
        return DYNAMIC if cls.is_open else Library("object.__new__")
    if name == FIELDS:
        return dataclass_fields.by_name(ev, cls)
    if (member := enumerations.member(ev, cls, name)) is not None:
        return member
    for base in cls.mro:
        if name in base.attached:
            return base.attached[name]
        if name in base.assigned:
            return DYNAMIC if has_metaclass(cls) else without_instance(in_body(ev, base, name, frame))
        if name in base.nested:
            return ClassValue(ev.class_of(base.nested[name], base.scope))
        info = base.own_fields.get(name)
        if info is not None and info.default is not None:
            return by_default(ev, info, frame)
    return DYNAMIC
