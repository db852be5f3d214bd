"""Tracers that are stored where the trace ends before they do: each such statement is a site."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WRAPPED
from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around
from pytreelint.model.types.changers import as_built, as_made, is_variable
from pytreelint.model.types.item_containers import makes_container, without_subscripts
from pytreelint.model.types.leaves import arrays
from pytreelint.model.types.methods_held import gone_through, held_in, scope_of
from pytreelint.model.types.origins import bound_before, origin
from pytreelint.model.values import marks
from pytreelint.model.values.kept_tracers import Leak, WrittenInTrace
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.value import Array, ClassValue, Container, Object, Transformed, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Trace, Traces
    from pytreelint.model.values.protocol import Interpreter


def stored(ev: Interpreter, target: ast.expr, value: Value, frame: Frame, in_place: bool = False) -> None:
    """Emits a site where a traced function stores a tracer in what was there before the trace began."""
    if not frame.tracing or all(map(frame.asks_in, _inside(value, frame.tracing))):
        return
    whole, keys = without_subscripts(target), _traced_keys(target, value, frame)
    if keys == ():
        return
    if whole is not target and is_kept_container(ev, *origin(ev, whole, frame)):
        target, in_place = whole, True
    held, home = origin(ev, target, frame) if in_place or isinstance(target, ast.Attribute) else (target, frame)
    outside = _outside_name(ev, held.id, home, in_place) if isinstance(held, ast.Name) else None
    cls = None
    if isinstance(held, ast.Attribute):
        instance = ev.expression(held.value, home)
        if in_place and (owner := _class_of_container(ev, held, instance)) is not None:
            outside, cls = owner.scope.tracing, owner
        elif isinstance(instance, Object):
            outside, cls = _outside_instance(ev, held.value, instance, home), instance.cls
            if outside is None and in_place:
                outside = _outside_static(held, instance, home)
        elif isinstance(instance, ClassValue):
            outside, cls = instance.cls.scope.tracing, instance.cls
    active = _inside(value, frame.tracing) if outside is not None else ()
    left = [trace for trace in active if trace not in (outside or ()) and not frame.asks_in(trace)]
    left.sort(key=lambda trace: trace.kind != "staging")
    if left and isinstance(held, (ast.Name, ast.Attribute)):
        name = held.id if isinstance(held, ast.Name) else held.attr
        ev.emit(Leak(frame.module, target, name, left[0], value, frame, (home.module, held), cls, keys, in_place))


def _traced_keys(target: ast.expr, value: Value, frame: Frame) -> tuple[object, ...] | None:
    """The keys of a dict under which a statement stores tracers; None where it may be any, or the target is no dict."""
    key: ast.expr | None = None
    while isinstance(target, ast.Subscript):  # of `history["loss"][0]`, "loss"
        key = target.slice
        target = target.value
    if key is not None:
        return (key.value,) if isinstance(key, ast.Constant) else None
    if not isinstance(target, ast.Name) or not isinstance(value, Container) or value.kind != "dict":
        return None
    held = frame.find(target.id)
    old = dict(zip(held.keys, held.items, strict=False)) if isinstance(held, Container) and held.kind == "dict" else {}
    new = [(each, item) for each, item in zip(value.keys, value.items, strict=False) if old.get(each) is not item]
    return None if value.rest is not None else tuple(key for key, item in new if _inside(item, frame.tracing))


def written(ev: Interpreter, target: ast.expr, frame: Frame) -> None:
    """Emits a site where a traced function assigns to an object from outside whose library refuses that at once."""
    if not isinstance(target, (ast.Attribute, ast.Subscript)) or not _is_of_instance(ev, target, frame):
        return
    if isinstance(target, ast.Subscript) or (isinstance(target, ast.Attribute) and target.attr in WRAPPED):
        target = target.value if is_variable(ev, target.value, frame) else target  # `self.count[...] += 1`
    if frame.guarded or frame.module.origin != "project" or not isinstance(target, ast.Attribute):
        return  # what a layer of a library does hangs on modes that are set by ways that nobody sees
    refused(ev, target, target.value, target.attr, frame)


def refused(
    ev: Interpreter, node: ast.AST, holder: ast.expr, name: str, frame: Frame, known: Object | Node | None = None
) -> None:
    """Emits a site where an object from outside is changed, whose library refuses that in a trace; `name`: by what."""
    held, home = origin(ev, holder, frame)
    instance = known or as_made(ev, held, home)
    outside, made = None, ""
    if isinstance(instance, Object) and _is_watched(instance):
        outside, made = _outside(ev, held, instance, home), instance.cls.name
    elif isinstance(instance, Node) and isinstance(held, ast.Name):
        outside, made = _outside(ev, held, instance, home), instance.name.rpartition(".")[2]
    left = [trace for trace in frame.tracing if outside is not None and trace not in outside]
    if left:
        ev.emit(WrittenInTrace(frame.module, node, made, name, left[0]))


def _is_of_instance(ev: Interpreter, target: ast.expr, frame: Frame) -> bool:
    """Whether a target is a part of what a name holds, and that an instance: costs next to nothing."""
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        target = target.value
    if not isinstance(target, ast.Name):
        return False
    held = frame.find(target.id)
    if held is None and target.id in frame.module.bindings:
        held = as_made(ev, target, frame)
    return isinstance(held, Object)


def is_kept_container(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression is a container of the module, or one that an instance holds."""
    return is_modules_own(ev, node, frame) or _is_held_list(ev, node, frame)


