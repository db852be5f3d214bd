"""Random programs whose static functions read what is bound anew between the calls.

What holds, after the rule of `jax.jit`, for which a function is itself:

- a function object that is called for the first time gives what it gives without any compilation;
- one that was called before gives what it would have given at some time since its first call (the trace may be old).

So no function ever gets the program of another one that reads something else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import jax.numpy as jnp
import pytest

from pytreelint.runtime import filter_jit
from tests.part import THOROUGH

PRELUDE = """
import dataclasses, enum, functools, math, types
import equinox as eqx, jax, jax.numpy as jnp, numpy as np
from pytreelint.runtime import filter_grad, filter_jit, filter_vmap

S0, S1, T, FS, FLAG = 1.0, 2.0, (1.0, 2.0), frozenset({1.0}), False
BOX, TABLE, ARRAY = [1.0], {"k": 1.0}, np.ones(())
MODULE = types.ModuleType("settings")
MODULE.b = 1.0

class Cfg:
    a = 1.0
    @classmethod
    def twice(cls): return 2 * cls.a
    @staticmethod
    def scaled(): return 3 * S1

class Plain:
    def __init__(self): self.k = 1.0
    def m(self, x): return x * (self.k + S0)

class Child(Plain):
    @property
    def p(self): return S1
    def m(self, x): return super().m(x) + self.p

@dataclasses.dataclass(frozen=True)
class Rate:
    r: float
    f: object = None
    def m(self, x): return x * (self.r + S1)

class Net(eqx.Module):
    w: float
    act: object
    def __call__(self, x): return self.act(x * self.w) + S0
    def m(self, x): return self(x) * 2

class Color(enum.Enum):
    A = 1.0
    def v(self): return self.value + S0

