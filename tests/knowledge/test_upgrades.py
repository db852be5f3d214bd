"""What the tables call deprecated or removed is so, in the versions installed here."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from importlib.metadata import version

import equinox as eqx
import pytest

from pytreelint.knowledge.libraries import MARKERS
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.replacements import ADVICE, REPLACEMENTS
from pytreelint.knowledge.upgrades import UPGRADES, Upgrade
from pytreelint.model.installed.versions import exactly
from tests.knowledge.building import installed, load

HERE = {library: exactly(version(library)) for library in ("jax", "equinox", "flax")}
NAMES = [upgrade for upgrade in UPGRADES.values() if not upgrade.as_module]
REMOVED = [upgrade for upgrade in NAMES if upgrade.removed and HERE[upgrade.library].reaches(upgrade.removed)]
WARNING = [
    upgrade
    for upgrade in NAMES
    if not upgrade.removed and upgrade.deprecated and HERE[upgrade.library].reaches(upgrade.deprecated)
]


def test_the_table_is_about_many_names() -> None:
    assert len(REMOVED) > 500
    assert len(WARNING) >= 3


@pytest.mark.parametrize("upgrade", REMOVED, ids=lambda u: u.name)
def test_removed_names_are_gone(upgrade: Upgrade) -> None:
    with (
        warnings.catch_warnings(action="ignore"),
        pytest.raises(
            (AttributeError, ImportError), match=r"no attribute|No module named|cannot import|removed|deprecated"
        ),
    ):
        load(upgrade.name)
    parent, _, name = upgrade.name.rpartition(".")
    with pytest.raises((AttributeError, ImportError)), warnings.catch_warnings(action="ignore"):
        getattr(importlib.import_module(parent), name)


_ASK = """
import importlib, sys, warnings
for name in sys.argv[1:]:
    parent, _, last = name.rpartition(".")
    with warnings.catch_warnings(record=True, action="always") as caught:
        getattr(importlib.import_module(parent), last)
    print(name, *{word for w in caught if w.category is DeprecationWarning for word in str(w.message).split()})
"""


@pytest.fixture(scope="module")
def warned() -> dict[str, set[str]]:
    """The words of the warnings that each name gives in a fresh process: modules warn of some names only once."""
    names = [upgrade.name for upgrade in WARNING]
    done = subprocess.run([sys.executable, "-c", _ASK, *names], capture_output=True, text=True, check=True)
    return {line.split()[0]: set(line.split()[1:]) for line in done.stdout.splitlines()}


@pytest.mark.parametrize("upgrade", WARNING, ids=lambda u: u.name)
def test_deprecated_names_warn(upgrade: Upgrade, warned: dict[str, set[str]]) -> None:
    assert any(word.startswith(("deprecated", "removed")) for word in warned[upgrade.name])


@pytest.mark.parametrize("name", ["jax.config"])
def test_modules_that_became_objects_are_no_modules(name: str) -> None:
    assert installed(name)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(name)


@pytest.mark.parametrize("name", sorted({*REPLACEMENTS.values()}))
def test_what_replaces_them_is_there(name: str) -> None:
    assert installed(name)


def test_replacements_and_advice_are_about_names_of_the_table() -> None:
    assert REPLACEMENTS.keys() | ADVICE.keys() <= UPGRADES.keys()


def test_equinox_static_field_warns() -> None:
    with pytest.warns(UserWarning, match=r"deprecated in favour of `equinox.field\(static=True\)`"):
        eqx.static_field()


def test_deprecated_markers_have_a_replacement() -> None:
    for marker in MARKERS.values():
        if marker.deprecated:
            name = marker.deprecated[1].partition("(")[0].partition("[")[0]
            assert canonical(name) in MARKERS
