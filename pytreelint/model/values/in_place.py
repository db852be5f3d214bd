"""Whether a module changes in place what its names hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.values.value import Container, Function, Object, Partial, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo


# What a callable is called, and said to do, is nothing that it does: `add.__doc__ = "..."`.
_TOLD = frozenset({".__doc__", ".__name__", ".__qualname__", ".__module__"})


def changed_in_place(module: ModuleInfo, name: str, value: Value) -> bool:
    """Whether a module changes in place what a name of it holds.

    `optimizer.update(...)` does not where `update` is a function that the instance holds, or a method of its class,
    of which `types/by_functions.py` knows what it assigns.
    """
    if not isinstance(value, (Container, Object, Partial)) or not module.changes(name):
        return False
    if isinstance(value, Partial):
        return not module.ways_of_change(name) <= _TOLD
    return not isinstance(value, Object) or not all(_written(value, how) for how in module.ways_of_change(name))


def _written(value: Object, method: str) -> bool:
    if isinstance(value.get(method), (Function, Partial, Transformed)):
        return True
    return value.cls.module.origin == "project" and value.cls.method(method) is not None
