"""PTL601."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.eager import is_traced
from pytreelint.model.queries.evidence import place_of, steps
from pytreelint.model.queries.trials import is_trial
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.captures import changes
from pytreelint.model.values.sites import Remade
from pytreelint.rules.finding import Finding
from pytreelint.rules.recompile import remedy
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class TransformInLoop(Rule[Remade]):
    """A loop makes a compiled function anew in each of its steps.

    ## What it does
    Finds loops and comprehensions that wrap a new function with `jit` or `pmap` in each step and call it there: a
    lambda, a `def`, a `partial`, `vmap(f)`, `grad(f)`, a bound method, or what a factory returns.

    ## Why is this bad?
    JAX finds a compiled program again by the function that it was made of. A new function is a new program: one
    trace and one compilation per step of the loop, where one would do for all.

    ## Example
    ```python
    for batch in batches:
        grads = jax.jit(jax.grad(loss))(params, batch)
    ```

    ## Use instead
    ```python
    gradient = jax.jit(jax.grad(loss))
    for batch in batches:
        grads = gradient(params, batch)
    ```

    ## Fix safety
    Fix: none. In front of the loop the function may not exist yet, or close over what the loop changes.

    ## Known limits
    - A module-level function is found again even if `jit` is written in the loop: `jax.jit(f)` is fine there, and
      `eqx.filter_jit` looks into partial gradients, bound methods and Modules. `nnx.jit` finds nothing again.
    - A function that captures what changes with the steps, and is no array (a size, another function), may need a
      program per step. Nothing is said, unless it does nothing but compute with it. So may one that reads an attribute
      which the loop assigns, itself or in what it calls or is made by: `self.stage = stage`, then `self.build()`.
    - Nothing is said of wrappers that are kept: appended, stored, returned; made under an `if`, unless that comes out
      alike in all steps; of loops inside traced functions, which are unrolled into one program; of `jit(f).lower(...)`,
      which compiles on purpose.
    - The loops of tests and benchmarks are passed over, by the names of functions and files, and those in a folder of
      examples that no other loop repeats. So are loops that call `jax.clear_caches()`, to compile anew.

    ## References
    - https://docs.jax.dev/en/latest/jit-compilation.html (jax 0.10, 0.12)
    """

    code = "PTL601"
    name = "transform-in-loop"
    severity = "warning"

    def check(self, site: Remade, model: Model) -> Iterator[Finding]:
        """The wrapper is made and called in each step of a loop of this activation, and could be made before it."""
        step = site.step
        if step.kind != "loop" or site.home is not step.frame or is_traced(model, step.frame, site.wrapper.transform):
            return
        if is_trial(model, step) or not remedy.same_each_time(site, model):
            return
        place = place_of(site.module, site.node)
        loop = place_of(step.frame.module, step.node)
        varies = sorted(changes(model, remedy.depends(site), site.home, step, "nothing"))
        where = f"before the loop in line {loop.row}" + (f", with {_names(varies)} as arguments" if varies else "")
        related = steps([Step(loop, "in each step of this loop")], remedy.places(site))
        yield self.finding(
            place,
            f"{remedy.cause(site)} in each step of this loop: one trace per step",
            tuple(each for each in related if each.place != place),
            remedy.code_that_runs_once(site, where),
        )


def _names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
