"""PTL301."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import COPY
from pytreelint.model.queries.eager import never_traced
from pytreelint.model.queries.evidence import is_users_module, place_of, steps
from pytreelint.model.queries.renewing_getters import is_got_anew
from pytreelint.model.values.sites import DonatedUsed
from pytreelint.rules.donation.evidence import happened
from pytreelint.rules.donation.rebinding import kept_alive
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UseAfterDonate(Rule[DonatedUsed]):
    """An array is needed after a call has deleted it.

    ## What it does
    Finds arrays, and trees of them, that are used after a call that donates them: `jit` and `pmap` with
    `donate_argnums` or `donate_argnames`, `filter_jit(donate="all")`, the filtered transforms of the runtime. It sees
    other names for the same object, made before or after the call, attributes, items, the same leaves in another tree
    (`eqx.partition`, `eqx.combine`, `jax.tree.leaves`), what a function was given or closes over, and the next
    iteration of a loop.

    ## Why is this bad?
    The result is written into the memory of the donated argument, which is gone. Whatever needs its arrays afterwards
    raises `RuntimeError: Array has been deleted`, on the CPU too.

    ## Example
    ```python
    step = jax.jit(train_step, donate_argnums=0)

    for batch in batches:
        new_state = step(state, batch)  # the second iteration passes a deleted state
    ```

    ## Use instead
    ```python
    for batch in batches:
        state = step(state, batch)
    ```
    or a copy that is made before the call: `best = jax.tree.map(jnp.copy, state)`.

    ## Fix safety
    Safe where a loop passes a donated name again, the call gives back a tree of its structure, and the state is read
    after the loop: the result takes the name. Unsafe where nobody reads it there, and where the old value is used:
    a copy is made. None where it is an attribute, or the result is not followed.

    ## Known limits
    - A donated array is deleted only where the call returns one of its shape and dtype. The rule speaks where the
      array, or the tree, certainly comes back updated, and is silent elsewhere.
    - Nothing is said of `store.state` where it is not known what `store` is, and a class of the package that has all
      that is read of it there has a property of that name that makes an object.
    - `x.shape`, `x.dtype`, `x.is_deleted()`, `del x`, `jnp.zeros_like(x)`, `jax.eval_shape` work on deleted arrays.
    - What one branch donates, or a loop, is deleted in the runs that take that way, and found. Where a branch around
      the use may hang on the same test, or may run in the first iteration only (`if i == 0`), the rule is silent.
    - Donation inside of another `jit` does nothing, and NumPy's arrays are copied: both are right.

    ## References
    - https://docs.jax.dev/en/latest/faq.html#buffer-donation (jax 0.10, 0.12)
    """

    code = "PTL301"
    name = "use-after-donate"
    severity = "error"
    yields_to = ("PTL303",)

    def check(self, site: DonatedUsed, model: Model) -> Iterator[Finding]:
        """The model has seen both the call and the use."""
        if not is_users_module(site.module) or (site.handed is not None and not never_traced(model, site.handed)):
            return
        if is_got_anew(model, site.donated):
            return
        place = place_of(site.module, site.node)
        related = steps(
            happened(site.donated, f"`{site.donated.by}` is donated here"), happened(site.inner, "needed here")
        )
        yield self.finding(
            place,
            f"this was donated in line {place_of(site.donated.module, site.donated.node).row}, and is deleted"
            f"{_whenever(site)}",
            related,
            f"{COPY}  # before the call, or bind what it returns to the same name",
            kept_alive(site, model),
        )


def _whenever(site: DonatedUsed) -> str:
    """Returns in words the path on which the array was donated, where there are others."""
    if not site.donated.when:
        return ""
    node = site.donated.when[0]
    row = place_of(site.donated.module, node).row
    match node:
        case ast.Call() if node is site.donated.node:
            return " where that call donates it"
        case ast.For() | ast.AsyncFor() | ast.While() | ast.Call():
            return " if a loop has run" if isinstance(node, ast.Call) else f" if the loop of line {row} has run"
        case ast.If():
            return f" after one of the two ways through the `if` of line {row}"
    return f" after one of the ways through line {row}"
