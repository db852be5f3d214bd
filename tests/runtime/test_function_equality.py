"""Functions are equal for `filter_jit` only where they cannot act differently; for JAX and Equinox, if they are one.

Each scenario is run with no compilation at all, with Equinox's `filter_jit` and with ours. A function object that was
called before may go on with what it read then, as under `jax.jit`; so scenarios make new ones, unless they say so.
"""

# ruff: noqa: B008, B009, B010, B023, B024, RUF015

from __future__ import annotations

import abc
import contextvars
import dataclasses
import enum
import functools
import itertools
import math
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_grad, filter_jit
from tests.part import THOROUGH, part

SCALE: Any = 1.0
HELPER: Any = None
ONE = jnp.ones(())
Run = Callable[[Callable[..., Any]], float]


class Settings:
    scale = 1.0

    @classmethod
    def doubled(cls) -> float:
        return 2 * cls.scale


class Net(eqx.Module):
    w: float

    def __call__(self, x: Any) -> Any:
        return self.w * x * SCALE


@dataclasses.dataclass(frozen=True)
class Config:
    rate: float
    act: Any = None


class Point(NamedTuple):
    rate: float


class Color(enum.Enum):
    RED = 1

    def scaled(self) -> Any:
        return self.value * SCALE


module = types.ModuleType("settings_of_a_user")
context = contextvars.ContextVar("context", default=1.0)


def set_global(value: Any) -> None:
    global SCALE
    SCALE = value


def read_global(x: Any) -> Any:
    return x * SCALE


def through_helper(x: Any) -> Any:
    return read_global(x)


def even(n: int, x: Any) -> Any:
    return x * SCALE if n == 0 else odd(n - 1, x)


def odd(n: int, x: Any) -> Any:
    return even(n - 1, x)


def over_globals(run: Run) -> Iterator[float]:
    for value in (1.0, 2.0, 1.0, True, 1):
        set_global(value)
        yield run(lambda x: x * SCALE)
        yield run(lambda x: (lambda y: y * SCALE)(x))
        yield run(lambda x: sum(y * SCALE for y in [x]))
        yield run(lambda x: through_helper(x))
        yield run(lambda x: even(4, x))
        yield run(functools.partial(lambda k, x: k * x * SCALE, 2.0))
        yield run(functools.partial(read_global))
        yield run(lambda x: functools.partial(read_global)(x))
        yield run(lambda x: list(map(read_global, [x]))[0])
        yield run(lambda x: Net(2.0)(x))
        yield run(lambda x: Color.RED.scaled() * x)
        yield run(lambda x: globals()["SCALE"] * x)
        yield run(lambda x: eval("SCALE") * x)
        yield run(lambda x, f=jax.vmap(lambda y: y * SCALE, in_axes=None, axis_size=1): f(x)[0])
        yield run(jax.checkpoint(lambda x: x * SCALE))
        yield run(jax.grad(lambda x: x * SCALE))
        yield run(filter_grad(lambda x: x * SCALE))
        yield run(lambda x: sys._getframe(0).f_globals["SCALE"] * x)


def over_cells(run: Run) -> Iterator[float]:
    net, config, point = Net(2.0), Config(2.0), Point(2.0)
    for value in (1.0, 2.0, 1.0):
        set_global(value)
        yield run(lambda x: net(x))
        yield run(lambda x, value=value: value * x)
        yield run(lambda x, *, value=value: value * x)
        yield run(lambda x, config=Config(value): config.rate * x)
        yield run(lambda x, config=config: config.rate * x)
        yield run(lambda x, point=Point(value): point.rate * x * point.rate)
        yield run(lambda x, point=point: point.rate * x)
        yield run(lambda x, f=functools.partial(read_global): f(x))
        yield run(lambda x, f=net.__call__: f(x))
        yield run(lambda x, a=jnp.float32(value): a * x)
        yield run(lambda x, a=np.float32(value): a * x)
        yield run(lambda x, a=frozenset({value}): sum(a) * x)
        yield run(lambda x, a=slice(0, int(value)): (a.stop - a.start) * x)
        yield run(lambda x, a=range(int(value)): len(a) * x)


