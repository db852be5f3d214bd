"""Every public name has a docstring with an example, and the examples are run."""

from __future__ import annotations

import doctest
import inspect
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import pytreelint.runtime as runtime

# Instances, which have no docstring of their own to look at.
_VALUES = {"is_trainable"}


@pytest.mark.parametrize("name", sorted(set(runtime.__all__) - _VALUES))
def test_example(name: str) -> None:
    value: Any = getattr(runtime, name)
    doc = inspect.getdoc(value)
    assert doc is not None
    names = {"jax": jax, "jnp": jnp, "np": np, **{n: getattr(runtime, n) for n in runtime.__all__}}
    test = doctest.DocTestParser().get_doctest(doc, names, name, None, None)
    assert test.examples, f"{name} has no example"
    failed: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=failed.append)
    assert not failed, "".join(failed)
    if not inspect.isclass(value):
        assert all(f"{heading}:" in doc for heading in ("Args", "Returns")), f"{name} says no arguments or returns"
