"""What the tables call deprecated or removed is so, in the versions installed here."""

from __future__ import annotations

from importlib.metadata import version

import equinox as eqx
import pytest

from pytreelint.knowledge.libraries import MARKERS
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.upgrades import UPGRADES, Upgrade
from tests.knowledge.building import installed, load

ALL = [upgrade for group in UPGRADES.values() for upgrade in group]
NAMES = [upgrade for upgrade in ALL if not upgrade.argument]


@pytest.mark.parametrize("upgrade", NAMES, ids=lambda u: u.name)
def test_removed_names_are_gone(upgrade: Upgrade) -> None:
    assert installed(upgrade.name) is not upgrade.is_removed(version(upgrade.library))


@pytest.mark.parametrize("upgrade", [u for u in NAMES if u.instead], ids=lambda u: u.name)
def test_what_replaces_them_is_there(upgrade: Upgrade) -> None:
    assert installed(upgrade.instead)


@pytest.mark.parametrize("upgrade", [u for u in ALL if u.argument], ids=lambda u: f"{u.name}-{u.argument}")
def test_removed_arguments_are_refused(upgrade: Upgrade) -> None:
    with pytest.raises(ValueError, match=r"deprecated|cannot contain"):
        load(upgrade.name)(lambda x: x, **{upgrade.argument: 0})


def test_equinox_static_field_warns() -> None:
    with pytest.warns(UserWarning, match=r"deprecated in favour of `equinox.field\(static=True\)`"):
        eqx.static_field()


def test_deprecated_markers_have_a_replacement() -> None:
    for marker in MARKERS.values():
        if marker.deprecated:
            name = marker.deprecated[1].partition("(")[0].partition("[")[0]
            assert canonical(name) in MARKERS


def test_versions_are_compared_by_their_numbers() -> None:
    upgrade = Upgrade("a.b", "PTL803", "a", deprecated="0.9.0", removed="0.10.0")
    assert not upgrade.holds("0.8.12")
    assert upgrade.holds("0.9.0") and not upgrade.is_removed("0.9.1rc1")
    assert upgrade.is_removed("0.10.0.dev3") and upgrade.is_removed(None)
