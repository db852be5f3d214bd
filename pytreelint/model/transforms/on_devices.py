"""What JAX sums over devices by itself: gradients by what all devices share, inside of a map over devices.

A query gives a function arguments with the marks "split" and "shared" (`queries/device_sums.py`). What is computed with
something split is split; the gradient of a split loss by a shared argument is "summed". To reduce that is a site.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.collectives import AXES_OF, AXIS_NAME, REDUCTIONS, SHARING
from pytreelint.knowledge.record import record, replace
from pytreelint.model.transforms.giving import is_true
from pytreelint.model.transforms.traces import remarked
from pytreelint.model.values.axes import names_of
from pytreelint.model.values.marks import OnDevices, of
from pytreelint.model.values.regions import all_around
from pytreelint.model.values.sites import Site
from pytreelint.model.values.value import Array, Container, Unknown, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Transformed

_GRADIENTS = {"gradient": 0, "value-gradient": 1}  # which item of the result is the gradient, where there are several


@record(frozen=True, slots=True)
class SummedAgain(Site):
    """A gradient that JAX has summed over the devices is summed over them once more, at `node`."""

    gradient: OnDevices


def of_gradient(wrapper: Transformed, given: Value, loss: Value, arguments: Arguments) -> Value:
    """Returns what a transform's call gives; of a gradient, the marks of arguments say of which leaves JAX makes sums.

    Arguments:
        loss: what the function of the transform has returned.
    """
    if wrapper.transform.gives not in _GRADIENTS:
        return given
    axes = frozenset(axis for t in of(loss) if isinstance(t, OnDevices) and t.kind == "split" for axis in t.axes)
    transform, frame = wrapper.transform, arguments.frame
    has_aux = is_true(wrapper.option(transform.has_aux)) if transform.has_aux else False
    if not axes or has_aux is None:
        return given

    def summed(leaf: Array | Unknown) -> Value:
        shared = next((t for t in leaf.traces if isinstance(t, OnDevices) and t.kind == "shared"), None)
        if shared is None:
            return leaf
        place, frames = (frame.module, arguments.node), tuple(_leading_to(frame))
        mark = OnDevices(*place, transform, "summed", *place, shared.name, axes, frames=frames, region=frame.region)
        return replace(leaf, traces=(mark, *(t for t in leaf.traces if not isinstance(t, OnDevices))))

    if not has_aux and transform.gives == "gradient":
        return remarked(given, summed)
    if not isinstance(given, Container) or len(given.items) != 2:
        return given
    of_which = _GRADIENTS[transform.gives]
    items = tuple(remarked(item, summed) if at == of_which else item for at, item in enumerate(given.items))
    return replace(given, items=items)


def _leading_to(frame: Frame) -> Iterator[Frame]:
    """An activation, and those that led there."""
    each: Frame | None = frame
    while each is not None:
        yield each
        each = each.back[0] if each.back is not None else None


def of_call(ev: Interpreter, name: str, result: Value, arguments: Arguments) -> Value:
    """Returns the result of what has to do with the values of other devices: what it makes of the marks."""
    position = AXES_OF.get(name)
    axes = names_of(arguments.get(position, AXIS_NAME)) if position is not None else None
    tree = arguments.args[0] if arguments.args else None
    if name in REDUCTIONS and tree is not None and axes:
        _reduced(ev, tree, axes, arguments)

    def left(leaf: Array | Unknown) -> Value:
        kept = tuple(t for t in leaf.traces if not isinstance(t, OnDevices) or _stays(t, name, axes))
        return leaf if kept == leaf.traces else replace(leaf, traces=kept)

    return remarked(result, left)


def _stays(mark: OnDevices, name: str, axes: frozenset[str] | None) -> bool:
    """Whether what is split is so still."""
    return mark.kind == "split" and name in AXES_OF and axes is not None and not (name in SHARING and mark.axes & axes)


def _reduced(ev: Interpreter, tree: Value, axes: frozenset[str], arguments: Arguments) -> None:
    found: list[OnDevices] = []

    def look(leaf: Array | Unknown) -> Value:
        found.extend(t for t in leaf.traces if isinstance(t, OnDevices) and t.kind == "summed" and t.axes & axes)
        return leaf

    remarked(tree, look)
    around = list(all_around(found[0].region)) if found else []
    if found and all(each in around for each in all_around(arguments.frame.region) if each.kind == "branch"):
        module, node = _seen_from(arguments.frame, arguments.node, found[0])
        ev.emit(SummedAgain(module, node, found[0]))


def _seen_from(frame: Frame, node: ast.AST, mark: OnDevices) -> tuple[ModuleInfo, ast.AST]:
    """What leads to a reduction, in the innermost activation that leads to its gradient as well."""
    inner, at = frame, node
    while inner not in mark.frames and inner.back is not None:
        inner, at = inner.back
    return (inner.module, at) if inner.back is not None else (frame.module, node)
