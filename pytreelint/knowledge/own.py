"""What a project's own names behave like, when its configuration names them."""

from __future__ import annotations

# Kind of own name (a key of `[tool.pytreelint.knowledge]`) -> the library name whose entry speaks for it.
BEHAVES_LIKE: dict[str, str] = {
    "pytree_bases": "equinox.Module",
    "pytree_decorators": "tjax.dataclasses.dataclass",
    "static_functions": "pytreelint.static_field",
}
