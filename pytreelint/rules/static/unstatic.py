"""The fix of a static array: an ordinary field, whose reads let no gradient through, so that a constant stays one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import FREEZE
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.queries.needed import needed_in_python
from pytreelint.model.syntax.standing import standing
from pytreelint.model.text.place import Place
from pytreelint.model.values.classes import ClassInfo, FieldInfo
from pytreelint.rules.conditions import DECAYED
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_BUILDING = frozenset({"__init__", "__post_init__", "__new__", "setup", "tree_flatten", "tree_unflatten"})


def unstatic(model: Model, field: FieldInfo, *, constant: bool) -> Fix | None:
    """Take the static marker away; None where Python needs the value, which must stay static then.

    Args:
        constant: the field is no parameter: its reads get `stop_gradient`.
    """
    cls = field.owner
    module = cls.module
    edits = _unmarked(module, field)
    if module.origin != "project" or edits is None or needed_in_python(model, module, field.name):
        return None
    spellings: list[Spelling] = []
    if constant:
        for read in _reads(cls, field.name):
            spelled = spelling(module, FREEZE, read)
            if spelled is None:
                return None
            edits.append(Edit(module.source.place(read), f"{spelled.code}({text_of(module, read)})"))
            spellings.append(spelled)
    return fix_of(
        module.source,
        f"Make `{field.name}` an ordinary field",
        edits,
        spellings,
        [DECAYED],
        never_safe=True,
    )


def _unmarked(module: ModuleInfo, field: FieldInfo) -> list[Edit] | None:
    """The edits that drop `static=True`, or the call that says nothing else; None for other markers."""
    node = field.node
    value = node.value if isinstance(node, ast.AnnAssign) else None
    if not isinstance(value, ast.Call) or field.spec is None or value.args:
        return None
    marker = field.spec.marker
    gone = [k for k in value.keywords if k.arg == marker.keyword]
    if len(gone) > 1 or any(k.arg == "metadata" for k in value.keywords) or not (gone or not marker.keyword):
        return None
    kept = [k for k in value.keywords if k not in gone]
    place = module.source.place(value)
    if not kept:
        assert isinstance(node, ast.AnnAssign)
        end = module.source.place(node.annotation)
        return [Edit(Place(end.path, end.end_row, end.end_column, place.end_row, place.end_column), "")]
    if len(kept) == 1 and kept[0].arg == "default":
        return [Edit(place, text_of(module, kept[0].value))]
    if not gone:
        return None
    at = value.keywords.index(gone[0])
    last = at == len(value.keywords) - 1
    if last:
        before = module.source.place(value.keywords[at - 1].value)
        this = module.source.place(gone[0].value)
        return [Edit(Place(this.path, before.end_row, before.end_column, this.end_row, this.end_column), "")]
    this, following = module.source.place(gone[0]), module.source.place(value.keywords[at + 1])
    return [Edit(Place(this.path, this.row, this.column, following.row, following.column), "")]


def _reads_values(module: ModuleInfo, node: ast.Attribute) -> bool:
    """Whether values are read, through which a gradient could flow: not a shape, a length, or whether it is None."""
    where = standing(module.tree).get(node)
    holder = where.holder if where is not None else None
    if isinstance(holder, ast.Compare):
        others = [each for each in (holder.left, *holder.comparators) if each is not node]
        is_none = all(isinstance(each, ast.Constant) and each.value is None for each in others)
        return not (is_none and all(isinstance(op, (ast.Is, ast.IsNot)) for op in holder.ops))
    if isinstance(holder, ast.Attribute):
        return holder.attr not in ("shape", "ndim", "dtype", "size")
    is_length = isinstance(holder, ast.Call) and isinstance(holder.func, ast.Name) and holder.func.id == "len"
    return isinstance(node.ctx, ast.Load) and not is_length


def _reads(cls: ClassInfo, name: str) -> Iterator[ast.Attribute]:
    """`self.name` in the methods, where it is read."""
    for method in cls.bodies:
        first = next(iter([*method.args.posonlyargs, *method.args.args]), None)
        if method.name in _BUILDING or first is None:
            continue
        for node in ast.walk(method):
            if isinstance(node, ast.Attribute) and node.attr == name and _reads_values(cls.module, node):
                if isinstance(node.value, ast.Name) and node.value.id == first.arg:
                    yield node
