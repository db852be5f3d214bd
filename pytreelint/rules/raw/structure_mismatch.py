"""PTL215."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import TREE_MAP
from pytreelint.model.queries.evidence import describe, place_of, returned_by, static_value, steps, structure_of
from pytreelint.model.types.structures import Difference, difference
from pytreelint.model.values.alike import Alike, Cotangents, DerivativeRule
from pytreelint.model.values.value import Container, Function, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class StructureMismatch(Rule[Alike | Cotangents | DerivativeRule]):
    """A carry comes back with another structure, or branches, mapped trees or cotangents differ in theirs.

    ## What it does
    Finds loops (`scan`, `while_loop`, `fori_loop`) whose body hands on a tree of another structure than the carry that
    it is given: a key or an item more, a list for a tuple, an array for `None`, an instance of another class, another
    constant in a static field or in aux data (a count of steps). And
    `cond` and `switch` whose branches return trees of different structure. And calls of `jax.tree.map` with trees of
    which the others have not the structure of the first one; gradients that an optimizer of optax is given in `update`
    and that have another structure than what its `init` was given (so has a filtered gradient where `init` was given
    numbers or arrays of integers, which `optax.adam` refuses), and updates that are added to parameters of another
    one. And backward rules of `jax.custom_vjp` that return more
    or fewer cotangents than there are arguments to differentiate, or one array in place of the tuple: `None` counts as
    a cotangent; forward rules that return no pair of the function's output and what is kept, or another tree as the
    output; and rules that are called with more or fewer arguments than they take.

    ## Why is this bad?
    One program is compiled for all iterations, and for all branches: `TypeError: scan body function carry input and
    carry output must have the same pytree structure`, at the first call. `jax.tree.map` raises `ValueError: pytree
    structure error`. `jax.grad` raises `TypeError: Custom VJP bwd rule must produce an output with the same container
    (pytree) structure as the args tuple of the primal function`.

    ## Example
    ```python
    def step(state, x):
        return {"params": state["params"] - x, "loss": x.sum()}, None

    jax.lax.scan(step, {"params": params}, xs)
    ```

    ## Use instead
    ```python
    jax.lax.scan(step, {"params": params, "loss": jnp.zeros(())}, xs)
    ```
    or what is new in each step is the second thing that `step` returns.

    ## Fix safety
    Fix: none. Whether the carry should begin with more, or the body hand on less, only its author knows.

    ## Known limits
    Shapes and dtypes are not compared, nor are static values but constants and members of enumerations, nor trees
    that are mapped with `is_leaf`, or below a test whose outcome is open. What an annotation alone speaks of is
    passed over, but that an instance of a PyTree class of the project is no plain tuple, list or dict; and so is a
    function that returns the right structure on some of its ways.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html (jax 0.10, 0.12)
    - https://docs.jax.dev/en/latest/_autosummary/jax.lax.cond.html (jax 0.10, 0.12)
    - https://docs.jax.dev/en/latest/_autosummary/jax.tree.map.html (jax 0.10, 0.12)
    - https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.defvjp.html (jax 0.10, 0.12)
    """

    code = "PTL215"
    name = "structure-mismatch"
    severity = "error"
    yields_to = ("PTL204", "PTL205", "PTL211", "PTL212")

    def check(self, site: Alike | Cotangents | DerivativeRule, model: Model) -> Iterator[Finding]:
        """The trees certainly differ."""
        if isinstance(site, Cotangents):
            yield self._too_few_or_many(site)
            return
        if isinstance(site, DerivativeRule):
            yield self._of_a_rule(site)
            return
        mapped = not site.functions
        found = difference(model, *site.trees, stops=site.stops if mapped else ())
        if found is None:
            yield from self._deeper(site)
            return
        said = static_value if found.static else structure_of
        at, one, other = _of(found), said(found.one), said(found.other)
        if mapped:
            text = f"{at}{site.first} is {one}, and {at}{site.label} {other}"
            remedy = f"# {'map over' if site.by == TREE_MAP else 'give it'} trees of one structure"
        elif len(site.functions) == 1:
            text = f"{at}the carry of `{site.by}` is {one}, and comes back as {other}"
            remedy = "# hand on the structure that the carry begins with: what is new is an output of the step"
        elif site.label:
            text = f"{at}what {describe(site.functions[0])} returns is {one}, and its {site.label} gives {other} for it"
            remedy = "# return the function's own output first, and beside it what the backward rule needs"
        else:
            text = f"{at}what one branch of `{site.by}` returns is {one}, and {at}what another one does {other}"
            remedy = "# return the same keys, items and classes from each branch"
        place = place_of(site.module, site.node)
        related = steps(*map(returned_by, site.functions))
        yield self.finding(place, text, related, remedy)

    def _too_few_or_many(self, site: Cotangents) -> Finding:
        """A backward rule gives another number of cotangents than there are arguments."""
        wanted = f"{site.wanted} argument{'' if site.wanted == 1 else 's'} to differentiate"
        given = f"{describe(site.given)}, and no tuple"
        if isinstance(site.given, Container):
            given = f"{len(site.given.items)} cotangent{'' if len(site.given.items) == 1 else 's'}"
        place = place_of(site.module, site.node)
        return self.finding(
            place,
            f"{describe(site.backward)} returns {given}: {describe(site.function)} has {wanted}",
            steps(returned_by(site.backward)),
            "# return one for each argument that is not in `nondiff_argnums`: None where nothing flows back",
        )

    def _of_a_rule(self, site: DerivativeRule) -> Finding:
        """A derivative rule has other parameters than it is called with, or gives no pair."""
        before = f"{_counted(site.static, 'argument')} of `nondiff_argnums`, " if site.static else ""
        gets = f"{before}what the forward rule has kept, and the cotangent"
        remedy = f"def {_name(site.rule)}(...):  # {gets}"
        if site.word == "forward":
            gets = f"the {_counted(site.gets, 'argument')} of {describe(site.function)}"
            remedy = "# the same parameters as the function has; returns its output, and what the backward rule needs"
        text = f"{describe(site.rule)} takes {_counted(site.takes or 0, 'argument')}, and is called with {gets}"
        if site.gives is not None:
            text = (
                f"{describe(site.rule)} returns {structure_of(site.gives)}, and no pair of the output and what is kept"
            )
        place = place_of(site.module, site.node)
        return self.finding(place, text, tuple(s for s in steps(returned_by(site.rule)) if s.place != place), remedy)

    def _deeper(self, site: Alike) -> Iterator[Finding]:
        """What is handed on holds the carry itself, or is a part of it, whatever that is."""
        if site.whole is None:
            return
        path, other = site.whole
        what = f"`{path}` of the carry" if path else "the carry"
        place = place_of(site.module, site.node)
        related = steps(*map(returned_by, site.functions))
        text = f"{what} of `{site.by}` comes back inside of {structure_of(other)}, one level deeper than it was"
        if other is site.trees[0]:
            text = f"{what} of `{site.by}` is {structure_of(other)}, and comes back as one of its items"
        remedy = "# hand on the structure that the carry begins with: what is new is an output of the step"
        yield self.finding(place, text, related, remedy)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _name(rule: Value) -> str:
    return rule.name if isinstance(rule, Function) else "backward"


def _of(found: Difference) -> str:
    static = "static " if found.static and "aux data" not in found.path else ""
    return f"{static}`{found.path.strip()}` of " if found.path else ""
