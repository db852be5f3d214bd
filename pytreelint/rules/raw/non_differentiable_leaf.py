"""PTL202."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.types.leaves import counted_leaves
from pytreelint.model.values.sites import TransformCall
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.rejected import about_operand, rejected_operand
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class NonDifferentiableLeaf(Rule[TransformCall]):
    """A leaf that raw grad, vjp, jvp or a Jacobian cannot differentiate.

    ## What it does
    Finds differentiated arguments of `jax.grad`, `value_and_grad`, `jacfwd`, `jacrev`, `hessian`, `vjp`, `jvp`,
    `linearize` and `linear_transpose` in whose PyTree there is a function, a string or an object; and, for those that
    raise for it (`grad`, `value_and_grad`, `jacfwd`, `jacrev`, `hessian`), an integer, a bool or a PRNG key.

    ## Why is this bad?
    At the first call: `TypeError: Argument ... of type <class 'function'> is not a valid JAX type`, or
    `TypeError: grad requires real- or complex-valued inputs ..., but got int32`.

    ## Example
    ```python
    grads = jax.grad(loss)(model, x)  # model.activation is a function, model.steps an int
    ```

    ## Use instead
    ```python
    grads = eqx.filter_grad(loss)(model, x)
    ```

    ## Fix safety
    None where the argument itself is an integer, for which the twin gives None. Safe where no Python number is
    differentiated, and the function is only called; unsafe otherwise: the twin gives None for numbers, and for integers
    that `allow_int` or `vjp` give `float0` for.

    ## Known limits
    `vjp` and `linearize` take integers; `allow_int=True` lets `grad`, `value_and_grad` and `jacrev` take them. Complex
    leaves of `jacfwd` and `hessian`, and `holomorphic=True`, are passed over. An integer counts only where the value
    was seen, not where an annotation says so.

    ## References
    - https://docs.kidger.site/equinox/api/transformations/#automatic-differentiation (equinox 0.13.8)
    - https://docs.jax.dev/en/latest/_autosummary/jax.grad.html (jax 0.10, 0.12)
    """

    code = "PTL202"
    name = "non-differentiable-leaf"
    severity = "error"

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """One differentiated argument has a leaf that certainly raises."""
        if site.transform.family != "grad":
            return
        opaque = list(rejected_operand(self, site, model, ("traced", "operand")))
        yield from opaque
        if opaque or not site.transform.rejects_integers or site.allows_integers:
            return
        for operand in site.operands:
            leaf = next(counted_leaves(model, operand.value), None)
            if operand.role == "traced" and not operand.annotated and leaf is not None:
                what = f"which `{site.transform.name}` cannot differentiate"
                yield about_operand(self, site, model, operand, leaf, what, "" if leaf.path else _AT_A_FLOAT)
                return


_AT_A_FLOAT = (
    "# give it a float, or differentiate another argument, by `argnums`: the filtered twin gives None for this one"
)
