"""The fix of a raw transform on a method whose `self` is no PyTree: it becomes static."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import PARTIAL
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.project.importing import spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.values.value import ClassValue, Object, Value
from pytreelint.rules.arguments import after
from pytreelint.rules.conditions import STALE_SELF
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def static_self(model: Model, module: ModuleInfo, node: ast.AST, transform: Transform, instance: Value) -> Fix | None:
    """`@partial(jax.jit, static_argnums=0)`: an instance that is no PyTree is compiled in, if it has a hash."""
    partial = spelling(module, PARTIAL, node)
    if not isinstance(node, ast.expr) or not transform.static_params or partial is None:
        return None
    if not isinstance(instance, ClassValue) and not (isinstance(instance, Object) and _hashes(instance)):
        return None
    if isinstance(node, (ast.Name, ast.Attribute)):
        content = f"{partial.code}({text_of(module, node)}, {transform.static_params[0]}=0)"
        edits, spellings = [Edit(module.source.place(node), content)], [partial]
    else:
        edits, spellings = _one_more_static(module, node, transform), []
    return fix_of(module.source, "Make `self` static", edits, spellings, [STALE_SELF]) if edits else None


def _one_more_static(module: ModuleInfo, node: ast.expr, transform: Transform) -> list[Edit]:
    """`partial(jax.jit, static_argnames="mode")` with `self` among the names."""
    given = node.keywords if isinstance(node, ast.Call) else []
    options = [k for k in given if k.arg in transform.static_params]
    if not isinstance(node, ast.Call) or any(k.arg is None for k in given) or len(options) > 1 or not node.args:
        return []
    if not options:
        places = [*map(module.source.place, node.args), *map(module.source.place, given)]
        last = max(places, key=lambda place: (place.end_row, place.end_column))
        return [Edit(after(last), f", {transform.static_params[0]}=0")]
    if options[0].arg == transform.static_params[0]:
        return []  # whether it counts `self` is the question
    value = options[0].value
    members = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]
    if not all(isinstance(each, ast.Constant) for each in members):
        return []
    inner = ", ".join(['"self"', *(text_of(module, each) for each in members)])
    return [Edit(module.source.place(value), f"({inner})")]


def _hashes(instance: Object) -> bool:
    """Whether it certainly has a hash, which says all about it."""
    return instance.cls.hash == "identity" or instance.cls.method("__hash__") is not None
