"""PTL209."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import AS_ARRAY, CHOICE
from pytreelint.model.concrete import text_of
from pytreelint.model.demands import demands
from pytreelint.model.evidence import place_of, steps
from pytreelint.model.place import Step
from pytreelint.model.sites import Site, Traced
from pytreelint.model.tracing import number_again
from pytreelint.model.values import Object, Unknown
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


class TracedInPython(Rule):
    """A traced argument or field decides what Python does.

    ## What it does
    Finds functions under `jit`, `vmap`, `scan`, `cond` and the like that use a traced argument, or a traced field of
    one, in an `if` or `while`, in `range(...)`, as a shape, as the index of a list, or in `int()`, `float()`,
    `.item()`.

    ## Why is this bad?
    While a function is traced, its arguments have a shape and a dtype, and no value yet:
    `TracerBoolConversionError: Attempted boolean conversion of traced array`.

    ## Example
    ```python
    @jax.jit
    def clip(x):
        if x > 1.0:
            return 1.0
        return x
    ```

    ## Use instead
    ```python
    @jax.jit
    def clip(x):
        return jnp.where(x > 1.0, 1.0, x)
    ```

    ## Fix safety
    Fix: none. `jnp.where` computes both sides, and is wrong where one of them fails; `lax.cond` where they give
    other shapes; a static argument where an array is passed.

    ## Known limits
    - Only what runs for certain is looked at: not what stands under an `if` on something unknown (one on a static
      argument is decided), or in nested functions. Calls of the project's own functions and methods are followed,
      three deep.
    - `grad` alone keeps the values: nothing is said there.

    ## References
    - https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError (jax 0.10, 0.12)
    """

    code = "PTL209"
    name = "traced-in-python"
    severity = "error"
    sites = ("Traced",)

    def check(self, site: Site, model: Evaluator) -> Iterator[Finding]:
        """A value is certainly needed that is not there yet."""
        assert isinstance(site, Traced)
        values = [value for _, value in site.given]
        if not site.transform.filtered and any(isinstance(v, Object) and v.cls.pytree != "yes" for v in values):
            return  # rejected before anything is traced
        if any(isinstance(value, Unknown) for value in values):
            return
        found = demands(model, site.function, dict(site.given))
        if found is None or (site.transform.filtered and number_again(found.value)):
            return
        place = place_of(site.module, site.node)
        here = place_of(found.module, found.node)
        code = text_of(found.module, found.node)
        related = [Step(here, f"{found.what} needs its value")]
        if not isinstance(site.call, ast.Name):
            related.append(Step(place_of(site.caller, site.call), f"traced by `{site.transform.name}` here"))
        yield self.finding(
            place,
            f"`{code}` is traced by `{site.transform.name}`, and {found.what} needs its value",
            tuple(step for step in steps(related) if step.place != place),
            _help(found.what, code),
        )


def _help(what: str, code: str) -> str:
    name = code if code.isidentifier() else "it"
    if what == "the index of a list":
        return f"# index an array by `{name}`: `{AS_ARRAY}` of the list"
    if what in ("a shape", "`range()`", "the bound of a slice"):
        return f"# make `{name}` static: a field marked static, or `static_argnames`"
    return f"# {CHOICE}, or compute outside of the transform"
