"""Arguments to call public functions with, simplest first; the first that a function takes decides."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Samples = list[tuple[Any, ...]]


def samples(module: str, float_: bool) -> Samples:
    """Argument lists for the functions of a module, of floats or of integers."""
    dtype = "float32" if float_ else "int32"
    xp: Any = np if module.startswith("numpy") else jnp
    vector, number = xp.arange(1, 4).astype(dtype), 0.5 if float_ else 2
    matrix = xp.eye(2).astype(dtype) * 2
    structured = [*_arrays(vector, matrix, number), *_others(xp, dtype, vector, matrix, number)]
    return [*_keyed(vector, matrix), *structured] if module == "jax.random" else structured


def _arrays(vector: Any, matrix: Any, number: float) -> Samples:
    return [
        (vector,),
        (vector, vector),
        (vector, vector, vector),
        (matrix,),
        (matrix, matrix),
        (matrix, vector[:2]),
        ((2, 3),),
        (3,),
        (vector, 0),
        (vector, (3,)),
        (vector, 0, 1),
        (vector, 0, vector),
        ([vector, vector],),
        ((2, 3), number),
        (vector > 1, vector, vector),
        (vector, 1, 0),
        (number, number, 3),
        (3, vector),
        (vector, "float32"),
        (vector, vector, number),
    ]


def _others(xp: Any, dtype: str, vector: Any, matrix: Any, number: float) -> Samples:
    images = xp.ones((2, 4, 4, 1), dtype)
    return [
        (images, (1, 2, 2, 1)),
        (images,),
        ((matrix, True), vector[:2]),
        ("i,i->", vector, vector),
        ("float32",),
        ("float32", "int32"),
        (vector, vector.astype("int32")),
        (vector.astype("int32"), 3),
        (number,),
        (number, number),
        (number, number, number),
        (number, number, number, number),
        (lambda x: x, vector),
        (),
    ]


def _keyed(vector: Any, matrix: Any) -> Samples:
    key = jax.random.key(0)
    return [
        (key,),
        (key, (2,)),
        (key, 0),
        (key, (2, 2)),
        (key, vector),
        (key, vector, (3,)),
        (key, (2,), 0, 5),
        (key, 0.5, (2,)),
        (key, 2, 0.5),
        (key, vector[:2], matrix),
        (key, 0.5, 0.5, (2,)),
        (key, 1.0, 2.0),
        (key, 3, vector / 3),
        (key, 4, 0.5, (2,)),
        (key, 3, 3, 2, (2,)),
        (0,),
    ]
