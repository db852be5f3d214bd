"""PTL108."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import STATIC_FIELDS
from pytreelint.model.project.importing import spelling
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.text.place import Place
from pytreelint.model.values.sites import ClassMade
from pytreelint.rules.finding import Condition, Edit, Finding, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.plain import is_needed, is_updated, kind_of

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Model


class MissingStatic(Rule[ClassMade]):
    """Native style: a field that holds no floating array is not marked static.

    ## What it does
    Finds fields of Equinox Modules, flax.struct and registered dataclasses that are leaves, and whose annotation says
    that they hold a whole number, a flag, a string, a dtype, a tuple of these, or an object that is no PyTree. Arrays
    of integers are named, too: they can be neither static nor trained. It speaks under `style = "native"`.

    ## Why is this bad?
    In the native style all transforms are JAX's own, and they take every leaf: `jit` rejects a string (`TypeError: ...
    is not a valid JAX type`) and traces a number that Python needs (`TracerIntegerConversionError`), `grad` rejects
    whole numbers.

    ## Example
    ```python
    class Net(eqx.Module):
        weight: jax.Array
        depth: int
    ```

    ## Use instead
    ```python
    class Net(eqx.Module):
        weight: jax.Array
        depth: int = eqx.field(static=True)
    ```

    ## Fix safety
    Unsafe: a static field is compared by value, compiled in, and no leaf of saved trees.

    ## Known limits
    - A float may be traced, and is named only where Python needs its value. A field that the file updates
      (`state.replace(step=...)`) counts, and is passed over.
    - `Callable`, type variables and Modules are passed over: an activation may be learnt.

    ## References
    - https://docs.jax.dev/en/latest/pytrees.html#custom-pytrees-and-initialization (jax 0.10, 0.12)
    """

    code = "PTL108"
    name = "missing-static"
    severity = "warning"
    style = "native"

    def check(self, site: ClassMade, model: Model) -> Iterator[Finding]:
        """The field is a leaf, and certainly holds no floating array."""
        cls, maker = site.cls, site.cls.maker
        if maker is None or maker.name not in STATIC_FIELDS or cls.is_open:
            return
        for info in cls.own_fields.values():
            kind = kind_of(model, info) if info.static is False else None
            if kind is None or (kind == "number" and not is_needed(model, info)) or is_updated(site.module, info.name):
                continue
            place = place_of(site.module, info.node)
            assert info.annotation is not None
            annotated = text_of(site.module, info.annotation)
            if kind == "integers":
                message = f"field `{info.name}` of `{cls.name}` is an array of integers: neither trained nor static"
                yield self.finding(place, message, (), f"# pass `{info.name}` as an argument, or keep it beside")
                continue
            yield self.finding(
                place,
                f"field `{info.name}: {annotated}` of `{cls.name}` is a leaf that is no floating array,"
                " and not marked static",
                (),
                f"{info.name}: {annotated} = field({STATIC_FIELDS[maker.name][1]})  # in `{cls.name}`",
                _fix(cls, info, *STATIC_FIELDS[maker.name]),
            )


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
