"""A field marked static as its library does it: what the native style has done about a leaf that is no array."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.knowledge.repairs import STATIC_FIELDS
from pytreelint.model.project.importing import spelling
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.static.plain import is_needed, is_updated, kind_of

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.types.leaves import Leaf
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Model


@record(frozen=True, slots=True)
class Marking:
    """How a field is marked static: a line that says so, and the fix that does it."""

    help: str
    fix: Fix | None


def may_be_marked(cls: ClassInfo) -> bool:
    """Whether the fields of a class are marked in its own body, all of which is seen."""
    return cls.maker is not None and cls.maker.name in STATIC_FIELDS and not cls.is_open


def marking(cls: ClassInfo, info: FieldInfo) -> Marking:
    """Returns how a field of a class that `may_be_marked` is marked static."""
    assert cls.maker is not None and info.annotation is not None
    function, keyword = STATIC_FIELDS[cls.maker.name]
    annotated = text_of(cls.module, info.annotation)
    line = f"{info.name}: {annotated} = field({keyword})  # in `{cls.name}`"
    return Marking(line, _fix(cls, info, function, keyword))


def of_leaf(model: Model, module: ModuleInfo, leaf: Leaf) -> Marking | None:
    """How the field that holds a leaf is marked static; None where it is no field of a class of the project.

    Arguments:
        module: the file of the finding, which alone its fix may change.
    """
    cls = leaf.owner
    info = cls.own_fields.get(leaf.field) if cls is not None and leaf.field else None
    if cls is None or info is None or info.annotation is None or info.static is not False or not may_be_marked(cls):
        return None
    if cls.module.origin != "project":
        return None
    kind, known = kind_of(model, info), marking(cls, info)
    certain = kind == "plain" or (kind == "number" and is_needed(model, info))
    if cls.module is module and certain and not is_updated(module, info.name):
        return known
    return Marking(known.help, None)  # other instances may hold arrays there: a layer in the place of a function


def _fix(cls: ClassInfo, info: FieldInfo, function: str, keyword: str) -> Fix | None:
    """The field, marked as its library marks it."""
    node, source = info.node, cls.module.source
    if not isinstance(node, ast.AnnAssign):
        return None
    if info.spec is not None:
        if not isinstance(node.value, ast.Call) or not node.value.keywords or info.spec.keyword("metadata") is not None:
            return None
        last = source.place(node.value.keywords[-1])
        edit, spellings = Edit(Place(last.path, *[last.end_row, last.end_column] * 2), f", {keyword}"), []
    else:
        spelled = spelling(cls.module, function, node.annotation)
        if spelled is None:
            return None
        spellings = [spelled]
        if node.value is not None:
            given = text_of(cls.module, node.value)
            edit = Edit(source.place(node.value), f"{spelled.code}({keyword}, default={given})")
        else:
            end = source.place(node.annotation)
            at = Place(end.path, end.end_row, end.end_column, end.end_row, end.end_column)
            edit = Edit(at, f" = {spelled.code}({keyword})")
    condition = Condition("a static field is compared by value, and is no leaf of saved trees", False)
    return fix_of(source, f"Mark `{info.name}` static", [edit], spellings, [condition], never_safe=True)
