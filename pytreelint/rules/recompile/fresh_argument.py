"""PTL603."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import AS_ARRAY
from pytreelint.model.queries.concrete import replaced, text_of
from pytreelint.model.queries.eager import is_traced, may_be_compiled, runs_on_values
from pytreelint.model.queries.evidence import chain, place_of, steps
from pytreelint.model.queries.trials import is_trial
from pytreelint.model.syntax.walking import arguments_of
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.captures import Ignored, changes
from pytreelint.model.transforms.reshaping import reshapes
from pytreelint.model.values.sites import FreshArgument as FreshSite
from pytreelint.model.values.value import Object, Optimizer
from pytreelint.rules.finding import Finding
from pytreelint.rules.recompile import remedy
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_SIDES = 2  # a number of programs that nobody needs to hear of


class FreshArgument(Rule[FreshSite]):
    """A compiled function gets a new function or instance, or a counter, as a static argument in each step.

    ## What it does
    Finds loops, comprehensions and `map` in whose steps a compiled function gets, where it compares objects and does
    not trace them,

    - a new lambda, closure, `partial`, `jit(f)`, `vmap(f)` or optimizer: as a static argument of `jit`, or as any
      argument of `eqx.filter_jit`;
    - a new instance of a class that defines no `__eq__`, or that is compared by a part which is such an instance, or
      a new function: also by an `__eq__` of its own, `return self.fn is other.fn`;
    - the loop's counter, or a number worked out from it, as a Python number: `eqx.filter_jit` takes numbers as static,
      `static_argnums` says so. What the body advances (`count += 1`, `self.done += 1`, `rate *= 0.9`) counts as well,
      and so does what each call of a method advances: `self.step += 1` before `update(state, self.step)`;
    - an instance with a number in a field that is compared (a static one, under `eqx.filter_jit` any) that the loop or
      the compiled function advances, as the number of the step in a state: no size, which is rightly static; or
      in a plain dataclass, which is compared by its fields: `step(x, dataclasses.replace(config, step=i))`;
    - or in which `scan`, `while_loop`, `fori_loop`, `cond` or `switch` get a new function, outside of any `jit`.

    ## Why is this bad?
    What is not traced is part of the key under which JAX finds a compiled program again, and a new function equals
    no other, nor does an instance without `__eq__`. So there is one trace and one compilation per step; for a
    counter, one per value.

    ## Example
    ```python
    for step in range(1000):
        model = train_step(model, step)  # eqx.filter_jit
    ```

    ## Use instead
    ```python
    for step in range(1000):
        model = train_step(model, jnp.asarray(step))
    ```

    ## Fix safety
    Fix: none. A function of the module is wrong where it closes over what changes, `Partial` where its arguments
    have no array type, and an array for a counter where Python needs its value.

    ## Known limits
    - A number that the function needs as a number (a size, a test, the bound of a `range`) is rightly static. Only
      those are reported with which it does nothing but arithmetic.
    - A function that captures what changes with the steps, and is no array, may need a program per step.
    - An instance counts where no test, cache or class may have kept it for the next step.
    - Of a counter over two sides, `range(2)`, or over items that stand in the head of the loop, nothing is said.
    - Bound methods, `eqx.Partial` and `jax.tree_util.Partial` are compared by what they hold: nothing is said of them.
    - The loops of tests and benchmarks are passed over, as PTL601 does, and those that call `jax.clear_caches()`. Of
      all that one call in a loop runs, the first fresh argument is told: to compile what is called there mends the
      others.
    - Where another argument may have another shape in each step there is a program for each anyway.
    - A `scan` in a function that nobody in its file is seen to call may be traced. Something is said where the function
      could not be: it needs the value of an array under no test (`float(loss)`), or reads a clock.

    ## References
    - https://docs.jax.dev/en/latest/jit-compilation.html (jax 0.10, 0.12)
    - https://docs.kidger.site/equinox/api/transformations/#equinox.filter_jit (equinox 0.13.8)
    """

    code = "PTL603"
    name = "fresh-argument"
    severity = "warning"

    def check(self, site: FreshSite, model: Model) -> Iterator[Finding]:
        """The argument is another one in each step, and need not be."""
        step, is_by_calls = site.step, site.step.kind == "entry"
        if is_traced(model, site.caller if is_by_calls else step.frame, site.transform) or is_trial(model, step):
            return
        if site.counter and model.answer((FreshArgument, site.node, site.label), lambda: step.kind) != step.kind:
            return
        ignored: Ignored = "arrays" if isinstance(site.value, (Object, Optimizer)) else "passable"
        if not site.counter and changes(model, site.given, site.caller, step, ignored):
            return
        if may_be_compiled(model, site.caller, step.frame):
            return
        if site.traceable and not runs_on_values(model, step.frame, site.transform):
            return
        if site.counter and _is_written_out(step.node):
            return
        if not site.counter and (_reshaped(site, model) or not _is_first(site, model)):
            return
        place = place_of(site.module, site.node)
        loop = place_of(step.frame.module, step.node)
        what = "a counter of this loop" if site.counter else remedy.what(site.value)
        cost = "one trace per value" if site.counter else "one trace per step"
        when = "in each step of this loop"
        if is_by_calls:
            what, when = "another number", f"at each call of `{getattr(step.node, 'name', '')}`"
        given = Step(place_of(site.module, site.given), f"{what}, for `{site.label}`")
        related = steps([Step(loop, when)], chain(site.value.why), [given])
        yield self.finding(
            place,
            f"`{site.transform.name}` gets {what} for `{site.label}` {when}: {cost}",
            tuple(each for each in related if each.place != place),
            _help(site, loop.row),
        )


def _is_written_out(loop: ast.AST) -> bool:
    """Whether a loop goes over two sides, or over items that stand in its head: there are as many programs, ever."""
    match loop:
        case ast.For(iter=ast.Call(ast.Name(id="enumerate"), [ast.Tuple() | ast.List(), *_])):
            return True
        case ast.For(iter=ast.Call(ast.Name(id="range"), [ast.Constant(value=int(number))])):
            return number <= _SIDES
    return False


def _reshaped(site: FreshSite, model: Model) -> bool:
    """Whether another argument may have another shape in each step, so that there is a program for each anyway."""
    call = site.node
    given = arguments_of(call) if isinstance(call, ast.Call) else []
    return any(each is not site.given and reshapes(model, each, site.caller, site.step) for each in given)


def _is_first(site: FreshSite, model: Model) -> bool:
    """Whether nothing else was said of what one call in the loop runs: who compiles that call mends it all."""
    frame, call = site.caller, site.node
    while frame is not site.step.frame and frame.back is not None:
        frame, call = frame.back
    if call is site.node:
        return True
    return model.answer((FreshArgument, site.step.node, call), lambda: site.node) is site.node


def _help(site: FreshSite, row: int) -> str:
    if not isinstance(site.given, ast.expr) or site.given is site.node or not isinstance(site.node, ast.Call):
        return f"# make `{site.label}` before the loop in line {row}"
    code = text_of(site.module, site.given)
    if site.counter and "." in site.label:
        return f"# keep an array in `{site.label}`, as an ordinary field: it is traced"
    if site.counter:
        array = f"{AS_ARRAY}({code})"
        return f"{replaced(site.module, site.node, site.given, array)}  # an array is traced"
    return f"{site.label.replace(' ', '_')} = {code}  # before the loop in line {row}"
