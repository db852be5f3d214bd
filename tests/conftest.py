"""Eight CPU devices for the tests that run JAX, set before any backend exists; a heap that is searched once."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import jax
import pytest

from tests.fixtures.server import quick_flags

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", 8)
jax.config.update("jax_disable_most_optimizations", True)  # what the tests compile runs once: a fifth of their time


# Environments that whoever runs the tests has entered: the tests name their own.
for name in ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "CONDA_PREFIX"):
    os.environ.pop(name, None)


def open_backend() -> None:
    """XLA reads its flags once, when the backend opens: the programs that the tests start have their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XLA_FLAGS", quick_flags(), prepend=" ")
        jax.devices()


open_backend()


@pytest.fixture(scope="module", autouse=True)
def settled_heap() -> Iterator[None]:
    """What JAX and earlier modules leave, gigabytes in the end, is looked through by no later collection.

    Without it a check that takes 0.1 s in a fresh process took 2 s in one that had run JAX's tests.
    """
    yield
    gc.collect()
    gc.freeze()
