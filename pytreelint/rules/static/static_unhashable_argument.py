"""PTL102."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.concrete import replaced, text_of
from pytreelint.model.queries.evidence import chain, describe, place_of, steps
from pytreelint.model.text.place import Step
from pytreelint.model.transforms.tracing import number_again
from pytreelint.model.types.held import tree_with_arrays
from pytreelint.model.types.leaves import Leaf, unhashable
from pytreelint.model.values.marks import of
from pytreelint.model.values.sites import DecoratedMethod, Operand, TransformCall
from pytreelint.model.values.value import Array, Container, Object, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.hashable import frozen, hashable

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class StaticUnhashableArgument(Rule[TransformCall | DecoratedMethod]):
    """An unhashable value given for a static argument.

    ## What it does
    Finds calls of jitted functions that pass a list, dict, set, array, or an instance that has no hash, for a parameter
    in `static_argnums`, `static_argnames` or `static_broadcasted_argnums`.

    ## Why is this bad?
    Static arguments are keys of the compilation cache: `ValueError: Non-hashable static arguments are used in a jit
    function`, at the first call.

    ## Example
    ```python
    step = jax.jit(f, static_argnums=1)
    step(x, [16, 16])
    ```

    ## Use instead
    ```python
    step = jax.jit(f, static_argnums=1)
    step(x, (16, 16))
    ```

    ## Fix safety
    Safe where a list becomes a tuple, or a set a frozenset, at the call, which raised before, and the function only
    goes through it, takes its length, or makes a shape of it; unsafe where it may index with it, compare or keep it, or
    an element may have no hash; none where it adds to it. Safe where an array becomes the number that the function
    needs. Unsafe where an array is traced instead, of which the function is not seen to need the value, and where a
    dataclass is frozen: code that assigns its fields would raise.

    ## Known limits
    What an annotation alone says of an argument counts where a transform around the call traces it: whatever callers
    give arrives as tracers then. PyTrees with arrays are PTL208's. Values that can't be followed are passed over.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.jit.html (jax 0.10, 0.12)
    """

    code = "PTL102"
    name = "static-unhashable-argument"
    severity = "error"

    def check(self, site: TransformCall | DecoratedMethod, model: Model) -> Iterator[Finding]:
        """The hash of a static argument certainly raises."""
        if not site.transform.hashes_static:
            return
        if isinstance(site, DecoratedMethod):
            yield from self._judge_self(site, model)
            return
        for operand in site.operands:
            part = unhashable(model, operand.value) if operand.role == "static" else None
            if (
                part is None
                or number_again(operand.value)
                or operand.annotated
                or ((operand.value.declared or part.value.declared) and not of(part.value))
                or tree_with_arrays(model, operand.value)
            ):
                continue
            inside = "" if not part.path else f" with {describe(part.value)} in `{part.path.lstrip('.')}`"
            marking = Step(place_of(site.module, site.node), f"`{operand.label}` is made static here")
            yield self.finding(
                place_of(site.caller, site.call),
                f"static argument `{operand.label}` is {describe(operand.value)}{inside}: it has no hash",
                steps(chain(operand.value.why), [marking]),
                _help_inside(operand.value, part) or _help(site, operand),
                hashable(model, site, operand.node, operand.value) if part.value is operand.value else None,
            )
            return

    def _judge_self(self, site: DecoratedMethod, model: Model) -> Iterator[Finding]:
        value = site.instance
        part = unhashable(model, value) if site.static and isinstance(site.call, ast.Call) else None
        if part is None or not isinstance(value, Object) or tree_with_arrays(model, value):
            return
        inside = "" if not part.path else f" with {describe(part.value)} in `{part.path.lstrip('.')}`"
        marking = Step(place_of(site.module, site.node), "`self` is made static here")
        yield self.finding(
            place_of(site.caller, site.call),
            f"`self` of `{value.cls.name}.{site.method}` is static, and {describe(value)}{inside}: it has no hash",
            steps(chain(value.why), [marking]),
            _help_inside(value, part) or _FROZEN.format(value.cls.name),
            frozen(model, value) if part.value is value else None,
        )


_FROZEN = "import dataclasses  # and `@dataclasses.dataclass(frozen=True)` on `{}`: it has a hash"
_HASHED = {"list": "a tuple", "set": "a frozenset", "dict": "a tuple of its items"}


def _help_inside(value: Value, part: Leaf) -> str:
    """What to do about a part of an instance; empty where it is the instance itself that has no hash."""
    if not isinstance(value, Object) or part.value is value:
        return ""
    path = f"`{part.path.lstrip('.')}` of `{value.cls.name}`"
    if isinstance(part.value, Container):
        return f"# keep {_HASHED.get(part.value.kind, 'something else')} in {path}: it has a hash"
    if isinstance(part.value, Object):
        return f"# {_FROZEN.format(part.value.cls.name).partition('# and ')[2]}, and {path} is one"
    return f"# pass {path} as an argument of its own, which is traced"


def _help(site: TransformCall, operand: Operand) -> str:
    label, value = operand.label, operand.value
    if isinstance(value, Array):
        return f"# pass the array as an ordinary argument: take `{label}` out of the static ones"
    if isinstance(value, Object):
        return _FROZEN.format(value.cls.name)
    call, node = site.call, operand.node
    items = ".items()" if isinstance(value, Container) and value.kind == "dict" else ""
    if isinstance(call, ast.Call) and isinstance(node, ast.expr) and node is not call:
        given = f"tuple({text_of(site.caller, node)}{items})"
        return f"{replaced(site.caller, call, node, given)}  # a tuple has a hash"
    return f"{label} = tuple({label}{items})  # a tuple has a hash"
