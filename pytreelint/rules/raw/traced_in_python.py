"""PTL209."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import AS_ARRAY, CHOICE
from pytreelint.model.algebra.demands import AXIS, BOUND, INDEX, MASK, NONDIFF, OPTION, SHAPE, SIZE
from pytreelint.model.queries.concrete import named_in
from pytreelint.model.queries.evidence import place_of, steps
from pytreelint.model.syntax.questions import spelled
from pytreelint.model.syntax.walking import walk
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.tracing import number_again
from pytreelint.model.types.leaves import no_pytree, unhashable
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.sites import DecoratedMethod, Demanded, TransformCall
from pytreelint.model.values.value import Object, Unknown
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.value import Value


class TracedInPython(Rule[Demanded]):
    """A traced argument or field decides what Python does.

    ## What it does
    Finds functions under `jit`, `vmap`, `scan`, `cond` and the like that use a traced argument, or a traced field of
    one, in an `if` or `while` (`==` of two Modules of Equinox, too), in `range(...)`, as a shape, as the index of a
    list, or in `int()`, `float()`, `.item()`; or give it, or a tree with it, to a function of `jax.custom_vjp` for an
    argument of its `nondiff_argnums`.

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
    - What stands in a `try`, under a test that asks for tracers, or where an error is raised in any case, is passed
      over; so is what stands under `x.ndim == 2`, where the function has returned before for another `x.ndim`. Any
      other branch counts: some caller takes it.
    - `grad` alone knows what `bool` and `int` need, and not what `float`, NumPy and `nondiff_argnums` need.
    - `jax.custom_jvp` takes tracers for its `nondiff_argnums`: nothing is said of it.
    - Of the source of installed libraries only tests of flags count that the project hands over as they are.

    ## References
    - https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError (jax 0.10, 0.12)
    """

    code = "PTL209"
    name = "traced-in-python"
    severity = "error"
    yields_to = ("PTL102", "PTL201", "PTL203", "PTL204", "PTL206", "PTL207", "PTL208", "PTL212", "PTL214", "PTL217")

    def check(self, site: Demanded, model: Model) -> Iterator[Finding]:
        """A value is certainly needed that is not there yet."""
        if any(_rejects(model, trace) for trace in site.around):
            return
        if site.trace.transform.filtered and number_again(site.value):
            return  # a raw one traces numbers all the same
        if site.supposed and any(_decides(model, trace) for trace in site.around):
            return
        trace, place = site.trace, place_of(site.module, site.node)
        here = place_of(site.place, site.needed)
        code = named_in(site.place, site.needed)
        related = [Step(here, f"{site.what} needs its value")]
        if not isinstance(trace.call, ast.Name):
            related.append(Step(place_of(trace.caller, trace.call), f"traced by `{trace.transform.name}` here"))
        yield self.finding(
            place,
            f"`{code}` is traced by `{trace.transform.name}`, and {site.what} needs its value",
            steps(related),
            _help(site.what, code),
            about=_cause(site),
        )


def _cause(site: Demanded) -> str:
    """The names of a function's own that the value is computed from: who makes them static mends all their uses."""
    called = {each.func for each in walk(site.needed) if isinstance(each, ast.Call)}
    named = (each.value if each in called and isinstance(each, ast.Attribute) else each for each in walk(site.needed))
    parts = {spelled(each) for each in named if isinstance(each, (ast.Name, ast.Attribute))}
    inner = {part.rpartition(".")[0] for part in parts}
    return " ".join(sorted(p for p in parts - inner if p.partition(".")[0] not in site.place.bindings))


def _decides(model: Model, trace: Trace) -> bool:
    """Whether calls were seen that say what the static arguments of a function are: they were followed."""
    calls = [s for s in model.sites_at(trace.node) if isinstance(s, TransformCall) and s.operands]
    seen = [call for call in calls if not any(operand.annotated for operand in call.operands)]
    return any(map(_is_open, calls)) and not all(map(_is_open, seen))


def _is_open(call: TransformCall) -> bool:
    """Whether nothing is known of a static argument."""
    return any(operand.role == "static" and isinstance(operand.value, Unknown) for operand in call.operands)


def _rejects(model: Model, trace: Trace) -> bool:
    """Whether a call of a raw transform was seen that it rejects: nothing is traced there."""
    calls = [s for s in model.sites_at(trace.node) if isinstance(s, TransformCall) and not s.transform.filtered]
    # What is not mapped, or not differentiated by, is handed on as it is.
    spared = ("static", "index") if trace.kind == "staging" else ("static", "index", "unmapped")
    given = [operand.value for call in calls for operand in call.operands if operand.role not in spared]
    static = [o.value for c in calls if c.transform.hashes_static for o in c.operands if o.role == "static"]
    if any(unhashable(model, value) is not None for value in static):
        return True
    given += [s.instance for s in model.sites_at(trace.node) if isinstance(s, DecoratedMethod) and not s.static]
    return any(_rejected(model, value) for value in given)


def _rejected(model: Model, value: Value) -> bool:
    if isinstance(value, Object) and no_pytree(model, value):
        return True
    return any(True for _ in opaque_leaves(model, value))


def _help(what: str, code: str) -> str:
    name = code if code.isidentifier() else "it"
    if what == INDEX:
        return f"# index an array by `{name}`: `{AS_ARRAY}` of the list"
    if what == MASK:
        return f"# {CHOICE}: a mask says how many elements there are"
    if what.startswith(NONDIFF):
        return f"# differentiate by `{name}`: the forward rule keeps it, and the backward rule returns None for it"
    if what.startswith(SIZE):
        return "# give the size of the result: `size=`"
    if what in (SHAPE, AXIS, "`range()`", BOUND) or what.startswith(OPTION):
        return f"# make `{name}` static: a field marked static, or `static_argnames`"
    return f"# {CHOICE}, or compute outside of the transform"
