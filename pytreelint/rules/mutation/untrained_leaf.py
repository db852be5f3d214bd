"""PTL510."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.filtered_transforms import GRADIENTS_OF_ARRAYS
from pytreelint.knowledge.repairs import AS_ARRAY
from pytreelint.model.queries.evidence import describe, place_of, steps, trail
from pytreelint.model.text.place import Step
from pytreelint.model.types.leaves import Leaf, leaves
from pytreelint.model.types.untrained import declared_array, hides_arrays, is_declared_number, is_number, may_be_trained
from pytreelint.model.values.asides import EmptyGradient
from pytreelint.model.values.sites import Differentiated
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UntrainedLeaf(Rule[Differentiated]):
    """A filtered gradient leaves out what is meant to be trained.

    ## What it does
    Finds models that `filter_grad`, `filter_value_and_grad` differentiate, and that hold Python numbers,
    but no floating array; fields that are declared as arrays, or with whose gradients something is calculated, and that
    hold a Python number; and functions around a model, as `jax.vmap(model)` or a lambda, in the place of the model.

    ## Why is this bad?
    Filtered transforms differentiate floating arrays, and nothing else: a Python number is as static as a string, and
    so is what a function closes over. The gradient is `None`, `apply_updates` changes nothing, and the loss stays what
    it was. Nothing fails.

    ## Example
    ```python
    class Line(eqx.Module):
        slope: float
        offset: float

    grads = eqx.filter_grad(loss)(Line(1.0, 0.0), x)
    ```

    ## Use instead
    ```python
    class Line(eqx.Module):
        slope: jax.Array = eqx.field(converter=jnp.asarray)
        offset: jax.Array = eqx.field(converter=jnp.asarray)

    grads = eqx.filter_grad(loss)(Line(1.0, 0.0), x)
    ```

    ## Fix safety
    Fix: none. An array is one more leaf of saved models, and of the optimizer's state.

    ## Known limits
    - A number beside arrays (a rate, an epsilon) is as it should be, unless its field is declared as an array, or its
      gradient stands in arithmetic.
    - Silent where some leaf is not known, and of numbers known by an annotation only.

    ## References
    - https://docs.kidger.site/equinox/api/transformations/ (equinox 0.13.8)
    """

    code = "PTL510"
    name = "untrained-leaf"
    severity = "error"

    def check(self, site: Differentiated, model: Model) -> Iterator[Finding]:
        """The gradient of the first argument is certainly empty, or lacks what is declared as an array."""
        name, first = site.transform.name, next(iter(site.operands), None)
        if first is None or name not in GRADIENTS_OF_ARRAYS or site.wrapper.option("argnums") is not None:
            return
        call = Step(place_of(site.caller, first.node), f"`{name}` differentiates its first argument here")
        hidden = hides_arrays(model, first.value)
        if hidden is not None:
            yield self.finding(
                place_of(site.caller, first.node),
                f"{describe(first.value)} hides the arrays of {describe(hidden)} from `{name}`: its gradient is None",
                (),
                "# pass the model itself, and call the function around it inside of the loss",
            )
            return
        found = list(leaves(model, first.value))
        numbers = [leaf for leaf in found if is_number(leaf)]
        open_ = any(may_be_trained(leaf.value) for leaf in found)
        empty = bool(numbers) and not open_ and not any(is_declared_number(model, leaf) for leaf in numbers)
        for leaf in numbers:
            uses = list(_uses(leaf, site, model))
            if empty or uses or declared_array(model, leaf):
                yield self._number(leaf, [call, *uses[:1]], name)

    def _number(self, leaf: Leaf, calls: list[Step], name: str) -> Finding:
        info = leaf.owner.fields().get(leaf.field) if leaf.owner is not None else None
        place = calls[0].place
        if info is not None and info.owner.module.origin == "project":
            place = place_of(info.owner.module, info.node)
        what = f"`{leaf.path}` is " if leaf.path else "this is "
        text = f"{what}{describe(leaf.value)}, which `{name}` does not differentiate: its gradient is None"
        related = steps(trail(leaf), calls)
        name_of_it = leaf.field or "number"
        return self.finding(place, text, related, f"{AS_ARRAY}({name_of_it})  # what is trained is an array")


def _uses(leaf: Leaf, site: Differentiated, model: Model) -> Iterator[Step]:
    """Returns where arithmetic meets the gradient of a leaf."""
    for use in model.sites_at(site.node):
        none = use.value.why if isinstance(use, EmptyGradient) else None
        if isinstance(use, EmptyGradient) and none is not None and none.before == leaf.value.why is not None:
            yield Step(place_of(use.caller, use.needed), "None does not calculate")