OBJ, CHILD, RATE, COLOR = Plain(), Child(), Rate(1.0), Color.A
NET = Net(2.0, lambda x: x * S1)
def h0(x): return x * S0
def h1(x): return h0(x) + (lambda y: y * S1)(x)
def h2(x, n=2): return x * S1 if n == 0 else h2(x, n - 1)
def even(x, n=3): return odd(x, n - 1) if n else x * S0
def odd(x, n=3): return even(x, n - 1) if n else x * S1
PART = functools.partial(h1)
JITTED = filter_jit(lambda x: x * 2)
RULE = jax.custom_jvp(lambda x: x * S1)
RULE.defjvp(lambda p, t: (RULE(*p), t[0] * S1))
"""

READS = (
    *(
        "S0",
        "S1",
        "T[0]",
        "sum(FS)",
        "int(FLAG)",
        "BOX[0]",
        "TABLE['k']",
        "float(ARRAY)",
        "MODULE.b",
        "Cfg.a",
        "v",
        "d",
    ),
    *(
        "Cfg.twice()",
        "Cfg.scaled()",
        "getattr(Cfg, 'a')",
        "Cfg().a",
        "OBJ.k",
        "OBJ.m(1.0)",
        "CHILD.m(1.0)",
        "Child().p",
    ),
    *("RATE.r", "RATE.m(1.0)", "Rate(2.0).m(1.0)", "NET.w", "NET(1.0)", "NET.m(1.0)", "COLOR.v()", "Color.A.v()"),
    *(
        "h0(1.0)",
        "h1(1.0)",
        "h2(1.0)",
        "even(1.0)",
        "PART(1.0)",
        "RULE(1.0)",
        "JITTED(1.0)",
        "jnp.float32(S0)",
        "np.pi",
    ),
    *("(lambda: S1)()", "sum(S0 for _ in [0])", "[S1 for _ in [0]][0]", "math.floor(S1)", "next(map(h0, [1.0]))"),
    *("functools.partial(h0)(1.0)", "globals()['S0']", "eval('S1')", "(v if S0 else d)", "type('Made', (Cfg,), {}).a"),
)
MAKERS = (
    "lambda x: x * ({0})",
    "(lambda w: lambda x: x * ({0} + w))(v)",
    "functools.partial(lambda w, x: x * (w + {0}), {1})",
    "functools.partial(lambda x, w=1.0: x * (w + {0}), w=v)",
    "(lambda f: lambda x: f(x) + {1})(lambda x: x * ({0}))",
    "jax.checkpoint(lambda x: x * ({0}))",
    "jax.grad(lambda x: x * ({0}))",
    "filter_grad(lambda x: x * ({0}))",
    "functools.wraps(h1)(lambda x: x * ({0}))",
    "Rate(v, None).m",
    "Rate(v, lambda x: x).m",
    "(lambda r: lambda x: r.f(x) * r.r)(Rate(v, lambda x: x * ({0})))",
    "(lambda n: lambda x: n(x))(Net(v, lambda x: x * ({0})))",
    "types.MethodType(lambda w, x: x * (w + {0}), v)",
    "functools.partial(Plain.m, OBJ)",
    "functools.partial(h0)",
    "(lambda m: lambda x: x * m.b)(MODULE)",
    "(lambda c: lambda x: x * c.a)(Cfg)",
)
VALUES = ("1", "1.0", "True", "2.0", "0.0", "3")
CHANGES = (
    *("S0 = {0}", "S1 = {0}", "T = ({0}, 1)", "FS = frozenset(({0},))", "FLAG = bool({0})", "BOX[0] = {0}"),
    *("TABLE['k'] = {0}", "ARRAY[...] = {0}", "MODULE.b = {0}", "Cfg.a = {0}", "OBJ.k = {0}", "CHILD.k = {0}"),
    *("RATE = Rate({0})", "NET = Net({0}, lambda x: x * S0)", "NET = Net({0}, lambda x: x * S1)", "Color.A.v()"),
    *("def h0(x): return x + {0}", "def h0(x): return x * S0", "PART = functools.partial(h0)", "OBJ = Plain()"),
    *(
        "Plain.m = lambda self, x: x * {0}",
        "Cfg.scaled = staticmethod(lambda: {0} + S0)",
        "Child.p = property(lambda self: S0)",
    ),
)


class Program:
    """One random program: a namespace, and the function objects that are kept."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.known: dict[str, Any] = {"__name__": __name__}
        exec(compile(PRELUDE, "<program>", "exec"), self.known)
        self.makers = [self._maker(i) for i in range(4)]
        self.apply: Any = filter_jit(lambda f, x: f(x))
        self.kept: list[tuple[Any, str, set[float]]] = []

    def _maker(self, i: int) -> Callable[..., Any]:
        some = [" + ".join(self.random.sample(READS, self.random.randint(1, 3))) for _ in range(2)]
        self.source = self.random.choice(MAKERS).format(*(f"({reads})" for reads in some))
        exec(compile(f"def make{i}(v, d={i}.0): return {self.source}", "<program>", "exec"), self.known)
        self.known[f"make{i}"].source = self.source
        made: Callable[..., Any] = self.known[f"make{i}"]
        return made

    def value(self, f: Any, source: str) -> float:
        """What a function gives as it is now, uncompiled; `jax.checkpoint` keeps its first trace even so."""
        plain = f.__wrapped__ if source.startswith("jax.checkpoint(") else f
        return float(plain(jnp.ones(())))

    def steps(self, n: int) -> Iterator[tuple[str, float, set[float]]]:
        """What was called, what came of it, and what may."""
        for _ in range(n):
            if self.random.random() < 0.5:
                self._change()
                continue
            if self.kept and self.random.random() < 0.3:
                f, source, values = self.random.choice(self.kept)
            else:
                make = self.random.choice(self.makers)
                f, source, values = make(eval(self.random.choice(VALUES))), make.source, set()  # type: ignore[attr-defined]
                self.kept = [*self.kept, (f, source, values)][-6:]
            values.add(self.value(f, source))
            size = self.random.choice((1, 1, 2))
            # A sum, so that one number is compared for each size; gradients are for scalars only.
            x = jnp.ones(()) if "grad(" in source or size == 1 else jnp.ones(size)
            yield source, float(jnp.asarray(self.apply(f, x)).mean()), values

    def _change(self) -> None:
        change = self.random.choice(CHANGES).format(self.random.choice(VALUES))
        exec(compile(change, "<program>", "exec"), self.known)
        for f, source, values in self.kept:
            values.add(self.value(f, source))


def wrong(seed: int, n: int) -> list[tuple[str, float, set[float]]]:
    """The calls of a program that gave what they may not."""
    return [
        (source, got, allowed)
        for source, got, allowed in Program(seed).steps(n)
        if not any(abs(got - value) < 1e-5 * max(1, abs(value)) for value in allowed)
    ]


@pytest.mark.parametrize("seed", range(12 if THOROUGH else 3))
def test_no_function_gets_the_program_of_another(seed: int) -> None:
    assert wrong(seed, 40) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 400))
def test_no_function_gets_the_program_of_another_in_many_programs(seed: int) -> None:
    assert wrong(seed, 80) == []
