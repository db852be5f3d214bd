"""Names of libraries stand in `knowledge/`; the rest of the linter asks the tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.project.files import modules, relative, strings

LIBRARIES = (
    "blackjax|chex|diffrax|distrax|eqx|equinox|flax|flowjax|haiku|haliax|jax|jax_dataclasses|jaxlib|jaxtyping|jnp|levanter"
    "|lineax|nnx|np|numpy|numpyro|optax|optimistix|penzai|quax|simple_pytree|tjax|treeo|zodiax"
)
DOTTED = re.compile(rf"(?<![\w./-])(?:{LIBRARIES})\.[A-Za-z_*]")
ELSEWHERE = modules(*(f"pytreelint/{part}" for part in ("model", "rules", "engine", "report", "cli")))


@pytest.mark.parametrize("path", ELSEWHERE, ids=relative)
def test_no_library_is_named_here(path: Path) -> None:
    found = [f"{relative(path)}:{row}: {text!r}" for row, text in strings(path) if DOTTED.search(text)]
    assert not found


def test_the_search_finds_what_it_is_for() -> None:
    for text in ("jax.jit", "a call of equinox.field", "eqx.Module", "flax.*"):
        assert DOTTED.search(text)
    for text in ("pyproject.toml", "docs.jax.dev", "jax-version", "raw transform", "np"):
        assert not DOTTED.search(text)
