"""PTL507."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import DATACLASS_FIELD
from pytreelint.model.project.importing import spelling
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.queries.evidence import chain, describe, place_of, steps
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.completed import completed_by, refused_default
from pytreelint.model.values.sites import ClassMade
from pytreelint.rules.finding import Condition, Edit, Finding, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Model


class ArrayDefault(Rule[ClassMade]):
    """An array is the default of a dataclass field.

    ## What it does
    Finds fields of dataclasses (Equinox, flax, chex, `jax_dataclasses` and the standard library's) whose default is a
    JAX or numpy array, a PRNG key, or an instance of a dataclass that has no hash.

    ## Why is this bad?
    The class statement fails, because such a default would be shared by all instances:
    `ValueError: mutable default <class 'jaxlib._jax.ArrayImpl'> for field x is not allowed: use default_factory`.

    ## Example
    ```python
    @struct.dataclass
    class Params:
        scale: jax.Array = jnp.ones(3)
    ```

    ## Use instead
    ```python
    @struct.dataclass
    class Params:
        scale: jax.Array = struct.field(default_factory=lambda: jnp.ones(3))
    ```

    ## Fix safety
    Safe: the class cannot be made as it stands. None where the default uses names of the class body.

    ## Known limits
    Python 3.10 refuses lists, dicts and sets only: a default without a hash is taken there, and shared by all
    instances. It is named all the same, because the class cannot be made from Python 3.11 on.

    Numpy scalars, tuples of arrays and Modules have a hash, and are taken. Named tuples, `nnx` Modules and plain
    classes take arrays.

    ## References
    - https://docs.python.org/3/library/dataclasses.html#mutable-default-values (Python 3.11)
    """

    code = "PTL507"
    name = "array-default"
    severity = "error"

    def check(self, site: ClassMade, model: Model) -> Iterator[Finding]:
        """The class certainly refuses the default."""
        maker = completed_by(site.cls)
        if maker is None:
            return
        for info in site.cls.own_fields.values():
            found = refused_default(model, info)
            if found is None:
                continue
            value, node = found
            place = place_of(site.module, info.node)
            yield self.finding(
                place,
                f"the default of field `{info.name}` of `{site.cls.name}` is {describe(value)}, which has no hash:"
                " the class cannot be made",
                tuple(step for step in steps(chain(value.why)) if step.place.row != place.row),
                f"{info.name}: Any = field(default_factory=lambda: {text_of(site.module, node)})",
                _fix(site.cls, info, node),
            )


def _fix(cls: ClassInfo, info: FieldInfo, node: ast.expr) -> Fix | None:
    """A factory instead of the default."""
    module = cls.module
    own = {*cls.own_fields, *cls.assigned, *cls.methods}
    if any(isinstance(each, ast.Name) and each.id in own for each in walk(node)):
        return None
    factory = f"default_factory=lambda: {text_of(module, node)}"
    text = f"Make the default of `{info.name}` for each instance"
    condition = [Condition("the class cannot be made as it stands", True)]
    if info.default is None:
        keyword = next(k for k in walk(info.node) if isinstance(k, ast.keyword) and k.value is node)
        return fix_of(module.source, text, [Edit(module.source.place(keyword), factory)], (), condition)
    spelled = spelling(module, DATACLASS_FIELD, node)
    if spelled is None:
        return None
    edit = Edit(module.source.place(node), f"{spelled.code}({factory})")
    return fix_of(module.source, text, [edit], [spelled], condition)
