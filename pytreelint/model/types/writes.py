"""Assignments to attributes: each is a site, and some instances refuse it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS, FROZEN, Frozen
from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import run_of_base, walk
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.parts import shallow
from pytreelint.model.values.regions import entry_of
from pytreelint.model.values.sites import AttributeWrite
from pytreelint.model.values.value import DYNAMIC, Constant, Container, Object, Unknown, Value, options_of

_COPYING = ("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__")
_BUILDERS = frozenset({"__new__", "__setstate__", "tree_unflatten"})

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def emit_write(ev: Interpreter, target: ast.Attribute, frame: Frame) -> None:
    """Emits the site of a statement that assigns an attribute of an instance."""
    for option in options_of(ev.expression(target.value, frame)):
        if isinstance(option, Object):
            ev.emit(AttributeWrite(frame.module, target, option, target.attr, target.value, frame))


def emit_change(ev: Interpreter, target: ast.Attribute, value: Value, frame: Frame) -> None:
    """Emits the site of a statement that changes a list in place, of instances that hold it as a tuple."""
    if not isinstance(value, Container) or value.kind != "list" or frame.owner is None:
        return
    holder = ev.expression(target.value, frame)
    found = frozen(holder.cls) if isinstance(holder, Object) else None
    if isinstance(holder, Object) and found is not None and found[0].freezes_in:
        ev.emit(AttributeWrite(frame.module, target, holder, target.attr, target.value, frame, in_place=True))


def emit_write_by_call(ev: Interpreter, holder: Value, name: Value, arguments: Arguments) -> None:
    """Emits the site of `setattr(instance, "name", value)`; a name that is not known may be that of any field."""
    node, frame = arguments.node, arguments.frame
    word = name.value if isinstance(name, Constant) and isinstance(name.value, str) else ""
    for option in options_of(holder):
        if isinstance(option, Object) and isinstance(node, ast.Call) and node.args:
            ev.emit(AttributeWrite(frame.module, node, option, word, node.args[0], frame))


def copied(ev: Interpreter, arguments: Arguments) -> Value:
    """`copy.copy(instance)`: of some frozen classes it may be assigned to."""
    value = argument(arguments, 0)
    if isinstance(value, Object) and any(value.cls.method(name) is not None for name in _COPYING):
        return DYNAMIC
    found = frozen(value.cls) if isinstance(value, Object) else None
    copy = shallow(value)
    return replace(copy, open=True) if isinstance(copy, Object) and found and found[0].copies else copy


def is_open_while_made(cls: ClassInfo) -> bool:
    """Whether instances take assignments as long as they are being made, and not afterwards."""
    found = FROZEN.get(cls.maker.name) if cls.maker is not None else None
    return found is not None and bool(found.open_in)


def frozen(cls: ClassInfo) -> tuple[Frozen, ClassInfo] | None:
    """Returns how the instances of a class refuse assignments, and the class that says so."""
    if cls.is_open or cls.method("__setattr__") or any(_sets_own_way(base) for base in cls.mro):
        return None
    for base in cls.mro:
        for maker in (base.maker, base.written_by):
            if maker is not None and maker.frozen and maker.name in FROZEN:
                return FROZEN[maker.name], base
    return None


def _sets_own_way(cls: ClassInfo) -> bool:
    """Whether some statement gives a class of the project a `__setattr__` that its body does not show."""
    return cls.module.origin == "project" and cls.module.sets("__setattr__", cls.name)


def refused(ev: Interpreter, site: AttributeWrite) -> Frozen | None:
    """Returns how an assignment is refused, if it certainly is."""
    instance, name = site.instance, site.name
    found = frozen(instance.cls)
    if not name and (instance.open or not instance.exact):
        return None
    if found is None or name.startswith("__") or instance.cls.method(name) is not None:
        return None
    how, owner = found
    if how.lifted_by and (_lifts(instance.cls, how) or (not instance.exact and _is_lifted_around(site, how))):
        return None
    if (how.asked_by and _is_asked(site, how)) or (how.descriptors and _is_set_by_class(ev, instance.cls, name)):
        return None
    if site.in_place:
        return how if _is_own(site) and _runs_in(site, how.freezes_in, CONSTRUCTORS) else None
    if (
        how.fields_in
        and _is_field(instance.cls, name)
        and _is_own(site)
        and _runs_in(site, how.fields_in, CONSTRUCTORS)
    ):
        return how.of_fields()
    if how.closed_by and _is_own(site) and _is_closed(site, how):
        return how
    if instance.open:
        return how if how.declared and _is_undeclared(ev, instance.cls, name) else None
    if how.in_methods:
        return how if _is_own(site) and _runs_in(site, how.in_methods, how.open_in) else None
    if not how.open_in and name not in owner.fields():
        if not _has_fields_alone(instance) if how.fields else _may_be_subclass(ev, site, owner):
            return None
    return None if not instance.exact and _while_made(ev, site, how) else how


def _is_set_by_class(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    """Whether what a class body assigns to a name may be a descriptor that sets it."""
    owner = next((base for base in cls.mro if name in base.assigned), None)
    if owner is None:
        return False
    held = options_of(ev.expression(owner.assigned[name], owner.scope))
    return any(isinstance(each, Unknown) or isinstance(each, Object) and each.cls.method("__set__") for each in held)


def _has_fields_alone(instance: Object) -> bool:
    """Whether an instance is of a class that `typing.NamedTuple` has made, which takes no names at all."""
    maker = instance.cls.maker
    return instance.exact and len(instance.cls.mro) == 1 and maker is not None and maker.name == "typing.NamedTuple"


def _is_field(cls: ClassInfo, name: str) -> bool:
    """Whether a name is declared as a parameter of a class's generated constructor."""
    info = cls.fields().get(name)
    return info is not None and info.init


