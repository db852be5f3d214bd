"""What `pytreelint new-rule` writes: a rule that finds something, and the programs that say what."""

RULE = '''"""{code}: {name}."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.sites import TransformMade
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.rules.finding import Finding


class {cls}(Rule[TransformMade]):
    """A lambda is compiled.

    ## What it does
    Finds `jax.jit(lambda ...)`, whatever `jax.jit` is called here.

    ## Why is this bad?
    Profiles and errors name a compiled function; of this one they say `<lambda>`.

    ## Example
    ```python
    double = jax.jit(lambda x: 2 * x)
    ```

    ## Use instead
    ```python
    @jax.jit
    def double(x):
        return 2 * x
    ```

    ## Fix safety
    Fix: none. Why there cannot be one, or when it is safe and when not.

    ## Known limits
    A lambda that comes by another name is not found.

    ## References
    - https://docs.jax.dev/en/latest/jit-compilation.html
    """

    code = "{code}"
    name = "{name}"
    severity = "advice"

    def check(self, site: TransformMade, model: Model) -> Iterator[Finding]:
        """The transform is `jit`, and its function a lambda that is written there."""
        if site.transform.name != "jax.jit" or not isinstance(site.node, ast.Call) or not site.node.args:
            return
        function = site.node.args[0]
        if isinstance(function, ast.Lambda):
            yield self.finding(site.module.source.place(function), "a lambda is compiled, which has no name")
'''

BAD = '''"""Each line that the rule is to find says so. The rest of the file is right."""

import jax

double = jax.jit(lambda x: 2 * x)  # expect: {code}
print(double(3.0))
'''

OK = '''"""Looks like what the rule finds, and is right: nothing is found."""

import jax


@jax.jit
def double(x):
    return 2 * x


print(jax.vmap(lambda x: 2 * x)(jax.numpy.ones(3)), double(3.0))
'''

TESTS = '''"""The programs in `cases`: what the comments expect is found, nothing besides, and each program runs."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("cases/*/*.py"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{{case.parent.name}}-{{case.stem}}")
def test_finds_what_is_expected(case, pytreelint):
    pytreelint.assert_findings(case.read_text(), rules=[HERE], select=[case.parent.name])
    pytreelint.assert_runs(case.read_text())
'''.replace("{{", "{").replace("}}", "}")
