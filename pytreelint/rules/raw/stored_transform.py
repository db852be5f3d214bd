"""PTL213."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import chain, describe, place_of, steps
from pytreelint.model.text.place import Step
from pytreelint.model.types.stored import own_method
from pytreelint.model.values.sites import StoredTransform as StoredSite
from pytreelint.model.values.value import Transformed
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


_CALL = "# call the method by its name, or give the field a function that takes the instance"


class StoredTransform(Rule[StoredSite]):
    """A Module stores a function around a part of itself.

    ## What it does
    Finds fields of Equinox Modules that hold `jax.vmap(self.layer)` or another raw transform of a field, a lambda that
    uses `self`, or a dunder method of a field (`self.layer.__call__`), or one of these around a layer that `__init__`
    makes and keeps nowhere else, or around a method of the instance; those that are declared to be a layer, and hold a
    raw transform of one; and fields that are given a bound method of the instance itself (`self.f = self.forward`).

    ## Why is this bad?
    JAX sees of a Module its fields only, and such a function is one leaf that is no array. The layer inside it is a
    copy: it gets no gradient, and it stays as it is when the model is updated. The model does not learn, silently.
    A method of the instance itself is refused: `ValueError: Cannot assign methods in __init__`.

    ## Example
    ```python
    class Net(eqx.Module):
        layer: eqx.nn.Linear
        batched: Callable

        def __init__(self, key):
            self.layer = eqx.nn.Linear(2, 2, key=key)
            self.batched = jax.vmap(self.layer)
    ```

    ## Use instead
    ```python
    class Net(eqx.Module):
        layer: eqx.nn.Linear

        def __init__(self, key):
            self.layer = eqx.nn.Linear(2, 2, key=key)

        def __call__(self, x):
            return jax.vmap(self.layer)(x)
    ```

    ## Fix safety
    Fix: none. A filtered wrapper still holds the old part, a method has no wrapper to call, and a static field
    compiles the arrays in.

    ## Known limits
    - Filtered transforms (`eqx.filter_vmap(self.layer)`) and methods of Modules are PyTrees: their copy is seen, and
      trained.
    - `jax.jit(self.layer)` raises where it is called, as the layer has no hash: that is PTL207.
    - A function around arrays that are no field (a frozen network that was passed in) may be meant.

    ## References
    - https://docs.kidger.site/equinox/faq/ (equinox 0.13.8)
    """

    code = "PTL213"
    name = "stored-transform"
    severity = "error"
    yields_to = ("PTL207",)

    def check(self, site: StoredSite, model: Model) -> Iterator[Finding]:
        """The function certainly holds arrays of the Module that JAX does not see."""
        place = place_of(site.module, site.node)
        info = site.cls.fields().get(site.name.partition("[")[0])
        field = [Step(place_of(info.owner.module, info.node), f"field `{site.name}` is a leaf")] if info else []
        if own_method(site.cls, site.name, site.value):
            message = (
                f"field `{site.name}` of `{site.cls.name}` is given a method of the instance itself, which is refused"
            )
            yield self.finding(place, message, tuple(s for s in steps(field) if s.place != place), _CALL)
            return
        kind = f"`{site.value.transform.name}`" if isinstance(site.value, Transformed) else describe(site.value)
        yield self.finding(
            place,
            f"field `{site.name}` of `{site.cls.name}` is a function ({kind}) around {describe(site.hidden)}:"
            " JAX does not see its arrays",
            tuple(s for s in steps(chain(site.hidden.why), field) if s.place != place),
            f"# apply the transform where `{site.name}` is called, and drop the field",
        )
