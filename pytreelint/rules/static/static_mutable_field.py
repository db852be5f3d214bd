"""PTL103."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import chain, describe, place_of, steps
from pytreelint.model.types.held import held_array, held_by_object
from pytreelint.model.values.classes import FieldInfo
from pytreelint.model.values.hash_sites import Hashed
from pytreelint.model.values.kept_tracers import StaleCapture
from pytreelint.model.values.sites import DecoratedMethod, Site, TransformCall, TransformMade
from pytreelint.model.values.value import Container
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.needed_hash import found

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_FROZEN = {"list": "tuple", "set": "frozenset", "dict": "tuple"}


class StaticMutableField(Rule[Hashed | StaleCapture | TransformCall | TransformMade | DecoratedMethod]):
    """A list, dict or set in a static field.

    ## What it does
    Finds static fields that hold a list, dict or set where that does harm: the hash of an instance is needed (it is a
    static argument, the function of a raw `jit`, a key of a dict, in a set, given to `hash` or to a function with a
    cache), or a list is changed in place between two calls of a compiled function that reads it.

    ## Why is this bad?
    JAX compares such metadata by value, so that the instance goes through every transform. But it has no hash:
    `ValueError: Non-hashable static arguments are used in a jit function`, `TypeError: unhashable type: 'list'`; and
    when the list is changed in place, compiled code goes on with the old one, silently.

    ## Example
    ```python
    class Net(eqx.Module):
        sizes: list[int] = eqx.field(static=True)


    jax.jit(apply, static_argnums=0)(Net([4, 4]), x)
    ```

    ## Use instead
    ```python
    class Net(eqx.Module):
        sizes: tuple[int, ...] = eqx.field(static=True, converter=tuple)


    jax.jit(apply, static_argnums=0)(Net([4, 4]), x)
    ```

    ## Fix safety
    Fix: none. `tuple(items)` is wrong where a method appends to the list, a default factory where instances share
    it on purpose, an ordinary field where the elements are no arrays.

    ## Known limits
    A list of settings whose instance nobody hashes, and which nobody changes, is no finding: it works. So is what an
    annotation alone says of a field. Changes count where one function sees them between two calls of a compiled
    function that reads the list. Arrays in it are PTL101's, instances with arrays PTL105's. Classes that define
    `__hash__` themselves are passed over.

    ## References
    - https://docs.jax.dev/en/latest/pytrees.html#custom-pytrees-and-initialization (jax 0.10, 0.12)
    """

    code = "PTL103"
    name = "static-mutable-field"
    severity = "error"
    yields_to = ("PTL101", "PTL105")

    def check(self, site: Site, model: Model) -> Iterator[Finding]:
        """A container that can be changed is certain, nothing worse is in it, and it is seen to be in the way."""
        for each in found(model, site):
            field, held, owner = each.field, each.held, each.field.owner
            if owner.module.origin != "project" or owner.method("__hash__"):
                continue
            if held_array(held) is not None or held_by_object(model, held) is not None:
                continue
            declared, kind = place_of(owner.module, field.node), _FROZEN[held.kind]
            yield self.finding(
                declared,
                f"field `{field.name}` of `{owner.name}` is static, but holds {describe(held)}: {each.harm}",
                steps((step for step in chain(held.why) if step.place != declared), [each.shown]),
                f"{field.name}: {kind}  # in `{owner.name}`: static still, made by `{_made(field, held)}`",
            )


def _made(field: FieldInfo, held: Container) -> str:
    return f"tuple(sorted({field.name}.items()))" if held.kind == "dict" else f"{_FROZEN[held.kind]}({field.name})"
