"""Lists and dicts in static fields that are in the way: a hash is needed, or something changes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.text.place import Step
from pytreelint.model.types.held import tree_with_arrays
from pytreelint.model.types.leaves import hashed_as, unhashable
from pytreelint.model.values.hash_sites import Hashed
from pytreelint.model.values.kept_tracers import StaleCapture
from pytreelint.model.values.sites import DecoratedMethod, Site, TransformCall, TransformMade
from pytreelint.model.values.value import Constant, Container, Object, Union, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import FieldInfo
    from pytreelint.model.values.protocol import Model


@record(frozen=True, slots=True)
class InTheWay:
    """What a static field holds, the harm in words, and the place that shows it."""

    field: FieldInfo
    held: Container
    harm: str
    shown: Step


def found(model: Model, site: Site) -> Iterator[InTheWay]:
    """The containers in static fields that a site shows to do harm.

    An instance with a list in a static field goes through every transform, raw and filtered: JAX compares its metadata
    by value (jax 0.10.2, Equinox 0.13.8). What fails is its hash, and what goes stale is a list that is changed.
    """
    if isinstance(site, StaleCapture):
        yield from _changed(site)
    else:
        for value, step in _hashed(site):
            part = unhashable(model, value)
            info = part.owner.fields().get(part.field) if part is not None and part.owner is not None else None
            if part is None or info is None or info.static is not True or not part.path.endswith(f".{part.field}"):
                continue
            held = mutable(part.value)
            if held is not None and not held.declared and not tree_with_arrays(model, value):
                yield InTheWay(info, held, "it has no hash, which the instance needs", step)


def mutable(value: Value) -> Container | None:
    """The list, dict or set that a value is; each option but None must be one."""
    if isinstance(value, Union):
        options = [option for option in value.options if not (isinstance(option, Constant) and option.value is None)]
        each = [mutable(option) for option in options]
        return each[0] if each and all(one is not None for one in each) else None
    return value if isinstance(value, Container) and value.kind in ("list", "dict", "set") else None


def _changed(site: StaleCapture) -> Iterator[InTheWay]:
    """A compiled function reads the list, which is changed in place, and is called again: it knows the old one."""
    held = site.compiled.held
    info = held.owner.fields().get(site.compiled.name) if held is not None else None
    if info is not None and held is not None:
        step = Step(place_of(site.assigned.module, site.assigned.node), "it is changed in place here")
        yield InTheWay(info, Container(held.kind), "changes in it do not reach compiled code", step)


def _hashed(site: Site) -> Iterator[tuple[Object, Step]]:
    """The instances whose hash a site needs."""
    if isinstance(site, Hashed):
        yield site.value, Step(place_of(site.module, site.node), "its hash is needed here")
    elif isinstance(site, TransformMade):
        holder = hashed_as(site.function)
        if site.transform.hashes_function and not site.transform.filtered and isinstance(holder, Object):
            yield holder, Step(place_of(site.module, site.node), f"`{site.transform.name}` hashes its function here")
    elif isinstance(site, DecoratedMethod):
        value = site.instance
        if site.static and site.transform.hashes_static and isinstance(site.call, ast.Call):
            if isinstance(value, Object):
                yield value, Step(place_of(site.caller, site.call), "`self` is a static argument here")
    elif isinstance(site, TransformCall) and site.transform.hashes_static:
        for operand in site.operands:
            if operand.role == "static" and isinstance(operand.value, Object) and not operand.annotated:
                yield operand.value, Step(place_of(site.caller, site.call), f"`{operand.label}` is static here")
