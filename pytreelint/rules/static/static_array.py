"""PTL101."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import FREEZE
from pytreelint.model.queries.evidence import chain, describe, is_users_module, place_of, steps
from pytreelint.model.text.place import Step
from pytreelint.model.types.held import held_array
from pytreelint.model.values.sites import StaticDeclaration, StaticValue
from pytreelint.model.values.value import Array
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.remedy import ordinary
from pytreelint.rules.static.unstatic import unstatic

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Model


class StaticArray(Rule[StaticDeclaration | StaticValue]):
    """An array in a static field.

    ## What it does
    Finds fields that are marked static (`equinox.field(static=True)`, `pytree_node=False`, `Static[...]`,
    `metadata={"static": True}`) and hold a JAX or NumPy array, or a plain container of them, in an Equinox module also
    a NumPy scalar: by annotation, converter, default, assignment in `__init__`, or in a constructor call.

    ## Why is this bad?
    Static fields are part of the treedef. JAX compares treedefs with `==` and hashes them, and an array answers `==`
    with an array: `ValueError: The truth value of an array ... is ambiguous` as soon as two instances meet at a jit
    boundary. Where no two meet, the array is compiled in as a constant: it is not traced, gets no gradient, stays as it
    was when the parameter is updated, and every new instance compiles anew.

    ## Example
    ```python
    class Grid(eqx.Module):
        points: jax.Array = eqx.field(static=True)
    ```

    ## Use instead
    ```python
    class Grid(eqx.Module):
        points: jax.Array  # stop_gradient where it is read, if it must not be trained
    ```

    ## Fix safety
    Unsafe: the field becomes an ordinary one, and its reads in methods get `stop_gradient`, so that a constant
    stays one. Whether it was meant to be trained is not in the code, and an optimizer that decays weights would
    change it. None where Python needs its value (an `if`, a `range`, a shape, a bound of a slice): it must stay static
    then, as a number or a tuple.

    ## Known limits
    A field typed `ArrayLike` or `float | Array` is passed over, as it may hold a number; so is a value that can't be
    followed. A record of constants is passed over: a class of several fields that are all static and have defaults.
    It is made once and closed over by what is compiled, as any constant; where a program hands two of them to one
    compiled function, JAX raises all the same.

    ## References
    - https://docs.kidger.site/equinox/api/module/advanced_fields/ (equinox 0.13.8)
    - https://docs.jax.dev/en/latest/pytrees.html#custom-pytrees-and-initialization (jax 0.10, 0.12)
    """

    code = "PTL101"
    name = "static-array"
    severity = "error"

    def check(self, site: StaticDeclaration | StaticValue, model: Model) -> Iterator[Finding]:
        """An array, or a container of arrays, is certain."""
        array = held_array(site.value)
        field, owner = site.field, site.field.owner
        if array is None or (isinstance(array, Array) and array.flavour == "numpy-scalar" and _harmless(array, owner)):
            return
        declared = place_of(owner.module, field.node)
        ours = owner.module.origin == "project"
        if ours and owner.holds_constants:
            return
        why = site.value.why or array.why
        if not ours and why is not None and why.node is field.node:
            return  # the default of a library's own field: nobody here can mend it
        place = declared if ours else place_of(site.module, site.node)
        what = describe(array) if array is site.value else f"{describe(site.value)} with {describe(array)}"
        related = chain(array.why or site.value.why)
        if not ours and is_users_module(owner.module):
            related = iter((*related, Step(declared, f"field `{field.name}` of `{owner.name}` is static")))
        yield self.finding(
            place,
            f"field `{field.name}` of `{owner.name}` is static, but holds {what}",
            steps(related),
            f"{ordinary(field)}  # in `{owner.name}`: an ordinary field, "
            f"read as `{FREEZE}(self.{field.name})` where it must not be trained",
            None if isinstance(array, Array) and array.flavour == "sparse" else unstatic(model, field, constant=True),
        )


def _harmless(scalar: Array, owner: ClassInfo) -> bool:
    """Whether a numpy scalar, which hashes, is warned of by nobody, or (by its annotation) mostly a Python number."""
    return scalar.declared or owner.maker is None or not owner.maker.warns_of_scalars
