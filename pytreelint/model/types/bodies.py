"""What a class body binds to a name, and how it is read through an instance."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeGuard

from pytreelint.knowledge.function_uses import PARTIAL_METHOD
from pytreelint.model.algebra.registries import of_class
from pytreelint.model.types.raw_methods import body_scope
from pytreelint.model.values.value import (
    DYNAMIC,
    Bound,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Partial,
    Scalar,
    Transformed,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


GET = "__get__"


def is_descriptor(value: Value) -> TypeGuard[Object]:
    """Whether an attribute of a class decides itself what it is on an instance: `descriptors.py`."""
    return isinstance(value, Object) and value.cls.method(GET) is not None


def without_instance(value: Value) -> Value:
    """What is found on a class itself: a descriptor may give itself there, or anything else."""
    return DYNAMIC if is_descriptor(value) else value


def mangling(instance: Object, name: str, frame: Frame) -> ClassInfo | None:
    """The class in whose body `self.__name` stands, where the instance is of another: it means `self._Class__name`."""
    if not name.startswith("__") or name.endswith("__"):
        return None
    owner = frame.method.owner
    return owner if owner is not instance.cls else None


def private(owner: ClassInfo, name: str) -> str:
    """What a name with two underscores means in the body of a class."""
    return f"_{owner.name.lstrip('_')}{name}"


def class_attribute(ev: Interpreter, cls: ClassInfo, name: str, instance: Object, frame: Frame) -> Value:
    """`step = jax.jit(f)` in a class body: a function, so it binds `self`, unless `staticmethod` keeps it from that.

    What is known of an instance by a base alone may have what a subclass says of an option, and one whose construction
    was not followed what its constructor assigns.
    """
    from pytreelint.model.types.by_functions import constructor_assigns
    from pytreelint.model.types.implementations import is_redefined

    node = cls.assigned[name]
    if not instance.exact and constructor_assigns(instance.cls, name):
        return DYNAMIC
    if isinstance(node, ast.Call) and ev.expression(node.func, cls.scope) == Library(PARTIAL_METHOD):
        is_known = instance.exact or not is_redefined(ev, instance.cls, name)
        return _partial_method(ev, cls, node, instance) if is_known else DYNAMIC
    value = in_body(ev, cls, name, frame)
    if isinstance(value, Constant) and not instance.exact and is_redefined(ev, instance.cls, name):
        return Scalar(value.kind) if isinstance(value.value, (bool, int, float)) else DYNAMIC  # type: ignore[arg-type]
    if isinstance(node, ast.Call) and ev.expression(node.func, cls.scope) == Library("builtins.property"):
        return DYNAMIC
    if isinstance(node, ast.Call) and ev.expression(node.func, cls.scope) == Library("builtins.staticmethod"):
        return value
    return bound(value, instance)


def _partial_method(ev: Interpreter, cls: ClassInfo, node: ast.Call, instance: Object) -> Value:
    """`scaled = partialmethod(_scaled, power=1)`, read on an instance."""
    names = [each.arg for each in node.keywords if each.arg is not None]
    if not node.args or len(names) < len(node.keywords) or any(isinstance(each, ast.Starred) for each in node.args):
        return DYNAMIC
    scope = body_scope(ev, cls, node)
    function, *given = [ev.expression(each, scope) for each in node.args]
    keywords = zip(names, [ev.expression(each.value, scope) for each in node.keywords], strict=True)
    return Partial(Bound(function, instance), tuple(given), tuple(keywords))


def bound(value: Value, instance: Object) -> Value:
    """What a class attribute is on an instance: a function binds it."""
    return Bound(value, instance) if isinstance(value, (Function, Transformed)) else value


def by_default(ev: Interpreter, info: FieldInfo, frame: Frame) -> Value:
    """What a class body assigns to an annotated name."""
    if info.default is None:
        return DYNAMIC
    value = without_instance(ev.expression(info.default, info.owner.scope))
    is_dict = isinstance(value, Container) and value.kind == "dict"
    return _unchanged(ev, info.owner, info.name, value, frame) if is_dict else value


def default_of(ev: Interpreter, info: FieldInfo) -> Value:
    """The default that a class body gives a field; that of a library, which no project changes, is asked for once."""
    assert info.default is not None
    node, scope = info.default, info.owner.scope
    if info.owner.module.origin == "project":
        return without_instance(ev.expression(node, scope))
    return ev.answer((default_of, info), lambda: _aside(ev, node, scope))


def _aside(ev: Interpreter, node: ast.expr, scope: Frame) -> Value:
    with ev.aside():
        return ev.expression(node, scope)


def in_body(ev: Interpreter, cls: ClassInfo, name: str, frame: Frame) -> Value:
    """What a class body assigns to a name, where no statement changes that object in place."""
    value = ev.expression(cls.assigned[name], body_scope(ev, cls, cls.assigned[name]))
    return _unchanged(ev, cls, name, value, frame)


def _unchanged(ev: Interpreter, cls: ClassInfo, name: str, value: Value, frame: Frame) -> Value:
    modules = [module for module in (cls.module, frame.module) if module.origin == "project"]
    held = isinstance(value, (Container, Object))
    if isinstance(value, Container) and value.kind == "dict" and cls.module.changes_parts(name):
        registry = ev.answer((of_class, cls, name), lambda: of_class(cls.module, cls.name, name, value))
        if registry is not None and (frame.module is cls.module or not frame.module.changes_parts(name)):
            return registry
    return DYNAMIC if any(m.sets_any or (held and m.changes_parts(name)) for m in modules) else value


def has_metaclass(cls: ClassInfo) -> bool:
    """Whether an unknown metaclass may have changed what the class body says."""
    return cls.maker is None and any(k.arg == "metaclass" for c in cls.mro for k in c.node.keywords)
