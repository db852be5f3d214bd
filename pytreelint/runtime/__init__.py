"""Filtered transforms for every PyTree. An island: imports jax and numpy, nothing from the linter."""
