"""PTL217."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import is_users_module, place_of
from pytreelint.model.values.named_sites import NoArgument
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class UnknownArgument(Rule[NoArgument]):
    """A transform is told of an argument that its function does not take.

    ## What it does
    Finds `static_argnums`, `static_argnames`, `donate_argnums` and `donate_argnames` of `jit` that name an argument
    which the function does not take: one that was renamed or taken away, `self` of a bound method, the numbers of a
    method counted with `self` where it is bound, what a partial has been given by position, several names in one text.

    ## Why is this bad?
    JAX refuses when the transform is made: `ValueError: Jitted function has invalid argnames {'n'} in
    static_argnames. Function does not take these args.`

    ## Example
    ```python
    class Sampler:
        def draw(self, key, count): ...


    draw = jax.jit(sampler.draw, static_argnums=2)  # bound: `count` is argument 1
    ```

    ## Use instead
    ```python
    draw = jax.jit(sampler.draw, static_argnames="count")
    ```

    ## Fix safety
    Fix: none. Which argument is meant is not in the code.

    ## Known limits
    - Silent where the options, or the function's parameters, are not known, and where it takes `*args` or `**kwargs`.
    - `pmap`, `checkpoint` and gradients count what each call gives: nothing is said of them.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.jit.html (jax 0.10, 0.12)
    """

    code = "PTL217"
    name = "unknown-argument"
    severity = "error"

    def check(self, site: NoArgument, model: Model) -> Iterator[Finding]:
        """The model has read the option and the function's parameters."""
        if not is_users_module(site.module):
            return
        what = f"`{site.member}`" if isinstance(site.member, str) else f"argument {site.member}"
        count = "no argument" if not site.count else "one argument" if site.count == 1 else f"{site.count} arguments"
        takes = "" if isinstance(site.member, str) else f": it takes {count} by position"
        yield self.finding(
            place_of(site.module, site.node),
            f"`{site.option}` of `{site.transform.name}` names {what}, which its function does not take{takes}",
            (),
            f"name an argument of the function in `{site.option}`, or leave it out",
        )
