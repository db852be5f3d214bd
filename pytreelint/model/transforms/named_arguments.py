"""What a transform is told of arguments that its function does not take: it refuses when it is made.

JAX asks `inspect.signature`: bound methods have no `self`, partials not what they were given, `*args` and `**kwargs`
take anything (jax 0.10, 0.12).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.knowledge.transforms import CHECKS_ARGUMENTS, KEEPS_SIGNATURE
from pytreelint.model.transforms.giving import constants
from pytreelint.model.values.named_sites import NoArgument
from pytreelint.model.values.value import Bound, Function, Object, Partial, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


@record(frozen=True, slots=True)
class _Taken:
    """The arguments that a callable takes.

    Attributes:
        places: the parameters that may be given by position; names: those that may be given by name.
        any_place, any_name: whether it takes more of them: `*args`, `**kwargs`.
    """

    places: tuple[str, ...]
    names: frozenset[str]
    any_place: bool = False
    any_name: bool = False


def refused(ev: Interpreter, wrapper: Transformed) -> None:
    """Emits the options of a transform that name an argument which its function does not take."""
    if wrapper.transform.name not in CHECKS_ARGUMENTS:
        return
    told = [(option, constants(wrapper.option(option))) for option in CHECKS_ARGUMENTS[wrapper.transform.name]]
    taken = _taken(wrapper.function) if any(members for _, members in told) else None
    if taken is None:
        return
    for option, members in told:
        for member in members or ():
            if _is_missing(member, taken):
                ev.emit(NoArgument(wrapper.module, wrapper.site, wrapper.transform, option, member, len(taken.places)))
                return


def _is_missing(member: object, taken: _Taken) -> bool:
    if isinstance(member, str):
        return not taken.any_name and member not in taken.names
    count = len(taken.places)
    return type(member) is int and not taken.any_place and not -count <= member < count


def _taken(value: Value) -> _Taken | None:
    """What a callable takes, as far as that is certain."""
    match value:
        case Function(wraps=Value() as wrapped):
            return _taken(wrapped)
        case Function():
            return _of_node(value.node.args) if value.module.origin == "project" else None
        case Transformed(transform=transform) if transform.name in KEEPS_SIGNATURE:
            return _taken(value.function)
        case Bound():
            return _without(_taken(value.function), 1)
        case Object():
            found = value.cls.method("__call__")
            node = found[1] if found is not None else None
            return _without(_of_node(node.args), 1) if node is not None and not node.decorator_list else None
        case Partial():
            return _bound(_without(_taken(value.function), len(value.args)), [name for name, _ in value.keywords])
    return None


def _of_node(spec: ast.arguments) -> _Taken:
    by_place = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    names = frozenset([a.arg for a in (*spec.args, *spec.kwonlyargs)])
    return _Taken(tuple(by_place), names, spec.vararg is not None, spec.kwarg is not None)


def _without(taken: _Taken | None, count: int) -> _Taken | None:
    """What is left once the first arguments are given."""
    if taken is None:
        return None
    given = taken.places[:count]
    return _Taken(taken.places[count:], taken.names.difference(given), taken.any_place, taken.any_name)


def _bound(taken: _Taken | None, given: list[str]) -> _Taken | None:
    """What is left once some are given by name: these, and all behind the first of them, have no place any more."""
    if taken is None:
        return None
    first = next((index for index, name in enumerate(taken.places) if name in given), len(taken.places))
    ends = first < len(taken.places)
    return _Taken(taken.places[:first], taken.names, taken.any_place and not ends, taken.any_name)
