# What pytreelint knows of chex._src.asserts_chexify (chex 0.1.92); see tools/generate_bundles.py.

import dataclasses
import functools
import jax
import typing
from pytreelint.bundled import made

@functools.partial(dataclasses.dataclass, frozen=True)
class _ChexifyChecks:
    user: frozenset[typing.Any] = jax.experimental.checkify.user_checks
    nan: frozenset[typing.Any] = jax.experimental.checkify.nan_checks
    index: frozenset[typing.Any] = jax.experimental.checkify.index_checks
    div: frozenset[typing.Any] = jax.experimental.checkify.div_checks
    float: frozenset[typing.Any] = jax.experimental.checkify.float_checks
    automatic: frozenset[typing.Any] = jax.experimental.checkify.automatic_checks
    all: frozenset[typing.Any] = jax.experimental.checkify.all_checks

def block_until_chexify_assertions_complete():
    return None

ChexifyChecks = made(_ChexifyChecks, user=jax.experimental.checkify.user_checks, nan=jax.experimental.checkify.nan_checks, index=jax.experimental.checkify.index_checks, div=jax.experimental.checkify.div_checks, float=jax.experimental.checkify.float_checks, automatic=jax.experimental.checkify.automatic_checks, all=jax.experimental.checkify.all_checks)

def with_jittable_assertions(fn, async_check: bool=True):
    return fn
