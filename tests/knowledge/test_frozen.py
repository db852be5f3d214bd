"""What frozen instances refuse, asked of the libraries."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import jax
import pytest

from pytreelint.knowledge.frozen import FROZEN, Frozen
from pytreelint.knowledge.libraries import MAKERS
from tests.knowledge.building import build_class, installed, load

_LINEN = "flax.linen.Module"
PLAIN = [name for name in FROZEN if MAKERS[name].via != "new" and name != _LINEN and installed(name)]
_OPTIONS: dict[str, dict[str, Any]] = {"dataclasses.dataclass": {"frozen": True}, "chex.dataclass": {"frozen": True}}


def _class(name: str, body: dict[str, Any] | None = None) -> Any:
    if name == "typing.NamedTuple":
        return NamedTuple("Made", [("x", Any)])
    keywords = _OPTIONS.get(name)
    return build_class(MAKERS[name], {"x": (Any, ...)}, keywords, body)


def _refusal(instance: Any, name: str) -> str:
    try:
        setattr(instance, name, 4)
    except Exception as error:
        return type(error).__name__
    return ""


@pytest.mark.parametrize("name", PLAIN)
def test_fields_are_refused(name: str) -> None:
    assert _refusal(_class(name)(x=3), "x") == FROZEN[name].error


@pytest.mark.parametrize("name", [name for name in PLAIN if name != "typing.NamedTuple"])
def test_an_instance_under_construction(name: str) -> None:
    known, outcomes = FROZEN[name], list[str]()

    def note(self: Any, x: Any = None) -> None:
        outcomes.append(_refusal(self, "x"))
        if known.declared:
            outcomes.append(_refusal(self, "other"))

    method = "__init__" if MAKERS[name].fields == "assigned" else "__post_init__"
    made = _class(name, {"__post_init__": note})
    if method == "__init__":
        made = type("Heir", (_base(name),), {"__init__": note, "__module__": __name__})
    made(x=3)
    assert outcomes[0] == ("" if method in known.open_in else known.error)
    assert outcomes[1:] in ([], [known.error])


def _base(name: str) -> type:
    base: type = load(name)
    return base


class _Setter:
    def __get__(self, instance: Any, owner: Any) -> int:
        return 0

    def __set__(self, instance: Any, value: Any) -> None:
        """Takes whatever it is given."""


@pytest.mark.parametrize("name", [name for name in PLAIN if FROZEN[name].descriptors])
def test_descriptors(name: str) -> None:
    made = type("Heir", (_class(name),), {"held": _Setter(), "__module__": __name__})
    assert _refusal(made(x=3), "held") == ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PLAIN)
def test_copies(name: str) -> None:
    if name == "chex.dataclass":
        copied: Any = jax.tree_util.tree_map(lambda x: x, _class(name)(x=3))
    else:
        copied = copy.copy(_class(name)(x=3))
    assert (_refusal(copied, "x") == "") is FROZEN[name].copies


def test_linen_takes_assignments_in_setup_only() -> None:
    linen = pytest.importorskip("flax.linen")
    known: Frozen = FROZEN[_LINEN]

    class Module(linen.Module):  # type: ignore[name-defined]
        def setup(self) -> None:
            self.in_setup = _refusal(self, "a")

        def __call__(self) -> tuple[str, str]:
            return self.in_setup, _refusal(self, "b")

    assert Module().apply({}) == ("", known.error)

    class Declared(linen.Module):  # type: ignore[name-defined]
        field: Any = None

        def setup(self) -> None:
            self.others = [_refusal(self, "field")]

        def __call__(self) -> Any:
            return self.others

    assert Declared().apply({}) == (known.field_error,)  # a tuple
    assert known.fields_in < known.open_in and {"setup", "__call__"} <= known.freezes_in
    assert _refusal(Module(), "c") == ""
    assert "setup" in known.open_in and "__call__" in known.in_methods

    outcomes: list[tuple[str, str]] = []

    class Closed(linen.Module):  # type: ignore[name-defined]
        def __post_init__(self) -> None:
            before = _refusal(self, "early")
            super().__post_init__()
            outcomes.append((before, _refusal(self, "late")))

        def __call__(self) -> None:
            """Nothing is computed."""

    Closed().apply({})
    assert outcomes == [("", ""), ("", known.error)]  # as built, and as bound
    assert known.closed_by == "__post_init__"
