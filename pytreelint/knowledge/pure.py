"""Functions that give the same whenever their arguments are the same."""

from __future__ import annotations

from functools import cache

_BUILTINS = """
abs all any bool bytes callable complex dict enumerate float frozenset getattr hasattr int isinstance len list max min
pow range reversed round set slice sorted str sum tuple type zip
"""
_PURE = frozenset(f"builtins.{name}" for name in _BUILTINS.split())
_HOMES = ("jax", "numpy", "math", "operator", "functools", "optax", "equinox")
_IMPURE = ("numpy.random", "jax.experimental.io_callback", "jax.process_index", "jax.devices", "jax.live_arrays")

# Methods that look into a dict, a list or an object, or give its text: by their last name.
READING_METHODS = frozenset(["as_dict", "copy", "get", "items", "keys", "lower", "strip", "upper", "values"])


@cache
def is_pure(name: str) -> bool:
    """Whether a function of a library, by its canonical name, gives the same for the same arguments."""
    if name.startswith("builtins."):
        return name in _PURE
    return _is_in(name, _HOMES) and not _is_in(name, _IMPURE)


def _is_in(name: str, homes: tuple[str, ...]) -> bool:
    return any(name == home or name.startswith(f"{home}.") for home in homes)
