"""Properties that give another object each time: `rng.key` of an `rng` that may be an instance of

class Rng:
    @property
    def key(self):
        self._key, used = jax.random.split(self._key)
        return used

What an instance is whose class is not known, the classes of the package tell that have all attributes that are read of
it.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.project.derived import package_folder
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.walking import arguments_of, inside, statements
from pytreelint.model.types.properties import PROPERTY
from pytreelint.model.values.value import ClassValue, Library, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.states import Event


def is_got_anew(model: Model, event: Event, *, numbers: bool = False) -> bool:
    """Whether what something happened to is an attribute for which a class of the package has such a property.

    What a method reads of its own instance is known.

    Arguments:
        numbers: it must hold other numbers each time: a copy does not.
    """
    return any(_may_renew(model, each, node, numbers) for each in event.inwards() for node in _places(each.node))


def _places(node: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes by which something is reached, `run.store.state` and `run.store`, or that a call is given."""
    if isinstance(node, ast.Call):
        given = (each for argument in arguments_of(node) for each in inside(argument))
        yield from (each for each in given if isinstance(each, ast.Attribute))
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            yield node
        node = node.value


def _may_renew(model: Model, event: Event, node: ast.Attribute, numbers: bool) -> bool:
    function, holder = nearest(around(event.module.tree, event.node), FUNCTIONS), node.value
    own = function.args.args[:1] if isinstance(function, ast.FunctionDef) and event.cls is not None else []
    if isinstance(holder, ast.Name) and holder.id in [each.arg for each in own]:
        return False
    read = _read_of(function if function is not None else event.module.tree, holder)
    return _renews(model, event.module, node.attr, read, numbers)


def _read_of(scope: ast.AST, holder: ast.expr) -> frozenset[str]:
    """The attributes that are read of an object in some code."""
    text = ast.unparse(holder)
    found = (each for each in inside(scope) if isinstance(each, ast.Attribute) and ast.unparse(each.value) == text)
    return frozenset(each.attr for each in found)


def _renews(model: Model, module: ModuleInfo, name: str, names: frozenset[str], numbers: bool) -> bool:
    """Whether a class of a module's package, or of its folder, has such a property of a name, and the other names."""
    path = module.source.path
    folder = package_folder(module) if model.program.layout.in_package(path) else os.path.dirname(path)
    found = model.answer((_renews, folder, name, numbers), lambda: tuple(_classes(model, folder, name, numbers)))
    return any(known is None or names <= known for known in found)


def _classes(model: Model, folder: str, name: str, numbers: bool) -> Iterator[frozenset[str] | None]:
    """The attributes of each of these classes; None where they are not all known."""
    program, asked = model.program, f"def {name}"
    program.asked[f"@<{folder}", f"@{asked}"] = None
    for path in sorted(program.heads.uses(folder, asked)):
        module = program.module(program.layout.module_name(path))
        for cls in statements(module.tree) if module is not None else ():
            if module is None or not isinstance(cls, ast.ClassDef):
                continue
            getters = [each for each in cls.body if isinstance(each, ast.FunctionDef) and each.name == name]
            if any(_is_renewing(model, module, each, numbers) for each in getters):
                yield _all_names(model.name(module, cls.name), cls)


def _all_names(value: Value, node: ast.ClassDef) -> frozenset[str] | None:
    """The names of what instances of a class have, from its bases too; None where they are not all known."""
    if not isinstance(value, ClassValue) or value.cls.node is not node or value.cls.is_open:
        return None
    return frozenset[str]().union(*(_names_of(each.node) for each in value.cls.mro))


def _names_of(cls: ast.ClassDef) -> frozenset[str]:
    """The names of methods and fields in a class, and of what its methods assign."""
    parts = inside(cls)
    defined = {each.name for each in parts if isinstance(each, FUNCTIONS) and not isinstance(each, ast.Lambda)}
    stored = {each.attr for each in parts if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}
    return frozenset(defined | stored | {each.id for each in parts if isinstance(each, ast.Name)})


def _is_renewing(model: Model, module: ModuleInfo, getter: ast.FunctionDef, numbers: bool) -> bool:
    """Whether a function is a property that assigns an attribute, or calls what may change one, or makes an object."""
    with model.aside():
        scope = frame_at(model, module, getter)
        if not any(_name(model.expression(each, scope)) == PROPERTY for each in getter.decorator_list):
            return False
        parts = [each for statement in getter.body for each in inside(statement)]
        called = [model.expression(each.func, scope) for each in parts if isinstance(each, ast.Call)]
    changed = (isinstance(each, (ast.Attribute, ast.Subscript)) and _is_changed(each) for each in parts)
    return any(changed) or any(not numbers or not _name(each).startswith("jax.") for each in called)


def _is_changed(node: ast.Attribute | ast.Subscript) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _name(value: Value) -> str:
    return value.name if isinstance(value, Library) else ""
