"""PTL404."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.device_sums import summed_twice
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.text.place import Step
from pytreelint.model.values.sites import TransformMade
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class DoubleCountedGradient(Rule[TransformMade]):
    """A gradient inside of `shard_map` is summed over the devices twice.

    ## What it does
    Finds `pmean` and `psum` of a gradient inside of `jax.shard_map`, where the gradient is taken by an argument that
    all devices share (`in_specs` has `P()` for it), of a loss of data that is split over them.

    ## Why is this bad?
    With `check_vma=True`, the default, JAX knows that the devices share the weights, and sums their gradients itself.
    `pmean` of that sum is the sum again, as many times too large as there are devices; `psum` is too large once more.
    Nothing fails: the learning rate is eight times another one.

    ## Example
    ```python
    def step(weight, batch):
        grads = jax.grad(loss)(weight, batch)
        return weight - 0.1 * jax.lax.pmean(grads, "data")

    update = jax.shard_map(step, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
    ```

    ## Use instead
    ```python
    def step(weight, batch):
        grads = jax.grad(lambda w, b: jax.lax.pmean(loss(w, b), "data"))(weight, batch)
        return weight - 0.1 * grads

    update = jax.shard_map(step, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
    ```
    or `jax.lax.pcast(weight, "data", to="varying")` before the gradient, which is then each device's own.

    ## Fix safety
    Fix: none. Other numbers come out, and rates were perhaps chosen by them.

    ## Known limits
    - `in_specs` must be written at the `shard_map`.
    - Silent where what is reduced is computed with the gradient, as its norm; and where a test is around the reduction,
      but not around the gradient.

    ## References
    - https://docs.jax.dev/en/latest/notebooks/shard_map.html (jax 0.10, 0.12)
    """

    code = "PTL404"
    name = "double-counted-gradient"
    severity = "error"

    def check(self, site: TransformMade, model: Model) -> Iterator[Finding]:
        """The gradient is certainly a sum over the devices already."""
        for each in summed_twice(model, site):
            gradient = each.gradient
            yield self.finding(
                place_of(each.module, each.node),
                f"`{site.transform.name}` has summed the gradient by `{gradient.name}` over the devices already",
                (
                    Step(place_of(site.module, site.node), f"all devices share `{gradient.name}`"),
                    Step(place_of(gradient.module, gradient.node), "the gradient is taken here"),
                ),
                "# average the loss over the devices inside of the gradient, and leave the gradient as it is",
            )
