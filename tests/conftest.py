"""Eight CPU devices for the tests that run JAX: set before any backend exists, and for this process only."""

from __future__ import annotations

import jax

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", 8)
jax.config.update("jax_disable_most_optimizations", True)  # what the tests compile runs once: a fifth of their time
