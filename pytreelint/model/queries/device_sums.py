"""Gradients inside of a map over devices that are summed over the devices twice: by JAX, and by the program."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.collectives import IN_SPECS, PARTITION, SUMS_GRADIENTS
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.transforms.on_devices import SummedAgain
from pytreelint.model.transforms.roles import signature
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.axes import Axes, names_of
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.marks import OnDevices
from pytreelint.model.values.value import DYNAMIC, Constant, Container, Library, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import TransformMade

Spec = frozenset[str] | None  # the axes that an argument is split over; None where they are not known


def summed_twice(model: Model, site: TransformMade) -> Iterator[SummedAgain]:
    """The gradients that are certainly summed twice, were a function of a map over devices called."""
    option = SUMS_GRADIENTS.get(site.transform.name)
    given = site.wrapper.option(option) if site.wrapper is not None and option is not None else None
    if option is None or not (given is None or (isinstance(given, Constant) and given.value is True)):
        return
    specs = _specs(model, site)
    if not any(specs) or frozenset() not in specs:
        return
    axes = frozenset(axis for spec in specs if spec for axis in spec)
    frame = Frame(site.module, {}, top=True)
    node = site.node if isinstance(site.node, ast.expr) else ast.Name(site.transform.name, ast.Load())
    names = [*(signature(site.function) or ()), *(f"argument {at + 1}" for at in range(len(specs)))]
    values = tuple(_argument(site, name, spec) for name, spec in zip(names, specs, strict=False))
    arguments = Arguments(values, {}, node, frame, complete=False, staged=True)
    arguments.maps = (Axes(site.transform, site.module, site.node, axes),)
    with model.aside(), model.events.collecting() as found, model.bounds.own_fuel():
        model.call_value(site.function, arguments)
    yield from dict.fromkeys(each for each in found if isinstance(each, SummedAgain))


def _argument(site: TransformMade, name: str, spec: Spec) -> Value:
    """What a device receives for an argument: a tree of arrays, all of them split, or shared."""
    if spec is None:
        return DYNAMIC
    place = (site.module, site.node)
    mark = OnDevices(*place, site.transform, "split" if spec else "shared", *place, name, spec)
    return Unknown("an argument", traces=(mark,))


def _specs(model: Model, site: TransformMade) -> list[Spec]:
    """For each argument the axes that it is split over, as `in_specs` is written."""
    option = next((k.value for k in getattr(site.node, "keywords", ()) if k.arg == IN_SPECS), None)
    if not isinstance(option, ast.Tuple):
        return []
    with model.aside():
        frame = frame_at(model, site.module, option)
        return [_axes(model, item, frame) for item in option.elts]


def _axes(model: Model, item: ast.expr, frame: Frame) -> Spec:
    """`P("data", None)`."""
    if not isinstance(item, ast.Call) or item.keywords:
        return None
    made = model.expression(item.func, frame)
    if not isinstance(made, Library) or made.name not in PARTITION:
        return None
    given = [model.expression(each, frame) for each in item.args]
    named = [each for each in given if not (isinstance(each, Constant) and each.value is None)]
    parts = [part for each in named for part in (each.items if isinstance(each, Container) else (each,))]
    return names_of(Container("tuple", tuple(parts)))
