"""PTL105."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import (
    chain,
    describe,
    field_step,
    held_at,
    is_users_module,
    place_of,
    steps,
    trail,
)
from pytreelint.model.queries.trials import is_trial
from pytreelint.model.text.place import Step
from pytreelint.model.types.held import child_in, held_by_object
from pytreelint.model.types.leaves import arrays
from pytreelint.model.values.sites import FreshField, StaticDeclaration, StaticValue
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.held import fresh_holder
from pytreelint.rules.static.remedy import ordinary
from pytreelint.rules.static.unstatic import unstatic

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class StaticArrayHolder(Rule[StaticDeclaration | StaticValue | FreshField]):
    """A static field whose value is an instance of a class that holds arrays.

    ## What it does
    Finds static fields that hold an instance (a sub-module, a parameter struct, a train state) in which there are
    arrays; of `flax.nnx`, instances of Modules in a list, dict or tuple, whatever is in them.

    ## Why is this bad?
    The whole instance becomes part of the treedef, arrays included: they are compiled in as constants, take no part in
    `jit`, `grad` or the optimizer, and comparing two such treedefs compares arrays, which raises or compiles anew for
    each instance.

    ## Example
    ```python
    class Trainer(eqx.Module):
        teacher: eqx.nn.Linear = eqx.field(static=True)
    ```

    ## Use instead
    ```python
    class Trainer(eqx.Module):
        teacher: eqx.nn.Linear  # and `jax.lax.stop_gradient` over its arrays where it is used
    ```

    ## Fix safety
    Unsafe: the field becomes an ordinary one. Whether the arrays were meant to be trained is not in the code. There
    is none where the instance is no PyTree: as a leaf it would be rejected; nor where Python needs its value.

    ## Known limits
    Instances without arrays (a solver, an activation Module) are fine and passed over, and so are instances of classes
    that define both `__eq__` and `__hash__`. An instance of a plain class that defines neither equals itself alone: it
    counts where a loop is seen that makes a new one in each step and gives it to a compiled function. What an nnx
    Module keeps as static by its value alone counts where a compiled function is given an instance of the class.

    ## References
    - https://docs.kidger.site/equinox/api/module/advanced_fields/ (equinox 0.13.8)
    """

    code = "PTL105"
    name = "static-array-holder"
    severity = "error"

    def check(self, site: StaticDeclaration | StaticValue | FreshField, model: Model) -> Iterator[Finding]:
        """An array inside an instance is certain."""
        if isinstance(site, FreshField):
            found = None if is_trial(model, site.step) else fresh_holder(site, model)
        else:
            found = held_by_object(model, site.value)
        if found is None and isinstance(site, StaticValue):
            yield from self._refused(site, model)
        if found is None:
            return
        holder, leaf = found
        field, owner = site.field, site.field.owner
        if owner.holds_constants or _is_never_compared(site, model):
            return
        declared = place_of(owner.module, field.node)
        ours = owner.module.origin == "project"
        if not ours and site.value.why is not None and site.value.why.node is field.node:
            return  # the default of a library's own field: nobody here can mend it
        place = declared if ours else place_of(site.module, site.node)
        related = steps(chain(holder.why), trail(leaf), field_step(leaf))
        if not ours and is_users_module(owner.module):
            related = (*related, Step(declared, f"field `{field.name}` of `{owner.name}` is static"))
        yield self.finding(
            place,
            f"field `{field.name}` of `{owner.name}` is static, but holds {describe(holder)} "
            f"with {describe(leaf.value)} {held_at(leaf, field.name)}",
            related,
            f"{ordinary(field)}  # in `{owner.name}`: an ordinary field, whose arrays are traced",
            # As an ordinary field, an instance that is no PyTree would be a leaf that nothing takes.
            unstatic(model, field, constant=False) if next(arrays(model, holder), None) is not None else None,
        )

    def _refused(self, site: StaticValue, model: Model) -> Iterator[Finding]:
        """Instances that are data to their class, whatever is in them."""
        field, owner = site.field, site.field.owner
        declared = model.annotation(field.annotation, owner.scope) if field.annotation is not None else None
        child = child_in(site.cls, site.value, declared) if owner.module.origin == "project" else None
        if child is None or site.value.declared:
            return
        place = place_of(owner.module, field.node)
        yield self.finding(
            place,
            f"field `{field.name}` of `{owner.name}` is static, but holds {describe(child)}, which is refused there",
            steps(chain(site.value.why)),
            f"{ordinary(field)}  # in `{owner.name}`: an ordinary field, whose arrays are traced",
        )


def _is_never_compared(site: StaticDeclaration | StaticValue | FreshField, model: Model) -> bool:
    """Whether an attribute is static by its value alone, in a class of which no compiled function is given instances.

    flax takes it (0.12.8) until two instances meet where a compiled function is found again.
    """
    if not isinstance(site, StaticValue) or site.cls.maker is None or site.cls.maker.leaves != "data":
        return False
    return child_in(site.cls, site.value, None) is None and not model.is_compared(site.cls, "")
