"""Methods of a base that run other code in a subclass: `fit` calls `self.build()`, which the subclass defines."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.known import SPELLINGS
from pytreelint.knowledge.record import record
from pytreelint.knowledge.transforms import ABSTRACT
from pytreelint.model.project.modules import Binding, Import, ModuleInfo
from pytreelint.model.syntax.walking import inside
from pytreelint.model.types.attributes import decorators
from pytreelint.model.values.limits import INHERITED_METHODS
from pytreelint.model.values.value import ClassValue, Function, Partial, Transformed

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter

_CONSTRUCTORS = frozenset({"__init__", "__post_init__", "__new__", "__init_subclass__"})


def is_abstract(ev: Interpreter, cls: ClassInfo) -> bool:
    """Whether a class cannot be instantiated: a method is declared abstract, and no class of the order defines it."""
    return ev.answer((is_abstract, cls), lambda: any(_left_open(ev, cls, name) for name in _names(cls)))


def _names(cls: ClassInfo) -> Iterable[str]:
    """The decorated methods, in their order: what is evaluated for one of them may be for want of another."""
    return dict.fromkeys(name for base in cls.mro for name, method in base.methods.items() if method.decorator_list)


def _left_open(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    found = cls.method(name)
    return found is not None and not ABSTRACT.isdisjoint(decorators(ev, found[1], found[0].scope))


def inherited(ev: Interpreter, cls: ClassInfo) -> Iterator[tuple[ClassInfo, Method]]:
    """The methods that a class has from bases of the project and that reach what it defines itself."""
    bases = [base for base in cls.mro[1:] if base.module.origin == "project" and base.methods]
    count = 0
    for base in bases:
        judged = [method for method in _left_as_they_are(cls, base) if _meets_transforms(cls, base, method)]
        if not judged or is_abstract(ev, cls):
            continue
        own = _redefined_names(ev, cls, cls.mro[: cls.mro.index(base)])
        for method in judged:
            if count < INHERITED_METHODS and _reaches(cls, method, own):
                count += 1
                yield base, method


def _left_as_they_are(cls: ClassInfo, base: ClassInfo) -> list[Method]:
    """The methods of a base that a class has as they are."""
    named = [(name, method) for name, method in base.methods.items() if not _is_special(name)]
    return [method for name, method in named if cls.method(name) == (base, method)]


def _is_special(name: str) -> bool:
    """Whether a method is a constructor, which building an instance runs, or one that shows or combines instances."""
    return name.startswith("__") and name.endswith("__") and name != "__call__"


def _redefined_names(ev: Interpreter, cls: ClassInfo, below: tuple[ClassInfo, ...]) -> set[str]:
    """Returns the names that the classes below a base redefine."""
    own = {name for each in below for names in (each.methods, each.own_fields) for name in names}
    own |= {name for each in below for name, node in each.assigned.items() if _is_code(ev, each, node)}
    own |= {name for each in below for method in each.bodies for name in uses_of(each, method).stored}
    own |= {name for each in below for name in _given_to_base(each)}
    for base in cls.mro[len(below) :]:
        for name in _CONSTRUCTORS.intersection(base.methods):
            if _reaches(cls, base.methods[name], own):
                own |= uses_of(base, base.methods[name]).stored
    return own - _CONSTRUCTORS


def _given_to_base(cls: ClassInfo) -> Collection[str]:
    """The fields that a constructor gives something of its own by its base's: `super().__init__(l2)`."""
    method = cls.methods.get("__init__")
    if method is None or cls.maker is None or not cls.module.answer((_gives, method), lambda: _gives(method)):
        return ()
    written = next((each for each in cls.mro[1:] if "__init__" in each.methods), None)
    if written is None or written.module.origin != "project":
        return cls.fields()
    return uses_of(written, written.methods["__init__"]).stored


