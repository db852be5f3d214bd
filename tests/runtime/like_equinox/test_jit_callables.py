"""Compiled modules, methods and other callables: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh
    size: int = eqx.field(static=True, default=3)

    def __call__(self, x: Any, *, scale: Any = 1) -> Any:
        return self.act(self.w * x) * scale

    def method(self, x: Any) -> Any:
        return self.w + x

    def parts(self, x: Any) -> Any:
        return self.w + 1, x + 1


@programs
def a_module_as_the_function(api: Any) -> Any:
    f = api.filter_jit(Layer(jnp.arange(2.0)))
    return f(1.0), f(jnp.ones(2), scale=2), f(x=jnp.ones(2))


@programs
def traces_of_modules_as_the_function(api: Any) -> Any:
    traces: list[None] = []

    class Counter(eqx.Module):
        w: Any

        def __call__(self, x: Any) -> Any:
            traces.append(None)
            return self.w * x

    for w in (jnp.ones(2), jnp.zeros(2), jnp.ones(3), 1, 1, 2):
        api.filter_jit(Counter(w))(jnp.ones(()))
    return len(traces)


@programs
def bound_method_of_a_module(api: Any) -> Any:
    f = api.filter_jit(Layer(jnp.arange(2.0)).method)
    return f(1.0), f(jnp.ones(2))


@programs
def decorated_methods(api: Any) -> Any:
    class Model(eqx.Module):
        w: Any

        @api.filter_jit
        def __call__(self, x: Any, y: Any = 2) -> Any:
            return self.w * x * y

        @api.filter_jit(donate="none")
        def other(self, x: Any) -> Any:
            return self(x) + 1

        @classmethod
        @api.filter_jit
        def of_class(cls, x: Any) -> Any:
            return x, cls.__name__

        @staticmethod
        @api.filter_jit
        def static(x: Any) -> Any:
            return x + 1

        @property
        @api.filter_jit
        def doubled(self) -> Any:
            return self.w * 2

    m = Model(jnp.arange(2.0))
    return (
        m(1.0), m(1.0, 3), m(x=1.0, y=jnp.ones(2)), m.other(2.0), Model.other(m, 2.0), Model.__call__(m, 1.0),
        m.of_class(1), Model.of_class(jnp.ones(1)), m.static(1), Model.static(jnp.ones(1)), m.doubled,
    )  # fmt: skip


@programs
def traces_of_a_decorated_method(api: Any) -> Any:
    traces: list[None] = []

    class Model(eqx.Module):
        w: Any

        @api.filter_jit
        def __call__(self, x: Any) -> Any:
            traces.append(None)
            return self.w * x

    counts = []
    for w, x in [(jnp.ones(2), 1), (jnp.zeros(2), 1), (jnp.zeros(2), 2), (jnp.zeros(3), 2), (1, 2), (1, 2)]:
        Model(w)(x)
        counts.append(len(traces))
    return counts


@programs
def a_decorated_method_of_a_plain_class(api: Any) -> Any:
    class Plain:
        def __init__(self, n: int) -> None:
            self.n = n

        @api.filter_jit
        def scaled(self, x: Any) -> Any:
            return x * self.n

    one, two = Plain(1), Plain(2)
    return one.scaled(jnp.ones(2)), two.scaled(jnp.ones(2)), one.scaled(jnp.ones(2)), Plain.scaled(two, jnp.ones(1))


@programs
def an_inherited_decorated_method(api: Any) -> Any:
    class Base(eqx.Module):
        w: Any

        @api.filter_jit
        def run(self, x: Any) -> Any:
            return self.inner(x)

        def inner(self, x: Any) -> Any:
            return self.w + x

    class Derived(Base):
        def inner(self, x: Any) -> Any:
            return self.w * x

    class Super(Base):
        def run(self, x: Any) -> Any:
            return super().run(x) + 100

    return Base(jnp.ones(2)).run(3), Derived(jnp.ones(2)).run(3), Super(jnp.ones(2)).run(3)


@programs
def a_bound_method_is_a_tree(api: Any) -> Any:
    class Model(eqx.Module):
        w: Any

        @api.filter_jit
        def run(self, x: Any) -> Any:
            return self.w + x

    bound = Model(jnp.ones(2)).run
    doubled = jax.tree.map(lambda leaf: leaf * 2 if eqx.is_array(leaf) else leaf, bound)
    return doubled(1), [leaf for leaf in jax.tree.leaves(bound) if eqx.is_array(leaf)]


@programs
def a_jitted_function_as_an_argument(api: Any) -> Any:
    inner = api.filter_jit(lambda x: x + 1)
    return api.filter_jit(lambda f, x: f(f(x)))(inner, jnp.ones(2)), api.filter_jit(inner)(jnp.ones(2))


@programs
def arrays_of_a_jitted_module_are_leaves(api: Any) -> Any:
    f = api.filter_jit(Layer(jnp.arange(2.0)))
    arrays = [leaf for leaf in jax.tree.leaves(f) if eqx.is_array(leaf)]
    twice = jax.tree.map(lambda leaf: leaf * 2 if eqx.is_array(leaf) else leaf, f)
    return arrays, twice(1.0)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
