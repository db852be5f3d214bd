"""The judge finds what a fix would break: broken texts written by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fixtures.oracle import Oracle
from tests.search.judging import FRESH, Fixed, Runs, judged
from tests.search.program import Program

HEAD = "import equinox as eqx\nimport jax\nimport jax.numpy as jnp\n\ntraces = 0\n\n\n"
BODY = "def f(x, name='a'):\n    global traces\n    traces += 1\n    return x * 2 if name == 'a' else x * 3\n\n\n"
CALL = f"{HEAD}@jax.jit\n{BODY}out = f(jnp.ones(2), 'b')\nout_traces = traces\n"
RUNS = f"{HEAD}@jax.jit\n{BODY}outs = [f(v) for v in (1.0, 2.0)]\nout_traces = traces\n"
FIRST = RUNS + "out = f(jnp.ones(2), 'b')\n"
GRADIENT = f"{HEAD}model = {{'w': jnp.ones(2), 'name': 'a'}}\nout = jax.grad(lambda m: m['w'].sum())(model)\n"
OTHER = f"{HEAD}@jax.jit\n{BODY}out = f(jnp.ones(2) + 'a', 'b')\n"
# A program, what is said to have become of it, and what is wrong with that.
CASES = {
    "traces of a program that ran": (RUNS, RUNS.replace("jax.jit", "eqx.filter_jit"), "changed"),
    "traces before it raised": (FIRST, FIRST.replace("jax.jit", "eqx.filter_jit"), "changed"),
    "an error where there was none": (RUNS, f"{RUNS}raise ValueError\n", "broken"),
    "nothing repaired": (CALL, CALL.replace("@jax.jit", "@jax.jit  # here"), "still raises"),
    "another number": (CALL, CALL.replace("jax.jit", "eqx.filter_jit").replace("x * 3", "x * 4"), "wrong"),
    "more traces": (CALL, CALL.replace("jax.jit", "eqx.filter_jit").replace("+= 1", "+= 2"), "traces"),
    "another print": (RUNS + "print(1)\n", RUNS + "print(2)\n", "changed"),
    "another gradient": (GRADIENT, GRADIENT.replace("jax.grad", "(lambda f: lambda m: {**m, 'w': m['w']})"), "wrong"),
    "right": (CALL, CALL.replace("jax.jit", "eqx.filter_jit"), ""),
    "a right gradient": (GRADIENT, GRADIENT.replace("jax.grad", "eqx.filter_grad"), ""),
    "an error of its own": (OTHER, OTHER.replace("jax.jit", "eqx.filter_jit"), ""),
}


def case(name: str, left: tuple[str, ...] = ()) -> Fixed:
    before, after, _ = CASES[name]
    return Fixed(Program("text", (("name", name),), before), "runtime", after, ("PTL201",), left)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    oracle = Oracle(workers=1)
    session = Runs(oracle, tmp_path_factory.mktemp("runs"))
    for before, after, _ in CASES.values():
        session.queue(before)
        session.queue(before, closing=FRESH)
        session.queue(after)
    session.finish()
    yield session
    oracle.close()


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_found(name: str, runs: Runs) -> None:
    assert [failure.kind for failure in judged(case(name), runs)] == [CASES[name][2]] * bool(CASES[name][2])


def test_what_is_left_may_raise(runs: Runs) -> None:
    assert list(judged(case("nothing repaired", ("PTL201",)), runs)) == []


def test_a_failure_shows_the_program_before_and_after(runs: Runs) -> None:
    (failure,) = judged(case("another number"), runs)
    assert failure.name == "runtime: text: another number"
    assert all(text in str(failure) for text in (*CASES["another number"][:2], "should be"))