def _lifts(cls: ClassInfo, how: Frozen) -> bool:
    """Whether some method of a class lets its instances be assigned to for a while."""
    from pytreelint.model.types.inherited import uses_of

    methods = [(base, method) for base in cls.mro for method in base.methods.values()]
    return any(not uses_of(base, method).words.isdisjoint(how.lifted_by) for base, method in methods)


def _is_lifted_around(site: AttributeWrite, how: Frozen) -> bool:
    """Whether an assignment stands in a `with` that lets a copy be assigned to: of what is in it, as a cast says."""
    blocks = [each for each in around(site.module.tree, site.node) if isinstance(each, ast.With)]
    calls = (each for block in blocks for item in block.items for each in walk(item.context_expr))
    return any(getattr(each, "attr", getattr(each, "id", "")) in how.lifted_by for each in calls)


def _is_asked(site: AttributeWrite, how: Frozen) -> bool:
    """Whether an assignment stands below an `if` that asks whether it is allowed."""
    tests = [each.test for each in around(site.module.tree, site.node) if isinstance(each, ast.If)]
    return any(isinstance(n, ast.Attribute) and n.attr in how.asked_by for test in tests for n in walk(test))


def _is_undeclared(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    """Whether no class that an instance may be of declares a field."""
    below = subclasses(ev, cls)
    return below is not None and not any(name in each.fields() or each.is_open for each in (cls, *below))


def _may_be_subclass(ev: Interpreter, site: AttributeWrite, owner: ClassInfo) -> bool:
    """Whether the instance may be of a class that was not decorated again, and so takes names that are no fields."""
    if site.instance.cls is not owner:
        return True
    return not site.instance.exact and subclasses(ev, owner) != []


def subclasses(ev: Interpreter, cls: ClassInfo) -> list[ClassInfo] | None:
    """All classes of the package that derive from one; None where one of them could not be read."""
    return ev.answer((subclasses, cls), lambda: _subclasses(ev, cls))


def _subclasses(ev: Interpreter, cls: ClassInfo) -> list[ClassInfo] | None:
    from pytreelint.model.types.implementations import derived

    found: list[ClassInfo] = []
    waiting = [cls]
    while waiting:
        below = derived(ev, waiting.pop())
        if below is None:
            return None
        waiting += [each for each in below if each not in found]
        found += [each for each in below if each not in found]
    return found


def is_construction(ev: Interpreter, site: AttributeWrite) -> bool:
    """Whether an assignment may be a part of how instances are built: by a constructor, or by what it calls."""
    method = _method(site.frame)
    name = getattr(method.function, "name", "") if method is not None else ""
    if method is None or method.owner not in site.instance.cls.mro:
        return site.instance.open
    makers = CONSTRUCTORS | _BUILDERS
    classes = (*site.instance.cls.mro, *(subclasses(ev, site.instance.cls) or ()))
    return name in makers or any(name in set(_called_by(cls, makers)) for cls in classes)


def _is_own(site: AttributeWrite) -> bool:
    """Whether a method assigns to its own instance."""
    frame = _method(site.frame)
    return frame is not None and isinstance(site.target, ast.Name) and site.target.id == frame.first_parameter


def _method(frame: Frame | None) -> Frame | None:
    """The activation of the method that a place is in, also in a function inside of it."""
    while frame is not None and frame.owner is None:
        frame = frame.parent
    return frame


def _runs_in(site: AttributeWrite, methods: Iterable[str], others: Iterable[str]) -> bool:
    """Whether a place is in one of these methods, or in one that they call on their instance and the others do not."""
    frame = _method(site.frame)
    name = getattr(frame.function, "name", "") if frame is not None else ""
    called = name in methods or name in set(_called_by(site.instance.cls, methods))
    return called and name not in others and name not in set(_called_by(site.instance.cls, others))


def _is_closed(site: AttributeWrite, how: Frozen) -> bool:
    """Whether `super().__post_init__()` has run before an assignment in the same method, and all bases hand it on."""
    function, owner = site.frame.function, site.frame.owner
    if owner is None or not isinstance(function, ast.FunctionDef) or function.name != how.closed_by:
        return False
    below = [each for each in site.instance.cls.mro if how.closed_by in each.methods]
    if any(each.module.origin != "project" or _hands_on(each.methods[how.closed_by]) is None for each in below):
        return False
    found = _hands_on(function)
    places = [at for at, each in enumerate(function.body) if any(node is site.node for node in walk(each))]
    plain = bool(places) and isinstance(function.body[places[0]], (ast.Assign, ast.AnnAssign, ast.AugAssign))
    return plain and found is not None and places[0] > found


def _hands_on(method: ast.FunctionDef | ast.AsyncFunctionDef) -> int | None:
    """The place of the statement by which a method runs that of its bases, of those that certainly run."""
    runs = (isinstance(each, ast.Expr) and run_of_base(each.value) == method.name for each in method.body)
    return next((at for at, hands_on in enumerate(runs) if hands_on), None)


def _while_made(ev: Interpreter, site: AttributeWrite, how: Frozen) -> bool:
    """Whether the function that was entered, of which no caller is known, may be a part of the construction."""
    entry = entry_of(site.frame.region)
    name = getattr(entry, "name", "")
    if entry is None or not how.open_in:
        return False
    below = subclasses(ev, site.instance.cls)
    if below is None:
        return True
    makers, classes = CONSTRUCTORS | how.open_in, (*site.instance.cls.mro, *below)
    if name in makers or any(name in set(_called_by(cls, makers)) for cls in classes):
        return True
    return any(_hands_itself_on(cls, makers) for cls in classes)  # whoever gets it may call any method


def _hands_itself_on(cls: ClassInfo, methods: Iterable[str]) -> bool:
    """Whether some methods of a class, or what these call on their instance, give that to others."""
    from pytreelint.model.types.inherited import followed

    given = [cls.method(name) for name in methods]
    return any(uses.whole for found in given if found is not None for uses in followed(cls, found[1]))


def _called_by(cls: ClassInfo, methods: Iterable[str]) -> Iterator[str]:
    """All names that stand in some methods of a class, and in what these call on their instance."""
    from pytreelint.model.types.inherited import followed

    for name in methods:
        found = cls.method(name)
        for uses in followed(cls, found[1]) if found is not None else ():
            yield from uses.words
