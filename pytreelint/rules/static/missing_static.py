"""PTL108."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.concrete import text_of
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.values.sites import ClassMade
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.marking import marking, may_be_marked
from pytreelint.rules.static.plain import is_needed, is_updated, kind_of

if TYPE_CHECKING:
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
        cls = site.cls
        if not may_be_marked(cls):
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
            known = marking(cls, info)
            yield self.finding(
                place,
                f"field `{info.name}: {annotated}` of `{cls.name}` is a leaf that is no floating array,"
                " and not marked static",
                (),
                known.help,
                known.fix,
            )