def over_self(run: Run) -> Iterator[float]:
    class Trainer:
        rate = 1.0

        def scaled(self, x: Any) -> Any:
            return self.rate * x

    trainer, box, array, table = Trainer(), [1.0], np.ones(()), {"rate": 1.0}
    holder = types.SimpleNamespace(rate=1.0)
    for value in (1.0, 2.0, 3.0):
        trainer.rate, box[0], table["rate"], holder.rate = value, value, value, value
        array[...] = value
        yield run(lambda x: trainer.rate * x)
        yield run(lambda x: trainer.scaled(x))
        yield run(lambda x, f=trainer.scaled: f(x))
        yield run(functools.partial(lambda t, x: t.rate * x, trainer))
        yield run(functools.partial(trainer.scaled))
        yield run(functools.partial(lambda t, x: t["rate"] * x, table))
        yield run(functools.partial(lambda x, rate: rate[0] * x, rate=box))
        yield run(lambda x: box[0] * x)
        yield run(lambda x: float(array) * x)
        yield run(lambda x: table["rate"] * x)
        yield run(lambda x: holder.rate * x)
        yield run(lambda x, box=box: box[0] * x)
        yield run(lambda x, config=Config(1.0, box): config.act[0] * x)


def over_classes_and_modules(run: Run) -> Iterator[float]:
    for value in (1.0, 2.0, 1.0):
        Settings.scale = module.scale = value  # type: ignore[attr-defined]
        local, inner = module, Settings
        yield run(lambda x: Settings.scale * x)
        yield run(lambda x: Settings.doubled() * x)
        yield run(lambda x: Settings().scale * x)
        yield run(lambda x: getattr(Settings, "scale") * x)
        yield run(lambda x: module.scale * x)
        yield run(lambda x: local.scale * x)
        yield run(lambda x: inner.scale * x)
        yield run(lambda x: getattr(module, "scale") * x)
        yield run(lambda x, m=module: m.scale * x)
        yield run(lambda x: getattr(type("Made", (Settings,), {}), "scale") * x)


def over_attributes_of_functions(run: Run) -> Iterator[float]:
    def marked(x: Any) -> Any:
        return x * marked.scale  # type: ignore[attr-defined]

    def with_default(x: Any, scale: float = 1.0) -> Any:
        return x * scale

    for value in (1.0, 2.0, 1.0):
        marked.scale = value  # type: ignore[attr-defined]
        with_default.__defaults__ = (value,)
        yield run(lambda x: marked(x))
        yield run(lambda x: with_default(x))
        yield run(functools.wraps(marked)(lambda x: marked(x)))


def over_names_that_appear(run: Run) -> Iterator[float]:
    known: dict[str, Any] = {"jnp": jnp}
    code = "def f(x):\n    try:\n        return x * LATE\n    except NameError:\n        return x * 10\n"
    for late in (None, 2.0, 3.0):
        if late is not None:
            known["LATE"] = late
        exec(code, known)
        yield run(known["f"])
    compiled = compile("lambda x: x * scale", "<made>", "eval")
    for scale in (1.0, 2.0):
        yield run(eval(compiled, {"scale": scale}))


def over_what_jax_wraps(run: Run) -> Iterator[float]:
    for value in (1.0, 2.0, 1.0):
        set_global(value)

        @jax.custom_jvp
        def rule(x: Any) -> Any:
            return x * SCALE

        rule.defjvp(lambda primals, tangents: (rule(*primals), tangents[0] * SCALE))
        yield run(lambda x, rule=rule: rule(x))
        yield run(lambda x, rule=rule: jax.grad(rule)(x))
        yield run(rule)
        yield run(lambda x: KEPT_RULE(x))
        yield run(jax.jit(lambda x: x * SCALE))
        yield run(lambda x, f=jax.jit(lambda x: x * SCALE): f(x))
        yield run(np.vectorize(lambda x: SCALE) and (lambda x: x * np.vectorize(lambda _: SCALE)(1.0)))


