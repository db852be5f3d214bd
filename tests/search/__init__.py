"""A search for safe fixes that are not: programs from tables, run under JAX before and after."""
