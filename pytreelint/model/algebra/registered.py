"""What is registered: every call of a package that fills a registry, run on an empty one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.registries import (
    HOOK,
    ITEMS,
    NOBODY,
    Filled,
    Recording,
    Registry,
    appended,
    changes_by_statements,
)
from pytreelint.model.project.derived import package_folder
from pytreelint.model.project.program import Definition
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import named
from pytreelint.model.values.value import (
    NONE,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Object,
    Partial,
    Unknown,
    Value,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter

_MOST = 64  # definitions that are registered; of more, nothing is known: each is a call that is followed


def table(ev: Interpreter, registry: Registry) -> Container:
    """What is registered, by its key; further items where that is not all known."""
    filled = registry.filled
    assert filled is not None
    meanwhile = _OPEN_LIST if filled.in_list else _OPEN
    return ev.answer((table, filled.module, filled.name, filled.attribute), lambda: _filled(ev, filled), meanwhile)


Item = tuple[tuple[object, ...], Value]
_OPEN = Container("dict", (), (), Unknown("registered"))
_OPEN_LIST = replace(_OPEN, kind="list")


def _filled(ev: Interpreter, registry: Filled) -> Container:
    if registry.in_list:
        put = _by_uses(ev, registry)
        items = () if put is None else (*registry.first.items, *[item for _, item in put])
        return replace(_OPEN_LIST, items=items)  # others may be put in by calls that are not seen
    held: dict[tuple[object, ...], Value] = {
        (key,): item for key, item in zip(registry.first.keys, registry.first.items, strict=True)
    }
    given = _by_subclasses(ev, registry) if registry.is_hook else _by_uses(ev, registry)
    if given is None or len(dict(given)) < len(given) or not held.keys().isdisjoint(dict(given)):
        return _OPEN
    return _nested(held | dict(given))


def _by_uses(ev: Interpreter, registry: Filled) -> list[Item] | None:
    """What calls and decorators register, and what is assigned."""
    uses = list(_uses(ev, registry)) if registry.filler is not NOBODY else []
    with ev.doubt():
        given = [_registered(ev, registry, *use) for use in uses[: _MOST + 1]]
        items = list(_assigned(ev, registry))
    for each in given:
        items += each or (None,)
    known = [item for item in items if item is not None]
    return known if len(known) == len(items) <= _MOST else None


def filled_elsewhere(ev: Interpreter, module: ModuleInfo, name: str, value: Container) -> bool:
    """Whether a statement of some module may put items into a dict, or a list, that its own module leaves empty."""
    if module.origin != "project" or value.items or value.rest is not None or value.kind not in ("dict", "list"):
        return False
    folder, use = package_folder(module), f"{name}.append" if value.kind == "list" else f"{name}["
    ev.program.asked[f"@<{folder}", f"@{use}"] = None
    if value.kind == "list":
        return name in ev.program.heads.appended(folder)
    return bool(ev.program.heads.uses(folder, use))


def _assigned(ev: Interpreter, registry: Filled) -> Iterator[Item | None]:
    """What statements of modules assign: `STEPS["sgd"] = sgd`."""
    if registry.owner or (registry.instance is not None and registry.attribute != ITEMS):
        return
    program, folder = ev.program, package_folder(registry.module)
    use = f"{registry.name}.append" if registry.in_list else f"{registry.name}["
    program.asked[f"@<{folder}", f"@{use}"] = None
    for path in program.heads.uses(folder, use):
        module = program.module(program.layout.module_name(path))
        if registry.in_list:
            yield from _appended(ev, registry, module) if module is not None else ()
            continue
        if module is not None and not changes_by_statements(module, registry.name):
            if _is_dict(registry, ev.name(module, registry.name)):
                yield None
        for statement in module.tree.body if module is not None else ():
            match statement:
                case ast.Assign([ast.Subscript(ast.Name() | ast.Attribute() as holder, index)], given):
                    frame = ev.top(module)  # type: ignore[arg-type]
                    if getattr(holder, "id", getattr(holder, "attr", "")) != registry.name:
                        continue
                    if _is_dict(registry, ev.expression(holder, frame)):
                        key = ev.expression(index, frame)
                        program.asked[module.name, getattr(given, "id", "")] = None  # type: ignore[union-attr]
                        value = ev.expression(given, frame)
                        yield ((key.value,), value) if isinstance(key, Constant) else None


def _appended(ev: Interpreter, registry: Filled, module: ModuleInfo) -> Iterator[Item | None]:
    """What statements of a module append: `HOOKS.append(hook)`."""
    changing = [each for each in module.tree.body if appended(each, registry.name) is not None]
    meant = ev.program.resolve(module, registry.name)
    means_it = isinstance(meant, Definition) and (meant.module, meant.name) == (registry.module, registry.name)
    if means_it and not changes_by_statements(module, registry.name, in_list=True):
        yield None
    for statement in changing if means_it else ():
        given = appended(statement, registry.name)
        if given is not None:
            ev.program.asked[module.name, getattr(given, "id", "")] = None
            yield (None,), ev.expression(given, ev.top(module))


def _is_dict(registry: Filled, value: Value) -> bool:
    """Whether a value is the registry."""
    held = value.get(ITEMS) if isinstance(value, Object) else value
    filled = held.filled if isinstance(held, Registry) else None
    return filled is not None and filled.module is registry.module and filled.name == registry.name


def _by_subclasses(ev: Interpreter, registry: Filled) -> list[Item] | None:
    """What the definitions of subclasses register."""
    base = ev.name(registry.module, registry.owner)
    below = _below(ev, base.cls) if isinstance(base, ClassValue) else None
    if not isinstance(base, ClassValue) or below is None or len(below) > _MOST:
        return None
    found: list[Item] = []
    for cls in below:
        if not _fills(registry, cls) or cls.method(HOOK) != (base.cls, registry.filler):
            continue
        frame, put = ev.top(cls.module), _Put()
        with ev.doubt():
            keywords = {each.arg: ev.expression(each.value, frame) for each in cls.node.keywords if each.arg}
            node = ast.copy_location(ast.Name(cls.name, ast.Load()), cls.node)
            arguments = Arguments((ClassValue(cls),), keywords, node, frame)
            _run(ev, registry, arguments, put)
        added = _items(put)
        if added is None:
            return None
        found += added
    return found


def _below(ev: Interpreter, base: ClassInfo) -> list[ClassInfo] | None:
    """The classes of the package that derive from a class; None where one of them could not be read."""
    program, folder = ev.program, package_folder(base.module)
    found: list[ClassInfo] = []
    waiting = [base]
    while waiting:
        cls = waiting.pop()
        program.asked[f"@<{folder}", cls.name] = None
        for path in program.heads.files(folder, cls.name):
            module = program.module(program.layout.module_name(path))
            if module is None:
                continue
            for name in program.heads.bases(path)[cls.name]:
                value = ev.name(module, name)
                if not isinstance(value, ClassValue):
                    return None  # in a function, or rebound
                if cls in value.cls.bases and value.cls not in found:
                    found.append(value.cls)
                    waiting.append(value.cls)
    return found


def _fills(registry: Filled, cls: ClassInfo) -> bool:
    """Whether an attribute of this class is the very dict: no class between the two has one of its own."""
    if not registry.attribute or registry.instance is not None:
        return True
    name = registry.attribute
    holder = next((each for each in cls.mro if name in each.assigned or name in each.own_fields), None)
    return holder is not None and holder.module is registry.module and holder.name == registry.name


def _nested(held: dict[tuple[object, ...], Value]) -> Container:
    """The dict that holds items under these keys, or under a first key a dict that has them under a second one."""
    items = {path[0]: item for path, item in held.items() if len(path) == 1}
    for outer in dict.fromkeys(path[0] for path in held if len(path) == 2):
        inner = {path[1]: item for path, item in held.items() if path[0] == outer and len(path) == 2}
        items[outer] = Container("dict", tuple(inner.values()), tuple(inner))
    return Container("dict", tuple(items.values()), tuple(items))


def _uses(ev: Interpreter, registry: Filled) -> Iterator[tuple[Frame, ast.expr, Value | None]]:
    """The calls of modules of the package that register something; a decorator with the definition below it."""
    program, folder = ev.program, package_folder(registry.module)
    program.asked[f"@<{folder}", f"@{registry.filler.name}"] = None
    for path in program.heads.uses(folder, registry.filler.name):
        module = program.module(program.layout.module_name(path))
        for statement in module.tree.body if module is not None else ():
            frame = ev.top(module)  # type: ignore[arg-type]
            match statement:
                case ast.Expr(ast.Call() as call) if _is_filler(ev, registry, call.func, frame):
                    yield frame, call, None
                case ast.Expr(ast.Call(ast.Call() as call, [given])) if _is_filler(ev, registry, call.func, frame):
                    yield frame, call, ev.expression(given, frame)
                case ast.FunctionDef(decorator_list=[first, *others]) | ast.ClassDef(decorator_list=[first, *others]):
                    if _is_filler(ev, registry, first.func if isinstance(first, ast.Call) else first, frame):
                        yield frame, first, _defined(ev, statement, others, frame)


def _is_filler(ev: Interpreter, registry: Filled, node: ast.expr, frame: Frame) -> bool:
    if getattr(node, "id", getattr(node, "attr", "")) != registry.filler.name:
        return False
    value = ev.expression(node, frame)
    if registry.instance is None:
        if isinstance(value, Bound) and isinstance(value.instance, ClassValue) and _fills(registry, value.instance.cls):
            value = value.function
        return isinstance(value, Function) and value.node is registry.filler
    if not isinstance(value, Bound) or not isinstance(value.function, Function):
        return False
    return value.function.node is registry.filler and value.instance is ev.name(registry.module, registry.name)


def _defined(ev: Interpreter, node: ast.FunctionDef | ast.ClassDef, others: list[ast.expr], frame: Frame) -> Value:
    """What a decorator is given."""
    ev.program.asked[frame.module.name, node.name] = None
    if isinstance(node, ast.FunctionDef) and not others:
        return Function(node, frame.module)
    alone = frame.module.bindings.get(node.name) == [node]
    return ev.name(frame.module, node.name) if alone else Unknown("rebound")


def _registered(
    ev: Interpreter, registry: Filled, frame: Frame, node: ast.expr, value: Value | None
) -> list[Item] | None:
    """What a call, or a decorator of `value`, registers."""
    call = node if isinstance(node, ast.Call) else None
    if call is not None and any(isinstance(each, ast.Starred) for each in call.args):
        return None
    given = [ev.expression(each, frame) for each in call.args] if call else [value or Unknown("registered")]
    keywords = {each.arg: ev.expression(each.value, frame) for each in call.keywords if each.arg} if call else {}
    put = _Put()
    holder = _emptied(registry, put) or _called_on(ev, node, frame)
    first = () if holder is None else (holder,)
    made = _run(ev, registry, Arguments((*first, *given), keywords, node, frame), put)
    if call is not None and value is not None:
        _decorate(ev, registry, made, Arguments((value,), {}, node, frame), put)
    return _items(put)


_Put = list[tuple[tuple[object, ...], Value | None, Value]]


def _items(put: _Put) -> list[Item] | None:
    """What was put in, by its keys; None where one of them is not known."""
    found: list[Item] = []
    for path, key, value in put:
        if not isinstance(key, Constant):
            return None
        found.append(((*path, key.value), value))
    return found


def _decorate(ev: Interpreter, registry: Filled, made: Value, arguments: Arguments, put: _Put) -> None:
    """Calls what a decorator with options gives: a function in the filler, or the filler with these options."""
    for each in options_of(made):
        if isinstance(each, Partial) and getattr(each.function, "node", None) is registry.filler:
            keywords = {**dict(each.keywords), **arguments.keywords}
            _run(ev, registry, replace(arguments, args=(*each.args, *arguments.args), keywords=keywords), put)
        elif isinstance(each, Function) and each.closure is not None:
            ev.call_value(each, arguments)


def _called_on(ev: Interpreter, node: ast.expr, frame: Frame) -> Value | None:
    """The class whose method is called."""
    function = ev.expression(node.func if isinstance(node, ast.Call) else node, frame)
    return function.instance if isinstance(function, Bound) else None


def _owner(registry: Filled) -> ClassInfo | None:
    """The class whose method fills it."""
    found = None if registry.instance is None else registry.instance.cls.method(registry.filler.name)
    return None if found is None else found[0]


def _emptied(registry: Filled, put: _Put) -> Object | None:
    """The instance that holds the dict, with one that notes what is put in."""
    if registry.instance is None:
        return None
    return named(registry.instance.put(registry.attribute, _recording(registry.first, put)))


def _recording(first: Container, put: _Put) -> Recording:
    """A dict as the registry's is before anything is put in: empty, or with empty dicts."""
    is_nested = all(each == Container("dict") for each in first.items)
    keys = first.keys if is_nested else ()
    return Recording("dict", tuple(Recording("dict", put=put, path=(key,)) for key in keys), keys, put=put)


def _run(ev: Interpreter, registry: Filled, arguments: Arguments, put: _Put) -> Value:
    """Runs the filler on a dict that notes what is put in; what it gives."""
    owner, function = _owner(registry), registry.run or registry.filler
    module = owner.module if owner is not None else registry.module
    outer = ev.top(module)
    node = Function(function, module, owner=owner if registry.run is None else None)
    frame = Frame(module, ev.bind(node, arguments, outer), outer, function=function)
    if frame.env is not None and (registry.instance is None or registry.run is not None):
        frame.env[registry.inner] = _recording(registry.first, put)
    ev.body(function.body, frame)
    return union(frame.returns) if frame.returns else NONE