def _is_held_list(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression is an attribute that holds a list, dict or set which its constructor, or class, made."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, (ast.Name, ast.Attribute)):
        return False
    held = as_built(ev, node, frame)
    if isinstance(held, Container) and held.kind in ("list", "dict", "set"):
        return True
    return _class_of_container(ev, node, as_made(ev, node.value, frame)) is not None


def _class_of_container(ev: Interpreter, node: ast.Attribute, holder: Value) -> ClassInfo | None:
    """The class whose body makes the container that an attribute holds, where nothing assigns that of an instance."""
    cls = holder.cls if isinstance(holder, (ClassValue, Object)) else None
    owner = next((each for each in cls.mro if node.attr in each.assigned), None) if cls is not None else None
    if cls is None or owner is None or not makes_container(ev, owner.assigned[node.attr], ev.top(owner.module)):
        return None
    stores = [use for each in cls.mro for use in occurrences(each.module.tree).attributes.get(node.attr, ())]
    return None if any(isinstance(use.ctx, ast.Store) for use in stores) else owner


def is_modules_own(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether a name is the module's, and one of a container that the module makes."""
    if not isinstance(node, ast.Name) or frame.find(node.id) is not None:
        return False
    held = [
        each.value for each in frame.module.bindings.get(node.id, ()) if isinstance(each, (ast.Assign, ast.AnnAssign))
    ]
    return bool(held) and all(makes_container(ev, each, ev.top(frame.module)) for each in held)


def _inside(value: Value, active: Traces) -> Traces:
    """Returns the active transforms that trace a value, or an item of it."""
    if type(value) is Array or (isinstance(value, Unknown) and value.certain):
        return tuple([trace for trace in value.traces if trace in active])
    if type(value) is Container and value.kind in ("list", "dict"):
        parts = (*value.items, *((value.rest,) if value.rest is not None else ()))
        held = [part for part in parts if isinstance(part, (Array, Container, Unknown))]
        return next((found for part in held if (found := _inside_part(part, active))), ())
    return _inside_all(value, active) if type(value) is Container and value.kind == "tuple" else ()


def _inside_part(part: Value, active: Traces) -> Traces:
    return _inside_all(part, active) if isinstance(part, Container) and part.kind == "dict" else _inside(part, active)


def _inside_all(value: Container, active: Traces) -> Traces:
    """Those that trace each item: of a name and a tracer, the name alone may be read."""
    found = [_inside(part, active) for part in value.items]
    return found[0] if found and value.rest is None and all(found) else ()


def _outside_name(ev: Interpreter, name: str, frame: Frame, in_place: bool) -> Traces | None:
    """Returns the transforms that trace the scope of a name from outside of this frame."""
    if not in_place and name not in frame.outer and name not in frame.globals:
        return None
    scope = scope_of(name, frame)
    if scope is not None:
        around = bound_before(ev, name, scope) if in_place and scope is frame else None
        return scope.tracing if around is None else around
    return () if name in frame.module.bindings else None


def _is_watched(instance: Object) -> bool:
    """Whether the library of an instance knows in which trace it was made."""
    return instance.cls.maker is not None and instance.cls.maker.watches_traces


def _outside_instance(ev: Interpreter, holder: ast.expr, instance: Object, frame: Frame) -> Traces | None:
    """The transforms that trace the scope that a plain instance is from; None where the trace may have made it."""
    cls = instance.cls
    plain = cls.pytree == "no" and not cls.registered_somewhere and not cls.method("__setattr__") and not cls.is_open
    if not plain or (cls.maker is not None and cls.maker.frozen):
        return None
    return _outside(ev, holder, instance, frame)


def _outside_static(held: ast.Attribute, instance: Object, frame: Frame) -> Traces | None:
    """The same of a static field of an argument: tracers take the place of its children, the list in it stays."""
    info = instance.cls.fields().get(held.attr)
    if info is None or info.static is not True or not isinstance(held.value, ast.Name):
        return None
    scope = scope_of(held.value.id, frame)
    return _before(held.value.id, scope) if scope is not None else None


def _before(name: str, scope: Frame) -> Traces | None:
    """The transforms that trace the call of the function that is transformed, whose parameter has that name."""
    if scope.back is None or not isinstance(scope.function, FUNCTIONS):
        return None
    body = [] if isinstance(scope.function, ast.Lambda) else scope.function.body
    caller = scope.back[0]
    return caller.tracing if name not in set(bound_names(body)) and caller.tracing != scope.tracing else None


def _outside(ev: Interpreter, holder: ast.expr, instance: Object | Node, frame: Frame) -> Traces | None:
    """The same of what a name holds, or, where no trace has made it, a part of that."""
    if isinstance(holder, ast.Attribute):
        return _outside_part(ev, holder, instance, frame) if isinstance(instance, Object) else None
    if not isinstance(holder, ast.Name):
        return None
    scope = scope_of(holder.id, frame)
    if scope is None:
        return () if holder.id in frame.module.bindings else None
    if not scope.tracing:
        return ()
    if (around := bound_before(ev, holder.id, scope)) is not None:
        return around
    # The transformed function itself is a method, of an instance that is static or bound.
    name = getattr(scope.function, "name", "")
    if scope is frame and isinstance(kept := gone_through(holder.id, frame), ast.Attribute):
        return _outside_item(ev, kept, frame)
    if holder.id != scope.first_parameter or name in CONSTRUCTORS or scope.back is None:
        # No transform makes a copy of a plain instance: it is static, or a filtered one passes it on.
        return _before(holder.id, scope) if isinstance(instance, Object) and not _is_watched(instance) else None
    caller, call = scope.back
    if not caller.tracing:
        held = scope.find(holder.id)
        if not isinstance(held, Object) or not _is_watched(held):
            return ()
        # Transforms that refill what they are given take a bound method's instance for an argument.
        takes_methods = name != "__call__"
        return tuple([t for t in scope.tracing if (t.transform.refills and takes_methods) or _copies(ev, t, held)])
    called = _instance_of(ev, call, name, caller)
    return _outside(ev, called, instance, caller) if called is not None else _outside_method(ev, call, caller)


def _copies(ev: Interpreter, trace: Trace, instance: Object) -> bool:
    """Whether an instance is an argument that a raw transform has built anew: of tracers, if it has arrays."""
    held = [leaf.value for leaf in arrays(ev, instance)]
    return not trace.transform.filtered and (not held or any(trace in marks.of(each) for each in held))


def _outside_method(ev: Interpreter, call: ast.AST, caller: Frame) -> Traces | None:
    """The same of the instance whose method is held: `step = self.step`, before what calls it is traced, or by a list
    or a dict that is from outside itself.
    """
    if not isinstance(call, ast.Call):
        return None
    scope = scope_of(call.func.id, caller) if isinstance(call.func, ast.Name) else None
    if scope is not None and scope is not caller:
        return scope.tracing
    held = held_in(call.func, caller)
    if isinstance(held, ast.Attribute) and (found := _outside_item(ev, held, caller)) is not None:
        return found
    if isinstance(held, ast.Name) and scope_of(held.id, caller) is None and held.id in caller.module.bindings:
        return ()
    return scope.tracing if scope is not None else None


def _outside_part(ev: Interpreter, holder: ast.Attribute, instance: Object, frame: Frame) -> Traces | None:
    """The same of what an attribute holds."""
    if _is_watched(instance):
        made = instance.created_in
        return _outside(ev, holder.value, instance, frame) if made is None or not made.frame.tracing else None
    owner = ev.expression(holder.value, frame)
    if not isinstance(owner, Object) or not _is_set_by_constructor(ev, owner, holder.attr):
        return None
    return _outside_instance(ev, holder.value, owner, frame)


def _outside_item(ev: Interpreter, holder: ast.Attribute, frame: Frame) -> Traces | None:
    """The same of any item of what an attribute holds, as its constructor has left it."""
    owner = ev.expression(holder.value, frame)
    if not isinstance(owner, Object) or not _only_constructors_assign(owner, holder.attr):
        return None
    return _outside_instance(ev, holder.value, owner, frame)


def _instance_of(ev: Interpreter, call: ast.AST, name: str, caller: Frame) -> ast.expr | None:
    """The instance whose method of that name a call runs: `net.step(x)`, `grad(net.loss)(x)`, `next(keys)`."""
    if not isinstance(call, ast.Call):
        return call if isinstance(call, (ast.Name, ast.Attribute)) and name.startswith("__") else None
    if name == "__call__":  # of `grad(objective)(x)` that of the function that is wrapped
        given = call.func.args if isinstance(call.func, ast.Call) else ()
        return given[0] if given and isinstance(ev.expression(call.func, caller), Transformed) else call.func
    wrapped = call.func.args[:1] if isinstance(call.func, ast.Call) else call.args[:1]
    found = [each for each in (call.func, *wrapped) if isinstance(each, ast.Attribute) and each.attr == name]
    return found[0].value if found else None


def _is_set_by_constructor(ev: Interpreter, owner: Object, name: str) -> bool:
    """Whether only constructors assign an attribute, which holds an instance: the trace has not put it there.

    They may have been given it.
    """
    built = ev.instance(owner.cls)
    if not isinstance(built, Object) or not isinstance(built.get(name), (Object, Unknown)):
        return False
    return _only_constructors_assign(owner, name)


def _only_constructors_assign(owner: Object, name: str) -> bool:
    tree = owner.cls.module.tree
    stores = [use for use in occurrences(tree).attributes.get(name, ()) if isinstance(use.ctx, ast.Store)]
    return bool(stores) and all(_is_in_constructor(tree, use) for use in stores)


def _is_in_constructor(tree: ast.Module, use: ast.AST) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name in CONSTRUCTORS for each in around(tree, use))
