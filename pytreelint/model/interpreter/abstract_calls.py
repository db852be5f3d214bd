"""Calls of abstract methods that a transform traces, and that stand for all implementations.

def step(x, key):  # of a scan
    return x, self.potential.energy(x)  # `energy` of each Potential is traced: nothing else calls it
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.project.derived import package_folder
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.questions import named_tests, parts_of
from pytreelint.model.syntax.standing import around, outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.asides import OfEach
from pytreelint.model.values.frame import Frame, at_its_end
from pytreelint.model.values.marks import of
from pytreelint.model.values.regions import chain
from pytreelint.model.values.sites import Demanded
from pytreelint.model.values.value import Array, Library, Object, options_of

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter

_CALL = "__call__"
_GIVING = frozenset({"Callable", "type", "Type"})


def noted(ev: Interpreter, cls: ClassInfo, name: str, demands: list[Demanded], arguments: Arguments) -> None:
    """Notes what implementations need of the tracers that they are given.

    A part of a tree may be a number for one of them: what is an array is one for all callers.
    """
    given = (*arguments.stage, *(trace for value in arguments.values for trace in of(value))) if demands else ()
    for site in demands:
        if isinstance(site.value, Array) and site.trace in given and not asks(cls, arguments):
            ev.events.of_each.append(OfEach(cls, name, site))


def asks(cls: ClassInfo, arguments: Arguments) -> bool:
    """Whether a test on the way to a call asks for the instance, or something of it: it may say which class it has."""
    frame: Frame | None = arguments.frame
    while frame is not None:
        named = named_tests(frame.function)
        tests = [getattr(each.node, "test", None) for each in chain(frame.region) if each.frame is frame]
        parts = {part for test in tests if isinstance(test, ast.expr) for part in parts_of(test, named)}
        parts |= {part for _, asked in frame.ended for part in asked}
        if any(_is_of(frame, part, cls) for part in parts):
            return True
        frame = frame.back[0] if frame.back is not None else None
    return False


def _is_of(frame: Frame, part: str, cls: ClassInfo) -> bool:
    """Whether `self.potential.smooth` leads through an instance of a class."""
    first, *names = part.split(".")
    value = at_its_end(frame).find(first)
    for name in (*names, ""):
        options = options_of(value) if value is not None else ()
        if any(isinstance(each, Object) and (cls in each.cls.mro or each.cls in cls.mro) for each in options):
            return True
        value = value.get(name) if isinstance(value, Object) else None
    return False


def told(ev: Interpreter) -> None:
    """Emits what was noted of methods that no file of the package calls where nothing traces them."""
    for each in ev.events.of_each:
        if _is_traced_only(ev, each.cls, each.name):
            ev.emit(each.site)


def _is_traced_only(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    return ev.answer((_is_traced_only, cls, name), lambda: all([*_traced_uses(ev, cls, name)]))


def _traced_uses(ev: Interpreter, cls: ClassInfo, name: str) -> Iterator[bool]:
    """Whether a transform traces each use of a method in a package."""
    folder, program, judged = package_folder(cls.module), ev.program, ev.events.judged
    asked = f".{name}" if name != _CALL else f":{cls.name}"
    program.asked[f"@<{folder}", f"@{asked}"] = None
    files = program.heads.uses(folder, asked)
    yield judged is not None and judged.source.path in files
    for path in files:
        module = program.module(program.layout.module_name(path))
        yield module is not None and all(_is_traced(ev, module, use, name) for use in _uses(module, cls, name))


def _uses(module: ModuleInfo, cls: ClassInfo, name: str) -> Iterator[ast.expr]:
    """Where a file uses a method: by its name, or by calling what is declared to be an instance of the class."""
    found = occurrences(module.tree)
    if name != _CALL:
        yield from found.attributes.get(name, ())
        return
    held = set[str]()
    for use in found.names.get(cls.name, ()):
        for outer in outwards(module.tree, use):
            if isinstance(outer, ast.Subscript) and _last_name(outer.value) in _GIVING:
                break  # `make: Callable[..., Norm]` is called for an instance
            if isinstance(outer, ast.arg):
                held.add(outer.arg)
            elif isinstance(outer, ast.AnnAssign):
                held.add(getattr(outer.target, "attr", getattr(outer.target, "id", "")))
    for called in found.calls:
        if _last_name(called) in held:
            yield called


def _last_name(node: ast.expr) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _is_traced(ev: Interpreter, module: ModuleInfo, use: ast.expr, name: str) -> bool:
    """Whether a place is inside of a function that is traced, or in another implementation, which hands on."""
    outer = around(module.tree, use)
    functions = [each for each in outer if isinstance(each, FUNCTIONS)]
    if outer[1:2] and isinstance(outer[1], (ast.FunctionDef, ast.ClassDef)):
        ev.program.asked[module.name, outer[1].name] = None
    if any(getattr(each, "name", "") == name for each in functions):
        return True
    return any(_is_staged(ev, each) or _is_handed(ev, module, each, outer) for each in functions)


def _is_staged(ev: Interpreter, function: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether all who are seen to call a function are traced, and somebody is."""
    if function not in ev.events.traced or function in seen:
        return False
    callers = ev.events.eager.get(function, ())
    return all(each is not None and _is_staged(ev, each, seen | {function}) for each in callers)


def _is_handed(ev: Interpreter, module: ModuleInfo, function: ast.AST, outer: list[ast.AST]) -> bool:
    """Whether a function is decorated by a transform, or stands in the call of one."""
    decorators: list[ast.expr] = getattr(function, "decorator_list", [])
    if any(_speaks(ev, module, each) for each in decorators):
        return True
    if isinstance(function, ast.Lambda):
        return any(isinstance(each, ast.Call) and _speaks(ev, module, each.func) for each in outer)
    name = getattr(function, "name", "")
    found = occurrences(module.tree)
    uses = [each for each in found.names.get(name, ()) if isinstance(each.ctx, ast.Load)]
    holders = [outer[-1] for each in uses if (outer := around(module.tree, each))]
    return bool(uses) and all(isinstance(each, ast.Call) and _speaks(ev, module, each.func) for each in holders)


def _speaks(ev: Interpreter, module: ModuleInfo, node: ast.expr) -> bool:
    """Whether an expression of a module names a transform: `jax.jit`, `partial(jax.jit, static_argnums=0)`."""
    with ev.aside():
        top = ev.top(module)
        named = [ev.expression(each, top) for each in walk(node) if isinstance(each, (ast.Name, ast.Attribute))]
    return any(isinstance(each, Library) and each.name in TRANSFORMS for each in named)
