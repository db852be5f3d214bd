"""Fixes of the rules on operations over trees: the array half goes in, the rest joins it again where it is needed."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import OPERATORS
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.repairs import LEAVES
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.queries.concrete import replaced, text_of
from pytreelint.model.text.place import Place
from pytreelint.model.types.leaves import leaves
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.model.values.value import Array, Library, Unknown, Value, union
from pytreelint.rules.caught import caught
from pytreelint.rules.conditions import GOES_ON, gives_one_array, only_arrays
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.raw.going_on import goes_on

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def filtered_tree(
    site: TreeCall, model: Model, operands: Sequence[Operand], test: str, combined: bool, *, imports: bool = True
) -> Fix | None:
    """`f(tree)` as `f(filter(tree, test))`, and with `combined` the other leaves of the first tree put back.

    Args:
        operands: the trees to filter.
        test: the name of the leaf test: `is_array`, `is_inexact_array`.
        imports: whether the fix brings them; votes are about the rest, and imports take most of the time.
    """
    library = LEAVES[model.program.target_for(site.module)]
    names = ("filter", test, *(("combine",) if combined else ()))
    module = site.module
    spelled = [spelling(module, f"{library}.{name}", site.node) for name in names]
    written = all(isinstance(o.node, ast.expr) and o.node is not site.node for o in operands)
    if not operands or not written or None in spelled:
        return None
    known = [each for each in spelled if each is not None]
    edits = [edit for operand in operands for edit in _wrapped(site, operand.node, known[0], known[1])]
    if combined:
        first = operands[0].node
        if not isinstance(first, (ast.Name, ast.Attribute)) or not isinstance(site.node, ast.expr):
            return None  # it would be evaluated twice
        edits += _around(module.source.place(site.node), f"{known[2].code}(", f", {text_of(module, first)})")
    conditions = _conditions(site, model, operands, combined, test)
    return fix_of(module.source, f"Use `{known[0].code}`", edits, known if imports else (), conditions)


def _conditions(
    site: TreeCall, model: Model, operands: Sequence[Operand], combined: bool, test: str
) -> list[Condition]:
    """What must hold of every call that was seen of this operation."""
    places = [index for index, operand in enumerate(site.trees) if operand in operands]
    calls = [each for each in model.sites_at(site.node) if isinstance(each, TreeCall)]
    met = [each for each in calls if not _is_parameter(each, places)]
    values = [each.trees[index].value for each in met for index in places if index < len(each.trees)]
    conditions = [
        only_arrays(model, values, model.program.target_for(site.module), test),
        *caught(site.module, site.node),
    ]
    if combined and site.function is not None:
        conditions.append(gives_one_array([_mapped_result(model, each) for each in met]))
    if combined and goes_on(model, site.module, site.node):
        conditions.append(GOES_ON)
    return conditions


def _is_parameter(site: TreeCall, places: Sequence[int]) -> bool:
    """Whether an operation is on parameters of a function whose other calls are seen."""
    return all(isinstance(site.trees[index].value, Unknown) for index in places if index < len(site.trees))


def _mapped_result(model: Model, site: TreeCall) -> Value:
    """Returns the result of the mapped function where all trees have arrays."""
    if site.function is None or not isinstance(site.node, ast.expr):
        return Unknown()
    if isinstance(site.function, Library) and site.function.name in OPERATORS:
        return Array()
    arrays = [[a.value for a in leaves(model, tree.value) if isinstance(a.value, Array)] for tree in site.trees]
    values = tuple(union([replace(each, why=None) for each in held]) if held else Array() for held in arrays)
    arguments = Arguments((*site.before, *values), {}, site.node, Frame(site.module, {}, top=True))
    with model.aside():
        return model.call_value(site.function, arguments)


def filtered_help(site: TreeCall, model: Model, operand: Operand, test: str, combined: bool) -> str:
    """Returns the help line, about the first wrong tree."""
    target = model.program.target_for(site.module)
    names = ["filter", test, *(["combine"] if combined else [])]
    prefix = "eqx." if target == "equinox" else ""
    brought = "import equinox as eqx" if prefix else f"from {LEAVES[target]} import {', '.join(names)}"
    assert isinstance(site.node, ast.expr)
    if not isinstance(operand.node, ast.expr) or operand.node is site.node:
        return f"{brought}; {prefix}filter(tree, {prefix}{test})"
    tree = text_of(site.module, operand.node)
    code = f"{prefix}filter({tree}, {prefix}{test})"
    if all(part is not operand.node for part in ast.walk(site.node)):  # leaves that were listed before
        return f"{brought}; {code}"
    code = replaced(site.module, site.node, operand.node, code)
    return f"{brought}; {f'{prefix}combine({code}, {tree})' if combined else code}"


def _wrapped(site: TreeCall, node: ast.AST, outer: Spelling, test: Spelling) -> list[Edit]:
    assert isinstance(node, ast.expr)
    return _around(site.module.source.place(node), f"{outer.code}(", f", {test.code})")


def _around(place: Place, before: str, after: str) -> list[Edit]:
    start = Place(place.path, place.row, place.column, place.row, place.column)
    end = Place(place.path, place.end_row, place.end_column, place.end_row, place.end_column)
    return [Edit(start, before), Edit(end, after)]
