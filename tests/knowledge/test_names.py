"""Private places lead to the public name of the same thing."""

from __future__ import annotations

import pytest

from pytreelint.knowledge import names
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.public import public_names
from tests.knowledge.building import installed, load

PRIVATE = names._private()
# Things of which libraries make a new object on each access.
MADE_ANEW = {"flax.nnx.Static", "flax.nnx.Data", "jax_dataclasses.Static"}


def _same(name: str, public: str) -> bool:
    """Whether a place holds what the public name holds, or one of its aliases."""
    spellings = [public, *(alias for alias, target in names.ALIASES.items() if target == public)]
    return any(load(name) is load(spelling) for spelling in spellings if installed(spelling))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("library", sorted({name.split(".")[0] for name in PRIVATE}))
def test_private_places_hold_the_public_thing(library: str) -> None:
    here = [name for name in PRIVATE if name.split(".")[0] == library and installed(name) and installed(PRIVATE[name])]
    wrong = [name for name in here if PRIVATE[name] not in MADE_ANEW and not _same(name, PRIVATE[name])]
    assert wrong == []


@pytest.mark.filterwarnings("ignore")
def test_aliases_name_things_of_one_kind() -> None:
    # Not always one object: `jax.tree.map` wraps what `jax.tree_util.tree_map` wraps.
    here = [name for name in names.ALIASES if installed(name) and installed(canonical(name))]
    different = [name for name in here if isinstance(load(name), type) is not isinstance(load(canonical(name)), type)]
    assert different == []
    assert {"jax.remat", "jax.tree_util.tree_map"} <= set(here)


def test_canonical_names_are_fixed_points() -> None:
    for name in public_names():
        assert canonical(canonical(name)) == canonical(name)


@pytest.mark.parametrize(
    ("place", "public"),
    [
        ("jax._src.api.jit", "jax.jit"),
        ("equinox._module._module.Module", "equinox.Module"),
        ("equinox._module.Module", "equinox.Module"),
        ("jax.tree_util.tree_map", "jax.tree.map"),
        ("flax.nnx.pytreelib.Pytree", "flax.nnx.Pytree"),
        ("jax.experimental.pjit.pjit", "jax.jit"),
        ("mine.jit", "mine.jit"),
    ],
)
def test_examples(place: str, public: str) -> None:
    assert canonical(place) == public
