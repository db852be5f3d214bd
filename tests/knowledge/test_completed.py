"""What `dataclasses` does in the classes of each library, asked of the libraries."""

from __future__ import annotations

import dataclasses
from typing import Any

import jax
import numpy as np
import pytest

from pytreelint.knowledge.completed import CHECKED, COMPLETED, TAKES_OVER
from pytreelint.knowledge.libraries import MAKERS
from tests.knowledge.building import build_class, installed

NAMES = sorted(name for name in COMPLETED if installed(name))
TAKING = sorted(name for name in TAKES_OVER if installed(name))


@dataclasses.dataclass
class _Unhashable:
    x: int = 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [jax.numpy.zeros(2), np.zeros(2), jax.random.key(0), _Unhashable()], ids=type)
def test_defaults_without_a_hash_are_refused(name: str, value: Any) -> None:
    for default in (value, dataclasses.field(default=value)):
        with pytest.raises(ValueError, match="mutable default"):
            build_class(MAKERS[name], {"x": (Any, default)})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [np.float32(1), (jax.numpy.zeros(2),), 3.0], ids=type)
def test_defaults_with_a_hash_are_taken(name: str, value: Any) -> None:
    assert build_class(MAKERS[name], {"x": (Any, value)})


def _init(self: Any, x: int) -> None:
    object.__setattr__(self, "x", x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TAKING)
def test_a_written_init_stands_alone(name: str) -> None:
    ran: list[int] = []
    body = {"__init__": _init, "__post_init__": lambda self: ran.append(1)}
    build_class(MAKERS[name], {"x": (Any, ...)}, body=body)(3)
    assert ran == []


@pytest.mark.parametrize("name", TAKING)
def test_a_written_init_leaves_factories_alone(name: str) -> None:
    fields: dict[str, tuple[Any, Any]] = {"x": (Any, ...), "y": (Any, dataclasses.field(default_factory=list))}
    cls = build_class(MAKERS[name], fields, body={"__init__": _init})
    if name in CHECKED:
        with pytest.raises(TypeError, match="not initialized"):
            cls(3)
    else:
        with pytest.raises(AttributeError):
            assert cls(3).y
