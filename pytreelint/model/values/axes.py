"""The axes that maps bind by name, and the collectives that name one which no map around them binds."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.collectives import (
    AXES_OF,
    AXIS_NAME,
    AXIS_NAMES,
    BINDS_AXES,
    LAYERS,
    MESH,
    MESHES,
    OVER_DEVICES,
)
from pytreelint.knowledge.objects import OF_NUMBER, OF_SHAPE
from pytreelint.knowledge.record import record, replace
from pytreelint.model.values.regions import all_around, is_run
from pytreelint.model.values.sites import Site
from pytreelint.model.values.trees import is_number
from pytreelint.model.values.value import Array, Constant, Container, Function, Object, Opaque, Value

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Transformed

_WORDS = frozenset([*LAYERS, *(name.rpartition(".")[2] for name in AXES_OF)])


@record(frozen=True, slots=True)
class Axes:
    """The axes that a map binds by name; `names`: None where they are not known. `site`: its decorator or call."""

    transform: Transform
    module: ModuleInfo
    site: ast.AST
    names: frozenset[str] | None


@record(frozen=True, slots=True)
class Collective(Site):
    """A collective, which certainly runs where its function does, names an axis that none of the maps `around` it,
    the innermost first, is seen to bind.

    `is_seen`: a statement of the file leads here, and so nothing else is around them; there may be none, then.
    """

    axis: str
    around: tuple[Axes, ...]
    is_seen: bool


def inside(wrapper: Transformed, arguments: Arguments) -> tuple[Axes, ...]:
    """Returns the maps around a function that a transform calls."""
    transform, names = wrapper.transform, bound_by(wrapper)
    if names == frozenset() and transform.name not in OVER_DEVICES:
        if transform.family != "map" or not _has_collectives(wrapper):
            return arguments.mapped
    return (Axes(transform, wrapper.module, wrapper.site, names), *arguments.mapped)


def bound_by(wrapper: Transformed) -> frozenset[str] | None:
    """Returns the names of the axes that a transform binds; None where they are not known."""
    _, keyword = BINDS_AXES.get(wrapper.transform.name, (-1, ""))
    if not keyword:
        return None if wrapper.transform.family == "map" else frozenset()
    given = wrapper.option(keyword)
    return (given.axes if isinstance(given, Opaque) else None) if keyword == MESH else names_of(given)


def of_mesh(name: str, result: Value, arguments: Arguments) -> Value:
    """Returns the result of what may make a mesh: it knows the names of its axes."""
    if not isinstance(result, Opaque) or name not in MESHES:
        return result
    return replace(result, axes=names_of(arguments.get(MESHES[name], AXIS_NAMES)) or None)


def of_array(name: str, result: Value, arguments: Arguments) -> Value:
    """Returns the result of what may make an array: it has no axes if it is made of a number, or of the shape `()`."""
    if not isinstance(result, Array) or not (name in OF_NUMBER or name in OF_SHAPE):
        return result
    given = arguments.get(0, "shape" if name in OF_SHAPE else "object")
    single = given is not None and (given == Container("tuple") if name in OF_SHAPE else is_number(given))
    return replace(result, no_axes=True) if single else result


def _has_collectives(wrapper: Transformed) -> bool:
    """Whether a file that a map or its function stands in mentions a collective: else no name is looked for."""
    return any(module.answer(of_call, partial(_mentions, module.source.text)) for module in _modules(wrapper))


def _modules(wrapper: Transformed) -> set[ModuleInfo]:
    match wrapper.function:
        case Function(module=module):
            return {wrapper.module, module}
        case Object(cls=cls):
            return {wrapper.module, cls.module}
    return {wrapper.module}


def _mentions(text: str) -> bool:
    return any(word in text for word in _WORDS)


def names_of(value: Value | None) -> frozenset[str] | None:
    """Returns the name that a value gives to an axis, or those of several; None where these are not known."""
    if value is None or (isinstance(value, Constant) and value.value is None):
        return frozenset()
    parts = value.items if isinstance(value, Container) and value.rest is None else (value,)
    names = [part.value for part in parts if isinstance(part, Constant) and isinstance(part.value, str)]
    return frozenset(names) if len(names) == len(parts) else None


def of_call(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """A function of a library, perhaps a collective, is called."""
    if name not in AXES_OF:
        return
    frame = arguments.frame
    given = arguments.get(AXES_OF[name], AXIS_NAME)
    wanted = names_of(given) if given is not None else None
    bound = {each for axes in frame.mapped for each in axes.names or ()}
    for axis in sorted((wanted or frozenset()) - bound):
        if _is_run(frame):
            is_seen = any(each.kind == "body" for each in all_around(frame.region))
            if frame.mapped or is_seen:
                ev.emit(Collective(frame.module, arguments.node, axis, frame.mapped, is_seen))


def _is_run(frame: Frame) -> bool:
    """Whether what a frame runs is run whenever the function is that the innermost map calls."""
    inner: Frame | None = frame
    while inner is not None and inner.mapped == frame.mapped:
        if not is_run(inner, ("branch", "loop")):
            return False
        inner = inner.back[0] if inner.back is not None else None
    return True
