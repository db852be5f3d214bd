"""The fix of a function without a hash where there is no filtered twin: `functools.partial` hashes by identity."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import PARTIAL
from pytreelint.model.project.importing import spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.text.place import Place
from pytreelint.model.types.leaves import unhashable
from pytreelint.model.values.sites import TransformMade
from pytreelint.model.values.value import Object, Value
from pytreelint.rules.arguments import after, before
from pytreelint.rules.caught import caught
from pytreelint.rules.conditions import CHANGING_LEAF, RAISES_BEFORE
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def by_identity(model: Model, site: TransformMade) -> Fix | None:
    """`partial(f)` for `f`; None where the function is not written as an argument, or one of several has a hash."""
    module, call = site.module, site.node
    spelled = spelling(module, PARTIAL, call)
    if not isinstance(call, ast.Call) or spelled is None or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    given = []
    for function in site.transform.functions:
        named = (each.value for each in call.keywords if function.keyword and each.arg == function.keyword)
        found = call.args[function.position] if function.position < len(call.args) else next(named, None)
        if found is None or function.many:
            return None
        given.append(found)
    met = [each.function for each in model.sites_at(call) if isinstance(each, TransformMade)]
    if len(given) > 1 and any(unhashable(model, each) is None for each in met):
        return None
    edits = []
    for each in given:
        place = module.source.place(each)
        edits += [Edit(before(place), f"{spelled.code}("), Edit(after(place), ")")]
    return fix_of(
        module.source,
        f"Wrap the function in `{spelled.code}`",
        [*edits, *_explained(module, call)],
        [spelled],
        [RAISES_BEFORE, *_changing(met), *caught(module, call)],
    )


def _changing(functions: list[Value]) -> list[Condition]:
    """An instance that is no PyTree is compiled in as it is at the first call."""
    plain = any(isinstance(each, Object) and each.cls.pytree == "no" for each in functions)
    return [CHANGING_LEAF] if plain else []


def _explained(module: ModuleInfo, call: ast.Call) -> list[Edit]:
    """A comment at the end of the line, where there is room for one: nothing else says what the partial is for."""
    place = module.source.place(call)
    line = module.source.line(place.row)
    if place.row != place.end_row or any(mark in line for mark in ("#", '"""', "'''")) or line.endswith("\\"):
        return []
    end = Place(place.path, place.row, len(line) + 1, place.row, len(line) + 1)
    return [Edit(end, "  # partial: a function with a hash")]
