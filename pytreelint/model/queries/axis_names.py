"""Whether a map that is not seen may bind the axis that a collective names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.collectives import AXES_OF, MESH, OVER_DEVICES, OVER_MESHES
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.axes import Collective, bound_by
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

_OUTERMOST = OVER_DEVICES | OVER_MESHES


def is_unbound(model: Interpreter, site: Collective) -> bool:
    """Whether certainly nothing binds the axis that a collective names."""
    unknown = [axes for axes in site.around if axes.names is None]
    if unknown:
        made = all(_is_made_here(axes.site, axes.module) for axes in unknown)
        return site.is_seen and made and not any(_is_spoken_of(model, axes.module, site.axis) for axes in unknown)
    if site.is_seen:
        return True
    if not any(axes.transform.name in _OUTERMOST for axes in site.around):
        return False
    others = [bound_by(each) for each in model.events.wrappers.values() if each.transform.name not in OVER_DEVICES]
    return not any(names is None or site.axis in names for names in others)


def _is_made_here(node: ast.AST, module: ModuleInfo) -> bool:
    """Whether a mesh is made in this file, so that the names of its axes stand here."""
    mesh = next((k.value for k in getattr(node, "keywords", ()) if k.arg == MESH), None)
    made = [n.value for n in walk(module.tree) if isinstance(n, ast.Assign) for t in n.targets if _is_name(t, mesh)]
    return bool(made) and all(isinstance(value, ast.Call) for value in made)


def _is_name(target: ast.expr, name: ast.expr | None) -> bool:
    return isinstance(target, ast.Name) and isinstance(name, ast.Name) and target.id == name.id


def _is_spoken_of(model: Interpreter, module: ModuleInfo, axis: str) -> bool:
    """Whether the name of an axis stands anywhere in the file but in collectives."""
    for node in walk(module.tree):
        if isinstance(node, ast.Constant) and node.value == axis:
            calls = [each for each in around(module.tree, node)[-2:] if isinstance(each, ast.Call)]
            called = model.expression(calls[-1].func, frame_at(model, module, calls[-1])) if calls else None
            if not (isinstance(called, Library) and called.name in AXES_OF):
                return True
    return False