def _gives(method: Method) -> bool:
    """Whether a constructor hands a function to its base's, by a name that is no parameter of its own."""
    own = {each.arg for each in inside(method.args) if isinstance(each, ast.arg)}
    for node in inside(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__")):
                given = [*node.args, *(each.value for each in node.keywords)]
                code = [each for each in given if isinstance(each, (ast.Name, ast.Lambda))]
                return any(isinstance(each, ast.Lambda) or each.id not in own for each in code)
    return False


def _is_code(ev: Interpreter, cls: ClassInfo, node: ast.expr) -> bool:
    """Whether a class attribute is code, as `network = Encoder`, and no option."""
    return isinstance(ev.expression(node, cls.scope), (Function, ClassValue, Partial, Transformed))


def _reaches(cls: ClassInfo, method: Method, names: set[str]) -> bool:
    """Whether a method, or one that it calls on its instance, reads one of these names, or hands the instance on."""
    return any(uses.whole or not uses.read.isdisjoint(names) for uses in followed(cls, method))


def _meets_transforms(cls: ClassInfo, owner: ClassInfo, method: Method) -> bool:
    """Whether a method, or what it calls, speaks of a transform or an optimizer: what rules judge comes of these."""
    module = owner.module
    words = module.answer(_brings_event, lambda: SPELLINGS | _bringing_events(module))
    mentioned = {word for uses in followed(cls, method) for word in uses.words}
    if not mentioned.isdisjoint(words):
        return True
    called = (binding for name in mentioned for binding in module.bindings.get(name, ()))
    helpers = [binding for binding in called if isinstance(binding, ast.FunctionDef)]
    return any(not uses_of(owner, helper).words.isdisjoint(words) for helper in helpers)


def _bringing_events(module: ModuleInfo) -> set[str]:
    """The names under which a module imports transforms."""
    return {name for name, held in module.bindings.items() if any(map(_brings_event, held))}


def _brings_event(binding: Binding) -> bool:
    """Whether an import brings a transform under a name of the file's own."""
    return isinstance(binding, Import) and binding.attribute in SPELLINGS


def followed(cls: ClassInfo, method: Method) -> Iterator[_Uses]:
    """Returns what a method uses, and what the methods use that it reads of its instance, in turn."""
    start = cls.method(method.name)
    waiting, seen = [start] if start is not None else [], {method}
    while waiting:
        uses = uses_of(*waiting.pop())
        yield uses
        for name in uses.read:
            found = cls.method(name)
            behind = [found] if found is not None else _storing(cls, name)
            waiting += (each for each in behind if each[1] not in seen)
            seen.update(method for _, method in behind)


def _storing(cls: ClassInfo, name: str) -> list[tuple[ClassInfo, Method]]:
    """The constructors that store an attribute."""
    constructors = [(base, base.methods[each]) for base in cls.mro for each in _CONSTRUCTORS.intersection(base.methods)]
    return [each for each in constructors if name in uses_of(*each).stored]


@record(frozen=True, slots=True)
class _Uses:
    """What a function uses.

    Attributes:
        read, stored: attributes of its first parameter; `whole`: that is handed on as it is.
        words: all names and attributes that stand in it.
    """

    read: frozenset[str]
    stored: frozenset[str]
    whole: bool
    words: frozenset[str]


def uses_of(owner: ClassInfo, method: Method) -> _Uses:
    return owner.module.answer((uses_of, method), lambda: _uses(method, owner.rebound.get(method.name, ())))


def _uses(method: Method, around: Sequence[ast.expr] = ()) -> _Uses:
    parameters = [*method.args.posonlyargs, *method.args.args]
    first = parameters[0].arg if parameters else ""
    nodes = [node for each in (method, *around) for node in inside(each)]
    names = [node for node in nodes if type(node) is ast.Name]
    attributes = [node for node in nodes if type(node) is ast.Attribute]
    of_first = [node for node in attributes if type(node.value) is ast.Name and node.value.id == first]
    held = {id(node.value) for node in of_first}
    return _Uses(
        frozenset(node.attr for node in of_first if isinstance(node.ctx, ast.Load)),
        frozenset(node.attr for node in of_first if isinstance(node.ctx, ast.Store)),
        any(node.id == first and id(node) not in held for node in names),
        frozenset([node.id for node in names] + [node.attr for node in attributes]),
    )
