"""PTL205."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import ARRAYS_OUT
from pytreelint.model.queries.evidence import describe, field_step, place_of, returned_by, steps, trail
from pytreelint.model.types.leaves import Leaf
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import Residuals, TransformOutput
from pytreelint.model.values.value import ClassValue, Constant, Function, Library, ModuleValue, Object, Opaque
from pytreelint.rules.finding import Finding, Fix
from pytreelint.rules.raw.rejected import registered, rejected
from pytreelint.rules.raw.remedy import with_twin
from pytreelint.rules.raw.rewrite import twin_fix
from pytreelint.rules.raw.seen import Seen, calls_at
from pytreelint.rules.registering import as_node
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class OpaqueOutput(Rule[TransformOutput | Residuals]):
    """The function of a raw transform returns what is neither an array nor a number.

    ## What it does
    Finds functions under `jit`, `checkpoint`, `vmap`, `pmap`, `shard_map`, `grad` and its kin, `scan`, `cond`,
    `switch`, `map`, the loops, `eval_shape`, `make_jaxpr`, `custom_jvp` and `custom_vjp` that return a function, a
    string, an object, or a PyTree with such a leaf. Residuals count as well: what the forward rule of a `custom_vjp`
    keeps for the backward rule.

    ## Why is this bad?
    `TypeError: function ... traced for jit returned a value of type <class 'str'> ..., which is not a valid JAX type`,
    at the first call.

    ## Example
    ```python
    model = jax.eval_shape(make_model, key)  # model.activation is a function
    ```

    ## Use instead
    ```python
    model = eqx.filter_eval_shape(make_model, key)
    ```

    ## Fix safety
    Safe where no Python number is among the arguments or returned, and the function is only called; unsafe otherwise.
    A plain dataclass that is returned is registered (unsafe). None where a function that holds tracers is returned, or
    branches and steps would differ.

    ## Known limits
    Auxiliary outputs (`has_aux=True`) of `grad`, `value_and_grad`, `jacrev`, `vjp`, `jvp` and `linearize` may be
    anything, and are passed over; those of `jacfwd` and `hessian` may not, nor may any that a jit around it returns.
    A function that returns such a value on some of its ways only is passed over.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.jit.html (jax 0.10, 0.12)
    - https://docs.kidger.site/equinox/api/transformations/ (equinox 0.13.8)
    """

    code = "PTL205"
    name = "opaque-output"
    severity = "error"

    def check(self, site: TransformOutput | Residuals, model: Model) -> Iterator[Finding]:
        """What comes back has a leaf that is certainly rejected."""
        leaf = next(opaque_leaves(model, site.value), None)
        if leaf is None:
            return
        if isinstance(site, TransformOutput):
            yield from self._returned(site, leaf, model)
        elif not registered(model, leaf.value, site.module):
            yield self._kept(site, leaf)

    def _kept(self, site: Residuals, leaf: Leaf) -> Finding:
        place = place_of(site.module, site.node)
        related = steps(returned_by(site.function), trail(leaf), field_step(leaf))
        what = f"{describe(leaf.value)} at `{leaf.path}`" if leaf.path else describe(leaf.value)
        return self.finding(
            place,
            f"{describe(site.function)} keeps {what} for the backward rule: `{site.transform.name}` keeps arrays only",
            related,
            "# leave it out: the backward rule gets what `nondiff_argnums` names, and reads what both can see",
        )

    def _returned(self, site: TransformOutput, leaf: Leaf, model: Model) -> Iterator[Finding]:
        if any(rejected(model, operand) for operand in site.operands):
            return  # it never gets as far as returning something
        if registered(model, leaf.value, site.module):
            return
        place = place_of(site.module, site.node)
        name = site.transform.name
        function = describe(site.function)
        inside = f", whose leaf `{leaf.path}` is {describe(leaf.value)}" if leaf.path else ""
        related = steps(returned_by(site.function), trail(leaf), field_step(leaf))
        decorated = (
            site.wrapper.decorated.name if site.wrapper is not None and site.wrapper.decorated is not None else ""
        )
        kept = f"`{leaf.path}` stays as it is" if leaf.path else f"{describe(leaf.value)} stays as it is"
        fix = _fix(site, model)
        yield self.finding(
            place,
            f"{function} returns {describe(site.value)}{inside}: `{name}` returns arrays only",
            related,
            with_twin(model, site.module, site.node, site.transform, kept, decorated, fix),
            fix,
        )


def _fix(site: TransformOutput, model: Model) -> Fix | None:
    """The twin, where all that is no array may leave a trace; an instance with arrays becomes a PyTree."""
    plain = next((leaf.value for leaf in opaque_leaves(model, site.value) if isinstance(leaf.value, Object)), None)
    if plain is not None and plain.fields:
        return as_node(model, plain)
    if not all(_leaves(site, leaf) for leaf in opaque_leaves(model, site.value)):
        return None
    if site.transform.twins.get(model.program.target_for(site.module)) in ARRAYS_OUT:
        return None
    calls = None if calls_at(model, site.node) else Seen(site.operands, (site.value,))
    return twin_fix(model, site.module, site.node, site.transform, calls)


def _leaves(site: TransformOutput, leaf: Leaf) -> bool:
    """Whether a leaf holds no tracer, and comes out of each step and branch the same."""
    transform, value = site.transform, leaf.value
    constant = isinstance(value, (Library, ClassValue)) or isinstance(value, Function) and not _captures(value)
    if len(transform.functions) > 1 or any(function.many for function in transform.functions):
        return constant and leaf.path != ""
    if transform.gives == "carry" or (transform.gives == "carry-stacked" and leaf.path.startswith("[0]")):
        return False  # the carry began with an array there
    if isinstance(value, Object):
        return value.cls.hash == "identity" and not value.fields
    return constant or isinstance(value, (Constant, Opaque, ModuleValue))


def _captures(function: Function) -> bool:
    """Whether a function reads a name of the function around it: a tracer, for all that is known."""
    around = function.closure
    names = {n.id for n in ast.walk(function.node) if isinstance(n, ast.Name)}
    return around is not None and any(around.find(name) is not None for name in names)
