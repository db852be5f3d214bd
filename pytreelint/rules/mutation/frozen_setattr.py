"""PTL503."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import chain, place_of, steps
from pytreelint.model.types.writes import frozen, refused
from pytreelint.model.values.sites import AttributeWrite
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.knowledge.frozen import Frozen
    from pytreelint.model.values.protocol import Model


class FrozenSetattr(Rule[AttributeWrite]):
    """An attribute of a frozen instance is assigned.

    ## What it does
    Finds assignments (also `+=`, `setattr`, loop targets) to attributes of instances that refuse them: of Equinox
    Modules after `__init__`, of flax's `struct` classes, `jax_dataclasses`, frozen dataclasses and named tuples at any
    time, `__post_init__` included, of Linen modules outside of `setup` and behind `super().__post_init__()`; and, in
    the `__init__` of an Equinox Module, to names that no field declares; in the `setup` of a Linen module, to those
    that one declares, and changes in place of lists that it holds, which are tuples there.

    ## Why is this bad?
    PyTrees of these libraries are immutable, because a transform works on copies of them. `FrozenInstanceError: cannot
    assign to field 'count'`; Linen: `SetAttributeFrozenModuleError`.

    ## Example
    ```python
    class Counter(eqx.Module):
        count: int = 0

        def __call__(self, x):
            self.count = self.count + 1
            return x
    ```

    ## Use instead
    ```python
    class Counter(eqx.Module):
        count: int = 0

        def __call__(self, x):
            return x, eqx.tree_at(lambda c: c.count, self, self.count + 1)
    ```

    ## Fix safety
    Fix: none. A changed copy must go back to whoever holds the instance.

    ## Known limits
    - A method that some `__init__` of the class or of a subclass calls may run before the instance is frozen: nothing
      is said there.
    - `object.__setattr__` is let through by all of them. Classes that define `__setattr__` are passed over.
    - Linen modules take assignments while nothing is bound to them: only what `__call__` runs is judged, and what
      stands in `__post_init__` behind that of the base, under no `if`.

    ## References
    - https://docs.kidger.site/equinox/all-of-equinox/ (equinox 0.13.8)
    - https://flax.readthedocs.io/en/latest/api_reference/flax.errors.html (flax 0.12)
    """

    code = "PTL503"
    name = "frozen-setattr"
    severity = "error"

    def check(self, site: AttributeWrite, model: Model) -> Iterator[Finding]:
        """The instance certainly refuses the assignment."""
        how = refused(model, site)
        if how is None:
            return
        cls, place = site.instance.cls, place_of(site.module, site.node)
        what = f"`{site.name}`" if site.name else "an attribute"
        if site.in_place:
            text = f"{what} of a `{cls.name}` is changed in place, and is a tuple since it was assigned"
        else:
            text = f"{what} of a `{cls.name}` is assigned{_when(site, how)}: {how.error}"
        yield self.finding(
            place,
            text,
            steps(chain(site.instance.why)),
            _remedy(site, how),
        )


def _when(site: AttributeWrite, how: Frozen) -> str:
    if how.error == how.field_error:
        return " in `setup`, and is a field"
    if site.instance.open and how.closed_by:
        return f" behind `super().{how.closed_by}()`"
    if site.instance.open:
        return ", which declares no such field"
    if how.in_methods:
        return " outside of `setup`"
    return " after its construction" if how.open_in else ", which is frozen"


def _remedy(site: AttributeWrite, how: Frozen) -> str:
    cls, name = site.instance.cls, site.name
    found = frozen(cls)
    if site.in_place:
        return f"# complete the list before `self.{name} = ...`"
    if how.error == how.field_error:
        return f"self._{name} = ...  # `setup` sets other names than the fields of `{cls.name}`"
    if site.instance.open and how.closed_by:
        return f"# assign `{name}` before `super().{how.closed_by}()`, or in `setup`"
    if site.instance.open:
        return f"{name}: Any  # declare it in `{cls.name}`"
    if found is not None and found[0].in_methods:
        return f'{name} = self.variable("state", "{name}", lambda: 0)  # what changes is a variable in `{cls.name}`'
    given, what = (f"{name}=...", f"`{name}`") if name else ("**{name: value}", "value")
    return f"# make a copy with another {what}, as `dataclasses.replace(instance, {given})`, and return it"
