"""Numbers that count with a loop: what hands the count on, and what ends it."""

from __future__ import annotations

import pytest

from pytreelint.model.values.counting import counted_by
from pytreelint.model.values.sites import FreshArgument
from tests.model.snippets import Snippet

PROGRAM = """
import itertools, math
step = eqx.filter_jit(lambda x, n: x * n)
def half(n): return n / 2
class Bar:
    def __init__(self, items): self.items = items
    def __enter__(self): return self.items
    def __exit__(self, *args): pass
class Holder:
    def __init__(self): self.n = 0
    def one(self, x):
        self.n += 1
        return x
    @property
    def next(self): return self.n + 1
def main(xs, cond, k):
    n, rate, held = 0, 1.0, Holder()
    for i, x in enumerate(xs):
        {body}
main(unknown(), unknown(), 3)
"""

COUNTS = [
    "step(x, i)",
    "step(x, float(i))",
    "step(x, -i + 1)",
    "step(x, 0.5 * i ** 2)",
    "step(x, i * (i + 1))",
    "step(x, min(i / 10, 1.0))",
    "step(x, max(k, i))",
    "step(x, round(i / 3, 2))",
    "step(x, math.exp(-i))",
    "step(x, half(i))",
    "step(x, (lambda m: m + 1)(i))",
    "n += 1; step(x, n)",
    "step(x, n); n += 2",
    "step(x, n); n = n + 1",
    "step(x, rate); rate *= 0.9",
    "step(x, held.n); held.n += 1",
    "step(held.one(x), held.n)",
    "held.one(x); step(x, held.next)",
    "for j in range(k): step(x, i)",
    "with Bar(range(k)) as items:\n            for j in items: step(x, j)",
    "step(jax.tree.map(lambda v: v * i, x), i)",
    "[step(x, j) for j in itertools.count()]",
]
SAME = [
    "step(x, k)",
    "step(x, i // 8)",
    "step(x, i % 2)",
    "step(x, int(i / 8))",
    "step(x, 0 * i)",
    "step(x, (i + 1) - i)",
    "step(x, jnp.asarray(i))",
    "n = 0; n += 1; step(x, n)",
    "step(x, n); n = 3",
    "step(x, i if cond else 0)",
    "m = 0; m += 1; step(x, n); n = m",
    "held = Holder(); held.one(x); step(x, held.n)",
    "fresh = half(4); step(x, fresh)",
]


@pytest.mark.parametrize("body", COUNTS)
def test_counts(body: str) -> None:
    assert counters(body) == 1


@pytest.mark.parametrize("body", SAME)
def test_the_same_number_in_most_iterations(body: str) -> None:
    assert counters(body) == 0


def test_a_branch_takes_only_some_iterations() -> None:
    assert counters("step(x, n)\n        if cond: n += 1") == 0


def test_after_the_loop_a_count_is_a_number() -> None:
    assert counters("pass\n    step(x, i)") == 0
    value = Snippet("for i in range(unknown()): pass").value("i")
    assert counted_by(value) is not None


def counters(body: str) -> int:
    """Returns the number of calls that get a counter."""
    sites = Snippet(PROGRAM.format(body=body)).sites()
    return len({site.node for site in sites if isinstance(site, FreshArgument) and site.counter})
