"""A removed name is replaced only where each use means the same with today's name; its arguments go with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings

HEAD = "from functools import partial\n\nimport equinox as eqx\nimport jax\nimport jax.numpy as jnp\n\n"
SHARD_MAP = "from jax.experimental.shard_map import shard_map\n"


def fixed(folder: Path, program: str) -> tuple[str | None, str]:
    """The tier of the only fix, and the program that it makes, without the head."""
    from pytreelint.engine.fixing import plan

    path = folder / "main.py"
    path.write_text(HEAD + program, encoding="utf-8")
    settings = Settings(root=str(folder))
    report = check([str(path)], settings, cache=False)
    tiers = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    planned = plan([str(path)], settings, lambda finding: True, report, {}).fixed.get(str(path))
    text = planned.text if planned is not None else HEAD + program
    return (tiers.pop() if len(tiers) == 1 else None), "\n".join(text.splitlines()[-program.count("\n") :])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("jax.tree_map(f, *trees)\n", "jax.tree.map(f, *trees)"),
        ("g = partial(jax.tree_map, f)\n", "g = partial(jax.tree.map, f)"),
        ("jax.lax.pvary(x, 'i')\n", "jax.lax.pcast(x, 'i', to='varying')"),
        ("jax.random.shuffle(key, x)\n", "jax.random.permutation(key, x, independent=True)"),
        ("jnp.msort(x)\n", "jnp.sort(x, axis=0)"),
        ("jax.lax.zeros_like_array(x=y)\n", "jnp.zeros_like(a=y)"),
        ("def f(key: jax.random.KeyArray | None): ...\n", "def f(key: jax.Array | None): ..."),
        ("jax.clear_backends()\n", "clear_backends()"),
        ("p = jax.core.Primitive('p')\n", "p = Primitive('p')"),
        ("jax.experimental.stax.Dense(2)\n", "stax.Dense(2)"),
        (
            SHARD_MAP + "g = shard_map(f, mesh, i, o, check_rep=False)\n",
            "from jax import shard_map\ng = shard_map(f, mesh=mesh, in_specs=i, out_specs=o, check_vma=False)",
        ),
        (
            SHARD_MAP + "@partial(shard_map, mesh=m, in_specs=i, out_specs=o, check_rep=True)\ndef g(x): ...\n",
            SHARD_MAP.replace("jax.experimental.shard_map", "jax")
            + "@partial(shard_map, mesh=m, in_specs=i, out_specs=o, check_vma=True)\ndef g(x): ...",
        ),
        (
            SHARD_MAP + "g = partial(shard_map, mesh=m, in_specs=i, out_specs=o)(f)\n",
            "from jax import shard_map\ng = partial(shard_map, mesh=m, in_specs=i, out_specs=o)(f)",
        ),
    ],
)
def test_safe(tmp_path: Path, before: str, after: str) -> None:
    assert fixed(tmp_path, before) == ("safe", after)


@pytest.mark.parametrize(
    "program",
    [
        "jax.tree_map(f, tree, extra=1)\n",
        SHARD_MAP + "g = shard_map(f, mesh, i, o, False, frozenset())\n",
        SHARD_MAP + "g = shard_map(f, mesh, i, o, auto=frozenset('x'))\n",
        SHARD_MAP + "g = shard_map(f, **options)\n",
        SHARD_MAP + "g = shard_map(*arguments)\n",
        SHARD_MAP + "g = shard_map(f=f, mesh=mesh, in_specs=i, out_specs=o)\n",
        SHARD_MAP + "wrap = partial(shard_map, mesh=mesh)\n",
        SHARD_MAP + "wrap = shard_map\n",
        SHARD_MAP,
        SHARD_MAP + "g = shard_map(f, mesh, i, o)\n\ndef h(shard_map): ...\n",
        "x = map(jnp.msort, xs)\n",
        "jax.experimental.stax.missing(2)\n",
        "f(jax.linear_util)\n",
        "eqx.experimental.set_state(i, 1)\n",
        "eqx.experimental.StateIndex()\n",
    ],
)
def test_withheld(tmp_path: Path, program: str) -> None:
    assert fixed(tmp_path, program) == (None, program.rstrip("\n"))


@pytest.mark.parametrize(
    "program",
    [
        "isinstance(x, jax.random.KeyArray)\n",
        "Key = jax.random.KeyArray\n",
        "jnp.in1d(x, y)\n",
        "bn = eqx.experimental.BatchNorm(2, axis_name='b')\n",
        "jax.sharding.use_mesh(mesh)\n",
    ],
)
def test_unsafe(tmp_path: Path, program: str) -> None:
    tier, text = fixed(tmp_path, program)
    assert tier == "unsafe"
    assert text != program.rstrip("\n")
