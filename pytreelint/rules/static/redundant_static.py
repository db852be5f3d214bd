"""PTL107."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import STATIC_FIELDS
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.values.sites import ClassMade, DecoratedMethod, TransformCall, TreeCall
from pytreelint.model.values.value import Container, Object, Union, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.plain import is_needed, kind_of
from pytreelint.rules.static.unstatic import unstatic

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Model


class RedundantStatic(Rule[ClassMade]):
    """Filtered style: a field is marked static that filtered transforms treat alike without it.

    ## What it does
    Finds static fields of Equinox Modules whose annotation says that they hold a number, a string, a dtype or an object
    that is no PyTree, where no raw transform of the file meets an instance. It speaks under `style = "filtered"`, and
    only where it is selected.

    ## Why is this bad?
    It is not wrong. A filtered transform takes what is no array as static by itself; a marker says it a second time,
    keeps the field out of `tree_at`, `tree_map` and saved models, and invites arrays that must not be there.

    ## Example
    ```python
    class Net(eqx.Module):
        name: str = eqx.field(static=True)
    ```

    ## Use instead
    ```python
    class Net(eqx.Module):
        name: str
    ```

    ## Fix safety
    Unsafe: the field becomes a leaf, of saved trees as well.

    ## Known limits
    A field that Python needs (an `if`, a `range`, a shape) stays as it is, for code that is compiled raw. Raw
    transforms in other files are not seen.

    ## References
    - https://docs.kidger.site/equinox/api/module/advanced_fields/ (equinox 0.13.8)
    """

    code = "PTL107"
    name = "redundant-static"
    severity = "advice"
    default = False
    style = "filtered"

    def check(self, site: ClassMade, model: Model) -> Iterator[Finding]:
        """The field certainly holds no array, and nothing that is seen takes leaves as they come."""
        cls, maker = site.cls, site.cls.maker
        if maker is None or maker.name not in STATIC_FIELDS or cls.is_open or not maker.methods_are_trees:
            return
        for info in cls.own_fields.values():
            if info.static is not True or kind_of(model, info) not in ("plain", "number") or is_needed(model, info):
                continue
            if _meets_raw(model, cls):
                return
            yield self.finding(
                place_of(site.module, info.node),
                f"field `{info.name}` of `{cls.name}` is static, and would be for filtered transforms without a marker",
                (),
                f"{info.name}: ...  # in `{cls.name}`, an ordinary field",
                unstatic(model, info, constant=False),
            )


def _meets_raw(model: Model, cls: ClassInfo) -> bool:
    """Whether a raw transform, or an operation on all leaves, meets an instance of a class or of a subclass."""

    def look() -> bool:
        values: list[Value] = []
        for site in model.sites:
            if isinstance(site, TransformCall):
                values += [operand.value for operand in site.operands]
            elif isinstance(site, DecoratedMethod) and not site.static:  # by a raw transform
                values.append(site.instance)
            elif isinstance(site, TreeCall):
                values += [operand.value for operand in site.trees]
        return any(_holds(value, cls) for value in values)

    return model.answer((_meets_raw, cls), look)


def _holds(value: Value, cls: ClassInfo, depth: int = 0) -> bool:
    match value:
        case Object():
            return cls in value.cls.mro or (depth < _DEPTH and any(_holds(v, cls, depth + 1) for _, v in value.fields))
        case Union():
            return any(_holds(option, cls, depth) for option in value.options)
        case Container() if depth < _DEPTH:
            parts = (*value.items, *((value.rest,) if value.rest is not None else ()))
            return any(_holds(part, cls, depth + 1) for part in parts)
    return False


_DEPTH = 6
