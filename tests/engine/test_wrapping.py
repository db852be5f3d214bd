"""Lines that a fix has made too long are broken as `ruff format` breaks them, and nothing else is."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.engine.wrapping import wrapped
from pytreelint.model.text.source import Source

A, B, C = "a" * 32, "b" * 28, "c" * 30
LINES = [
    f"per = filter_jit(filter_vmap(filter_grad(lambda m, x: m(x), argnums=0), in_axes=(None, if_array(0))), {A}={B})",
    "hess = filter_jit(jax.vmap(jax.hessian(lambda x, m: m(x)), in_axes=(0, None)), dynamic=is_arr)(jnp.ones(3), net)",
    "print(filter_jit(jax.vmap(jax.hessian(lambda x, m: m(x)), in_axes=(0, None)), dynamic=is_array)(aaaaa).shape)",
    f"x = jnp.ones({A}) + jnp.zeros({B}{C})",
    f"compiled = partial(jax.jit, static_argnums=(1, 2))(lambda model, {A}, {B}: 1)",
    f"a, b = filter_scan(lambda c, x: (c, x), ({A}, {B}), xs_that_are_long)",
    f"y = [f(x) for x in {A} if {B} and {C}]",
    f'new_state = filter_jit(step)({A}, {B}, key={C})["k"]',
    f"params = jax.tree.map(lambda p, g: p - 0.1 * g, model, filter_grad(loss)(model, {A}, {B}))",
    f"loss, grads = filter_value_and_grad({A}, has_aux=True)(model, {B})",
    f"f(filter_jit(step)({A})(1), filter_jit(g)({B}), {C}, dict(a=1, b=[2, 3]))",
    f"compiled = filter_jit(\n    filter_vmap({A}, in_axes=(None, if_array(0))), inline=True, {B}=1\n)",
    f"compiled = filter_jit(\n    filter_vmap({A}, in_axes=(None, if_array(0), if_array(1))),\n    inline=True,\n)",
    f"def f(x):\n    return filter_jit(g, dynamic=is_array_like)(x, {A}, {B})",
    f'@partial(filter_jit, static_argnames=("{A}", "{B}"), donate_argnums=(0,))\ndef f(x):\n    return x',
]
SHORT = Source("/f.py", "x = 1\n", "utf-8", False, "")


@pytest.mark.parametrize("line", LINES)
def test_as_the_formatter(line: str, tmp_path: Path) -> None:
    after = wrapped(SHORT, f"{line}\n")
    command = [str(Path(sys.executable).with_name("ruff")), "format", "--isolated", "-"]
    assert after == subprocess.run(command, input=f"{line}\n", capture_output=True, text=True, check=True).stdout
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(line))
    assert wrapped(SHORT, after) == after


@pytest.mark.parametrize(
    "line",
    [
        f"x = filter_jit(step)({A}, {B}, {C})  # short\ny = 1",  # was there before
        f"x = 1; y = filter_jit(step)({A}, {B}, {C})",
        f"x = {A!r} + {B!r} + {C!r}",
        f"if filter_jit(step)({A}, {B}, {C}): pass",
        f'x = """\nfilter_jit({A}, {B}, {C})\n"""',
    ],
)
def test_what_is_left(line: str) -> None:
    before = Source("/f.py", f"{line}\n" if "short" in line else "x = 1\n", "utf-8", False, "")
    assert wrapped(before, f"{line}\n") == f"{line}\n"


def test_the_length_is_the_projects_or_the_files(tmp_path: Path) -> None:
    line = f"x = filter_jit(step)({A}, {B})\n"
    source = Source(str(tmp_path / "f.py"), "x = 1\n", "utf-8", False, "")
    assert wrapped(source, line) == line
    (tmp_path / "pyproject.toml").write_text("[tool.black]\nline-length = 60\n")
    assert wrapped(source, line) == f"x = filter_jit(step)(\n    {A},\n    {B},\n)\n"
    (tmp_path / "pyproject.toml").write_text("")
    long = Source(str(tmp_path / "f.py"), f"x = {'1' * 200}\n", "utf-8", False, "")
    assert wrapped(long, LINES[0]) == LINES[0]
