"""Properties that give another object each time: `rng.key` of an `rng` that may be an instance of

class Rng:
    @property
    def key(self):
        self._key, used = jax.random.split(self._key)
        return used
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
from pytreelint.model.syntax.walking import inside, statements
from pytreelint.model.types.properties import PROPERTY
from pytreelint.model.values.value import Library, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.states import Event


def is_got_anew(model: Model, event: Event) -> bool:
    """Whether what something happened to is an attribute for which a class of the package has such a property.

    What a method reads of its own instance is known.
    """
    match event.node:
        case ast.Attribute(value=ast.Name(id=holder), attr=name):
            function = nearest(around(event.module.tree, event.node), FUNCTIONS)
            is_own = isinstance(function, ast.FunctionDef) and holder in [each.arg for each in function.args.args[:1]]
            return not (is_own and event.cls is not None) and _renews(model, event.module, name)
        case ast.Attribute(attr=name):
            return _renews(model, event.module, name)
    return False


def _renews(model: Model, module: ModuleInfo, name: str) -> bool:
    """Whether a class of a module's package, or of its folder, has such a property of a name."""
    path = module.source.path
    folder = package_folder(module) if model.program.layout.in_package(path) else os.path.dirname(path)
    return model.answer((_renews, folder, name), lambda: any(_getters(model, folder, name)))


def _getters(model: Model, folder: str, name: str) -> Iterator[bool]:
    program, asked = model.program, f"def {name}"
    program.asked[f"@<{folder}", f"@{asked}"] = None
    for path in sorted(program.heads.uses(folder, asked)):
        module = program.module(program.layout.module_name(path))
        for each in statements(module.tree) if module is not None else ():
            if module is not None and isinstance(each, ast.FunctionDef) and each.name == name and each.decorator_list:
                yield _is_renewing(model, module, each)


def _is_renewing(model: Model, module: ModuleInfo, getter: ast.FunctionDef) -> bool:
    """Whether a function is a property that assigns an attribute, or calls what may change one."""
    with model.aside():
        scope = frame_at(model, module, getter)
        if not any(_name(model.expression(each, scope)) == PROPERTY for each in getter.decorator_list):
            return False
        parts = [each for statement in getter.body for each in inside(statement)]
        called = [model.expression(each.func, scope) for each in parts if isinstance(each, ast.Call)]
    changed = (isinstance(each, (ast.Attribute, ast.Subscript)) and _is_changed(each) for each in parts)
    return any(changed) or not all(_name(each).startswith("jax.") for each in called)


def _is_changed(node: ast.Attribute | ast.Subscript) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _name(value: Value) -> str:
    return value.name if isinstance(value, Library) else ""
