"""PTL110."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import describe, is_users_module, place_of, steps
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.rebinding import stale_captures
from pytreelint.model.values.kept_tracers import StaleAttribute
from pytreelint.model.values.sites import TransformMade
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class CapturedConstant(Rule[TransformMade | StaleAttribute]):
    """A compiled function captures an array or model that is rebound later.

    ## What it does
    Finds functions under `jit` or `pmap` that read an array or a model from the scope around them, or a flag or an
    array from an attribute of an object that is no argument to be traced (`self` that is static or bound), where that
    name or attribute is bound anew between two of their calls.

    ## Why is this bad?
    What a compiled function captures is read when it is traced, and is a constant of the program from then on. The
    later calls compute with the old value, silently.

    ## Example
    ```python
    @jax.jit
    def loss(x):
        return jnp.sum(params * x)

    for x in data:
        params = params - 0.1 * loss(x)
    ```

    ## Use instead
    ```python
    @jax.jit
    def loss(params, x):
        return jnp.sum(params * x)

    for x in data:
        params = params - 0.1 * loss(params, x)
    ```

    ## Fix safety
    Fix: none. An argument more is wrong where the function is handed to a library, a new `jit` in each turn where
    it is called often, and reading the old value may be what is meant.

    ## Known limits
    - Only names that are bound in the scope in which the function is compiled and called are followed, and attributes
      of objects that are static, bound or from outside, where one function sees both calls and the assignment.
    - Arguments of another shape make JAX trace again and read the new value; that is not counted on.

    ## References
    - https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html (jax 0.10, 0.12)
    """

    code = "PTL110"
    name = "captured-constant"
    severity = "error"

    def check(self, site: TransformMade | StaleAttribute, model: Model) -> Iterator[Finding]:
        """The name certainly holds arrays, and is bound anew between two calls."""
        if isinstance(site, StaleAttribute):
            yield from self._stale(site)
            return
        if site.wrapper is None or not site.transform.cached_by:
            return
        for name, value, rebound, call in stale_captures(model, site.wrapper):
            place = place_of(site.module, site.node)
            related = [
                Step(place_of(site.module, rebound), f"`{name}` is bound anew here"),
                Step(place_of(site.module, call), "called here, with the old value"),
            ]
            yield self.finding(
                place,
                f"`{site.transform.name}` compiles `{name}` in, {describe(value)} that is bound anew between two calls",
                steps(related),
                f"# pass `{name}` as an argument",
            )
            return

    def _stale(self, site: StaleAttribute) -> Iterator[Finding]:
        if not is_users_module(site.module):
            return
        place, trace, again = place_of(site.module, site.node), site.trace, site.again
        related = [
            Step(place_of(trace.module, trace.node), f"`{trace.transform.name}` compiles the function"),
            Step(place_of(*site.assigned), f"`.{site.name}` is assigned here"),
            Step(place_of(again.module, again.node), "called here, with the old value"),
        ]
        yield self.finding(
            place,
            f"`{trace.transform.name}` compiles `.{site.name}` in, which is assigned anew between two calls",
            tuple(step for step in related if step.place != place),
            f"# pass `{site.name}` as an argument",
        )
