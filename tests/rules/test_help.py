"""Help lines are for pasting: valid Python, about the program's own names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check
from pytreelint.rules.finding import Finding

PROJECT = Path(__file__).resolve().parents[2] / "examples" / "classifier"


@pytest.fixture(scope="module")
def findings() -> tuple[Finding, ...]:
    return tuple(check([str(PROJECT)], load([str(PROJECT)]), cache=False).findings)


def test_every_finding_has_a_help_line(findings: tuple[Finding, ...]) -> None:
    assert len(findings) == 11
    assert all(finding.help for finding in findings)


def test_help_is_python(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        assert finding.help is not None
        assert isinstance(ast.parse(finding.help), ast.Module), finding.help


def test_help_holds_the_programs_own_expression(findings: tuple[Finding, ...]) -> None:
    helps = {finding.code: finding.help or "" for finding in findings}
    assert "filter_checkpoint(self.backbone)" in helps["PTL207"]
    assert "ranks=tuple(settings.RANKS)" in helps["PTL102"]
    assert helps["PTL105"].startswith("standardise: Standardise")


@pytest.mark.parametrize(
    ("program", "code"),
    [
        (
            (
                "total = jax.jit(lambda batch: batch['x'] * batch['n'])\n"
                "total({'x': jnp.ones(3), 'label': 'first', 'n': 2.0})\n"
            ),
            "filter_jit(lambda batch: batch['x'] * batch['n'], dynamic=is_array_like)",
        ),
        (
            (
                "class Scale:\n    def __init__(self):\n        self.w = jnp.ones(3)\n\n"
                "    def __eq__(self, other):\n        return True\n\n"
                "    def __call__(self, x):\n        return x\n\n\n"
                "jax.jit(Scale())(jnp.ones(3))\n"
            ),
            "from functools import partial; jax.jit(partial(Scale()))  # a partial hashes by identity",
        ),
        (
            "total = jax.vmap(lambda batch: batch['x'], in_axes=0)\ntotal({'x': jnp.ones(3), 'label': 'first'})\n",
            "filter_vmap(lambda batch: batch['x'], in_axes=if_array(0))",
        ),
        (
            (
                "@jax.jit\ndef total(batch):\n    return batch['x'] * batch['n']\n\n\n"
                "total({'x': jnp.ones(3), 'label': 'first', 'n': 2.0})\n"
            ),
            "with `@filter_jit(dynamic=is_array_like)`",
        ),
    ],
)
def test_help_shows_the_options_that_a_fix_would_write(tmp_path: Path, program: str, code: str) -> None:
    (tmp_path / "program.py").write_text(f"import jax\nimport jax.numpy as jnp\n\n\n{program}")
    (finding,) = check([str(tmp_path)], load([str(tmp_path)]), cache=False).findings
    assert finding.help is not None
    assert code in finding.help
    assert isinstance(ast.parse(finding.help), ast.Module)


def test_messages_are_one_line(tmp_path: Path) -> None:
    imports = "import jax\nimport jax.numpy as jnp\n\n\n"
    text = f"{imports}@jax.jit\ndef f(x):\n    return float(jnp.sum(\n        x,  # all\n    ))\n"
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    (finding,) = check([str(path)], load([str(tmp_path)]), cache=False).findings
    assert finding.message == "`jnp.sum(x)` is traced by `jax.jit`, and `float()` needs its value"
