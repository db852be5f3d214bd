"""PTL103."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.annotations import MAY_BE_IMMUTABLE
from pytreelint.model.queries.evidence import chain, describe, place_of, steps
from pytreelint.model.types.held import held_array, held_by_object
from pytreelint.model.values.classes import FieldInfo
from pytreelint.model.values.sites import StaticDeclaration, StaticValue
from pytreelint.model.values.value import Constant, Container, Library, Union, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.static.unneeded_hash import is_harmless

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_FROZEN = {"list": "tuple", "set": "frozenset", "dict": "tuple"}


class StaticMutableField(Rule[StaticDeclaration | StaticValue]):
    """A list, dict or set in a static field.

    ## What it does
    Finds static fields that hold a list, dict or set: by annotation, default, `default_factory`, assignment, or in a
    constructor call.

    ## Why is this bad?
    It works as an argument of `jit`: JAX compares such metadata by value. But it has no hash, so that the instance
    can't be a static argument (`ValueError: Non-hashable static arguments are used in a jit function`) or a key of a
    dict; and when the list is changed in place, compiled code goes on with the old one, silently.

    ## Example
    ```python
    class Net(eqx.Module):
        sizes: list[int] = eqx.field(static=True)
    ```

    ## Use instead
    ```python
    class Net(eqx.Module):
        sizes: tuple[int, ...] = eqx.field(static=True, converter=tuple)
    ```

    ## Fix safety
    Fix: none. `tuple(items)` is wrong where a method appends to the list, a default factory where instances share
    it on purpose, an ordinary field where the elements are no arrays.

    ## Known limits
    A field typed `Sequence` or `Mapping` is passed over while no list or dict is seen in it, and so is one with a
    converter whose result can't be followed. Arrays in it are PTL101's, instances with arrays PTL105's. Classes that
    define `__hash__` themselves are passed over. So is a list of settings that no code beside it changes in place,
    where its missing hash takes nothing away: in a class whose instances are compared by identity (`flax.nnx.Module`)
    or have no hash anyway, as beside traced arrays.

    ## References
    - https://docs.jax.dev/en/latest/pytrees.html#custom-pytrees-and-initialization (jax 0.10, 0.12)
    """

    code = "PTL103"
    name = "static-mutable-field"
    severity = "advice"
    yields_to = ("PTL101", "PTL105")

    def check(self, site: StaticDeclaration | StaticValue, model: Model) -> Iterator[Finding]:
        """A container that can be changed is certain, and nothing worse is in it."""
        field, owner = site.field, site.field.owner
        if owner.module.origin != "project" or field.name not in owner.own_fields or site.cls.method("__hash__"):
            return
        held = _mutable(site.value)
        if held is None and isinstance(site, StaticDeclaration):
            held = _from_factory(field)
        if held is None or (held.declared and not (_is_exact(model, field) and _is_kept_to(model, field))):
            return
        if held_array(site.value) is not None or held_by_object(model, site.value) is not None:
            return
        if is_harmless(model, site):
            return
        declared = place_of(owner.module, field.node)
        yield self.finding(
            declared,
            f"field `{field.name}` of `{owner.name}` is static, but holds {describe(held)}: "
            "it has no hash, and changes in it do not reach compiled code",
            steps(step for step in chain(held.why) if step.place != declared),
            f"{field.name}: {_FROZEN[held.kind]}  # in `{owner.name}`: static still, made by `{_made(field, held)}`",
        )


def _made(field: FieldInfo, held: Container) -> str:
    return f"tuple(sorted({field.name}.items()))" if held.kind == "dict" else f"{_FROZEN[held.kind]}({field.name})"


def _mutable(value: Value) -> Container | None:
    """The list, dict or set that a value is; each option but None must be one."""
    if isinstance(value, Union):
        options = [option for option in value.options if not (isinstance(option, Constant) and option.value is None)]
        found = [_mutable(option) for option in options]
        return found[0] if found and all(f is not None for f in found) else None
    return value if isinstance(value, Container) and value.kind in _FROZEN else None


def _from_factory(field: FieldInfo) -> Container | None:
    """What `default_factory=list` makes, unless a converter changes it."""
    factory = field.spec.keyword("default_factory") if field.spec is not None else None
    if field.converter is not None or not isinstance(factory, Library):
        return None
    kind = factory.name.removeprefix("builtins.")
    return Container(kind) if kind in _FROZEN else None  # type: ignore[arg-type]


def _is_kept_to(model: Model, field: FieldInfo) -> bool:
    """Whether nobody was seen to give the field what its annotation does not say: a `FrozenDict` for a dict."""
    given = (site.value for site in model.sites if isinstance(site, StaticValue) and site.field is field)
    return all(_mutable(value) is not None for value in given)


def _is_exact(model: Model, field: FieldInfo) -> bool:
    """Whether the annotation names lists, not just what can be read like one, and no converter changes the value."""
    annotation = field.annotation
    if field.converter is not None or annotation is None:
        return False
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return False
    names = (n for n in ast.walk(annotation) if isinstance(n, (ast.Name, ast.Attribute)))
    values = (model.expression(name, field.owner.scope) for name in names)
    return not any(isinstance(value, Library) and value.name in MAY_BE_IMMUTABLE for value in values)
