"""Fixes of PTL301 and PTL305, run under JAX: what the program says before, what it says after, which tier it takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check
from tests.fixtures.oracle import Oracle
from tests.rules.test_written import fixed

HEAD = """\
from functools import partial

import jax
import jax.numpy as jnp
import jax.random as jr


@partial(jax.jit, donate_argnums=0)
def step(params, batch):
    return jax.tree.map(lambda p: p - 0.25 * batch.sum(), params), batch.mean()


batches = [jnp.ones(2), jnp.ones(3)]


"""
TRAIN = """\
def train(params):
    for batch in batches:
        {line}
    return {after}


print(train({{"w": jnp.ones(2)}}))
"""
DRIFT = """\
def drift(params):
    old = params
    params, _ = step(params, batches[0])
    return {after}


print(drift({{"w": jnp.ones(2)}}))
"""
TWICE = """\
@partial(jax.jit, donate_argnums=0)
def twice(x):
    return 2 * x


def both(x):
    y = twice(x)
    return x + y


print(both(jnp.ones(2)))
"""
LOOP = """\
    found = []
    for _ in range(2):
        found.append(jr.normal(key))
    return found"""
# a program, what stands in the repaired one, what that prints
SAFE = {
    "the next iteration gets the result": (
        TRAIN.format(line="new, loss = step(params, batch)  # one step", after="new['w']"),
        "        new, loss = step(params, batch)  # one step\n        params = new\n",
        "[-0.25 -0.25]",
    ),
    "nobody reads the result": (
        TRAIN.format(line="_, loss = step(params, batch)", after="params['w']"),
        "        params, loss = step(params, batch)\n",
        "[-0.25 -0.25]",
    ),
}
UNSAFE = {
    "nobody reads the state": (
        TRAIN.format(line="_, loss = step(params, batch)", after="loss"),
        "        params, loss = step(params, batch)\n",
        "1.0",
    ),
    "the old one is used, too": (
        DRIFT.format(after="new['w'] - params['w']").replace("params, _", "new, _"),
        "    new, _ = step(jax.tree.map(jnp.copy, params), batches[0])\n",
        "[-0.5 -0.5]",
    ),
    "another name is no copy": (
        DRIFT.format(after="old['w'] * 2"),
        "    old = jax.tree.map(jnp.copy, params)\n",
        "[2. 2.]",
    ),
    "an array": (TWICE, "    y = twice(jnp.copy(x))\n", "[3. 3.]"),
}
SAME = """\
def draw(key, size):
{body}


first, second = draw(jr.key(0), 3)
print(bool((first == second).all()))
"""
SPLIT = {
    "before the first draw": (
        SAME.format(body="    a = jr.normal(key, (size,))\n    b = jr.normal(key, (size,))\n    return a, b"),
        "    key, subkey = jr.split(key)\n    a = jr.normal(subkey, (size,))\n    b = jr.normal(key, (size,))\n",
    ),
    "in one statement": (
        SAME.format(body="    return jr.normal(key, (size,)), jr.normal(key, (size,))"),
        "    key, subkey = jr.split(key)\n    return jr.normal(subkey, (size,)), jr.normal(key, (size,))\n",
    ),
    "in a loop": (
        SAME.format(body=LOOP),
        "    for _ in range(2):\n        key, subkey = jr.split(key)\n        found.append(jr.normal(subkey))\n",
    ),
    "in a comprehension": (
        SAME.format(body="    return [jr.normal(key, (size,)) for _ in range(2)]"),
        "    return [jr.normal(subkey, (size,)) for subkey in jr.split(key, 2)]\n",
    ),
    "in a comprehension that counts": (
        SAME.format(body="    return [0 * i + jr.normal(key) for i in range(2)]"),
        "[0 * i + jr.normal(subkey) for i, subkey in zip(range(2), jr.split(key, 2))]\n",
    ),
    "where the name is taken": (
        SAME.format(
            body="    subkey = key\n    a = jr.normal(key, (size,))\n    b = jr.normal(key, (size,))\n    return a, b"
        ),
        "    key, subkey_2 = jr.split(key)\n    a = jr.normal(subkey_2, (size,))\n",
    ),
}
NONE = {
    "a key of the function around": SAME.format(
        body="    def one():\n        return jr.normal(key, (size,)), jr.normal(key, (size,))\n    return one()"
    ),
    "an attribute": "class Noise:\n    def __init__(self, key):\n        self.key = key\n\n    def pair(self):\n"
    "        return jr.normal(self.key), jr.normal(self.key)\n\n\nprint(Noise(jr.key(0)).pair())\n",
    "a lambda": "pair = lambda key: (jr.normal(key), jr.normal(key))\nprint(pair(jr.key(0)))\n",
    "the test of a while": SAME.format(
        body="    while jr.normal(key) < -9:\n        pass\n    return jr.normal(key), jr.normal(key)[None]"
    ).replace("[None]", ""),
}


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    session = Oracle()
    yield session
    session.close()


def said(text: str, folder: Path, oracle: Oracle) -> tuple[int, str]:
    file = folder / f"run_{len(list(folder.iterdir()))}.py"  # an oracle runs a file once
    file.write_text(text, encoding="utf-8")
    outcome = oracle.run(file).result()
    return outcome.exit, outcome.stdout.strip()


@pytest.mark.parametrize("name", [*SAFE, *UNSAFE])
def test_a_deleted_array_is_none_any_more(name: str, tmp_path: Path, oracle: Oracle) -> None:
    program, expected, output = SAFE[name] if name in SAFE else UNSAFE[name]
    assert said(HEAD + program, tmp_path, oracle)[0] == 1
    after = fixed(HEAD + program, tmp_path, unsafe=name in UNSAFE)
    assert expected in after
    assert said(after, tmp_path, oracle) == (0, output)


@pytest.mark.parametrize("name", UNSAFE)
def test_a_safe_run_leaves_what_is_not_certain(name: str, tmp_path: Path) -> None:
    assert fixed(HEAD + UNSAFE[name][0], tmp_path) == HEAD + UNSAFE[name][0]


@pytest.mark.parametrize("name", SPLIT)
def test_equal_draws_differ(name: str, tmp_path: Path, oracle: Oracle) -> None:
    program, expected = SPLIT[name]
    assert said(HEAD + program, tmp_path, oracle) == (0, "True")
    after = fixed(HEAD + program, tmp_path, unsafe=True)
    assert expected in after
    assert said(after, tmp_path, oracle) == (0, "False")
    assert fixed(HEAD + program, tmp_path) == HEAD + program


@pytest.mark.parametrize("name", NONE)
def test_no_split_where_it_would_not_run_as_often(name: str, tmp_path: Path) -> None:
    program = HEAD + NONE[name]
    after = fixed(program, tmp_path, unsafe=True)
    assert "split" not in after or name == "the test of a while"
    assert "split(key)\n    while" not in after


@pytest.mark.parametrize(("name", "expected"), [("draw.py", ["PTL305"]), ("test_draw.py", [])])
def test_nobody_minds_equal_draws_in_a_test(name: str, expected: list[str], tmp_path: Path) -> None:
    (tmp_path / name).write_text(HEAD + SPLIT["before the first draw"][0], encoding="utf-8")
    report = check([str(tmp_path / name)], load([str(tmp_path)]), cache=False, jobs=1)
    assert [finding.code for finding in report.findings] == expected
