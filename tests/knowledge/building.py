"""Build, under the real libraries, a class that a maker makes, and ask JAX what it is."""

from __future__ import annotations

import dataclasses
import importlib
import warnings
from typing import Any

from pytreelint.knowledge.libraries import Maker


def load(dotted: str) -> Any:
    """The object that a dotted name leads to, through submodules where need be."""
    head, *rest = dotted.split(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecated places
        value: Any = importlib.import_module(head)
        for i, part in enumerate(rest):
            if not hasattr(value, part):
                importlib.import_module(".".join([head, *rest[: i + 1]]))
            value = getattr(value, part)
    return value


def installed(dotted: str) -> bool:
    """Whether the library of a dotted name is here, with all that it needs."""
    try:
        load(dotted)
    except (ImportError, AttributeError, AssertionError):  # jaxtyping asserts when a module is asked for a name
        return False
    return True


def build_class(
    maker: Maker,
    fields: dict[str, tuple[Any, Any]],
    keywords: dict[str, Any] | None = None,
    body: dict[str, Any] | None = None,
) -> type:
    """A class of `maker` with `fields`: name -> (annotation, value in the class body, `...` for none)."""
    made = load(maker.name)
    body = {
        **(body or {}),
        "__module__": __name__,
        "__annotations__": {name: annotation for name, (annotation, _) in fields.items()},
        **{name: value for name, (_, value) in fields.items() if value is not ...},
    }
    keywords = keywords or {}
    if maker.fields == "assigned":
        body["__init__"] = _assigning(list(fields))
    if maker.via == "base":
        return type("Made", (made,), body, **keywords)
    cls: type = type("Made", (), body)
    if maker.init == "none":
        cls = dataclasses.dataclass(cls)
    result: type = made(**keywords)(cls) if keywords else made(cls)
    return result


def _assigning(names: list[str]) -> Any:
    def assign(self: Any, **values: Any) -> None:
        for name in names:
            setattr(self, name, values[name])

    return assign