KEPT_RULE = jax.custom_jvp(lambda x: x * SCALE)
KEPT_RULE.defjvp(lambda primals, tangents: (KEPT_RULE(*primals), tangents[0] * SCALE))


def over_objects_that_stay(run: Run) -> Iterator[float]:
    """The same object goes on with what it read, whatever was called between."""
    functions = [read_global, KEPT_RULE, Settings.doubled, functools.partial(read_global), Color.RED.scaled]
    functions[2:] = [functions[3], lambda x: SCALE * x, jax.jit(lambda x: SCALE * x)]
    for value in (1.0, 2.0, 1.0):
        set_global(value)
        for function in functions:
            yield run(function)


def over_caches_and_counters(run: Run) -> Iterator[float]:
    counter, values = itertools.count(), iter(range(100))

    @functools.cache
    def cached() -> Any:
        return SCALE

    @functools.singledispatch
    def dispatched(x: Any) -> Any:
        return x * SCALE

    for value in (1.0, 2.0, 1.0):
        set_global(value)
        cached.cache_clear()
        token = context.set(value)
        yield run(lambda x: cached() * x)
        yield run(lambda x: dispatched(x))
        yield run(lambda x: context.get() * x)
        yield run(lambda x: next(counter) * x)
        yield run(lambda x: next(values) * x)
        context.reset(token)


def over_monkeypatched(run: Run) -> Iterator[float]:
    kept = math.floor
    for value in (1, 2):
        setattr(math, "floor", lambda _, value=value: value)
        yield run(lambda x: math.floor(0.5) * x)
        setattr(jnp, "made_by_a_test", lambda x, value=value: x * value)
        yield run(lambda x: jnp.made_by_a_test(x))  # type: ignore[attr-defined]
    setattr(math, "floor", kept)
    delattr(jnp, "made_by_a_test")


def over_bound_methods(run: Run) -> Iterator[float]:
    class Scaler(abc.ABC):
        factor = 1.0

        @property
        def scale(self) -> Any:
            return SCALE

        @staticmethod
        def fixed(x: Any) -> Any:
            return x * SCALE

        @functools.cached_property
        def stored(self) -> Any:
            return SCALE

        def __call__(self, x: Any) -> Any:
            return x * self.scale * self.factor

    @dataclasses.dataclass(frozen=True)
    class Frozen(Scaler):
        rate: float

        def apply(self, x: Any) -> Any:
            return x * self.rate * self.scale * self.stored

    for value in (1.0, 2.0, 1.0):
        set_global(value)
        Scaler.factor = value
        yield run(Frozen(value).apply)
        yield run(Frozen(2.0).apply)
        yield run(lambda x, f=Frozen(2.0): f(x))
        yield run(lambda x, f=Frozen(2.0).apply: f(x))
        yield run(lambda x: Scaler()(x))
        yield run(lambda x: Scaler.fixed(x))


SCENARIOS = [value for name, value in globals().items() if name.startswith("over_")]


SOME = [pytest.param(each, marks=part(each.__name__), id=each.__name__) for each in SCENARIOS]


@pytest.mark.parametrize("scenario", SOME)
def test_a_new_function_is_never_taken_for_another(scenario: Callable[[Run], Iterator[float]]) -> None:
    def with_jit(jit: Any) -> Run:
        apply = jit(lambda f, x: f(x))
        return lambda f: float(apply(f, ONE))

    ours = [*scenario(with_jit(filter_jit))]
    keeps_old = scenario in (over_caches_and_counters, over_objects_that_stay)
    if not keeps_old:
        assert ours == [*scenario(with_jit(lambda f: f))]
    if keeps_old or THOROUGH:  # compiling all twice takes long
        assert ours == [*scenario(with_jit(eqx.filter_jit))]
