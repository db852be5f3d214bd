"""PTL110."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import is_users_module, place_of
from pytreelint.model.queries.renewing import read_again
from pytreelint.model.text.place import Step
from pytreelint.model.values.kept_tracers import Leak, StaleCapture
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class CapturedConstant(Rule[StaleCapture]):
    """A compiled function captures an array or model that is rebound later.

    ## What it does
    Finds functions under `jit` or `pmap` that read an array, model, flag, rate or text from a scope around them, or one
    of these or a function from an attribute of an object that is no argument to be traced (`self` that is static
    or bound) or of a module, or an item of a dict around them, where that name, attribute or item is bound anew between
    two of their calls.

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
    - One function, or the functions that it calls, must do both calls and what is between them, with one wrapper: one
      that another function makes for it may be another one at each call.
    - Arguments of another shape make JAX trace again and read the new value; that is not counted on, but for whole
      numbers, which may follow shapes: they are passed over. Calls with other static arguments are told apart.
    - A flag that has its old value again when the function is called is no change: `self.training = True` in front of
      the one function, `self.training = False` in front of the other one. Nor is a name of the module, or an item of
      its dict, that may have had the value before that it is given.

    ## References
    - https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html (jax 0.10, 0.12)
    """

    code = "PTL110"
    name = "captured-constant"
    severity = "error"

    def check(self, site: StaleCapture, model: Model) -> Iterator[Finding]:
        """One function sees both calls, and the new binding between them."""
        if not is_users_module(site.module) or site.compiled.held is not None or _is_renewed(site, model):
            return
        place, trace, name = place_of(site.module, site.node), site.compiled.trace, site.compiled.name
        if isinstance(site.node, ast.Subscript):
            name = ast.unparse(site.node)
        what = f"`{name}`" if site.compiled.is_name or isinstance(site.node, ast.Subscript) else f"`.{name}`"
        related = [
            Step(place_of(trace.module, trace.node), f"`{trace.transform.name}` compiles the function"),
            Step(place_of(site.read.module, site.read.node), f"{what} is read here"),
            Step(place_of(site.assigned.module, site.assigned.node), f"{what} is assigned here"),
            Step(place_of(site.again.module, site.again.node), "called here, with the old value"),
        ]
        yield self.finding(
            place,
            f"`{trace.transform.name}` compiles {what} in, which is assigned anew between two calls",
            related,
            f"# pass `{name}` as an argument",
        )


def _is_renewed(site: StaleCapture, model: Model) -> bool:
    """Whether the compiled function itself assigns it anew, from what it was: a side effect, of which PTL505 tells."""
    kept = [each for each in model.sites_at(site.assigned.node) if isinstance(each, Leak)]
    return any(read_again(each) is site.read.node for each in kept)
