"""One public name for each thing: private definition places and aliases of libraries lead to it.

Use::

    canonical("jax._src.api.jit")                   # -> "jax.jit"
    canonical("equinox._module._module.Module")     # -> "equinox.Module"
    canonical("jax.numpy.asarray")                  # -> itself: already public
"""

from __future__ import annotations

# Exact names first (alias -> canonical), then prefixes, longest first.
_EXACT: dict[str, str] = {
    "jax._src.api.jit": "jax.jit",
    "jax.experimental.pjit.pjit": "jax.jit",
    "equinox._module._module.Module": "equinox.Module",
    "equinox._module.Module": "equinox.Module",
}


def canonical(dotted: str) -> str:
    """The public name of what `dotted` names; `dotted` itself when it is unknown or already public."""
    return _EXACT.get(dotted, dotted)
