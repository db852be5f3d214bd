"""Which upgrades apply follows from the versions that a project allows."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check
from pytreelint.rules.finding import Finding

USES = """import equinox as eqx
import jax


class Model(eqx.Module):
    width: int = eqx.static_field()


step = eqx.filter_jit(Model, default=None)
leaves = jax.tree_map(Model, [1])
norm = eqx.experimental.BatchNorm
"""
ALL = {"PTL801", "PTL802", "PTL803", "PTL804"}


def findings(root: Path, code: str, **files: str) -> tuple[Finding, ...]:
    for name, text in {"pyproject.toml": "[tool.pytreelint]\n", **files}.items():
        (root / name.replace("__", ".")).write_text(text, encoding="utf-8")
    (root / "main.py").write_text(code, encoding="utf-8")
    return check([str(root)], load([str(root)]), cache=True).findings


def codes(root: Path, **files: str) -> set[str]:
    return {finding.code for finding in findings(root, USES, **files)}


def test_all_apply_where_nothing_is_said(tmp_path: Path) -> None:
    assert codes(tmp_path) == ALL


@pytest.mark.parametrize(
    ("requirements", "silent"),
    [
        ("jax>=0.4.20\nequinox>=0.9\n", set()),
        ("jax==0.4.30\n", {"PTL803"}),
        ("jax<0.6\n", {"PTL803"}),
        ("jax<=0.6\n", set()),
        ("equinox==0.9.2\n", {"PTL801", "PTL802", "PTL804"}),
        ("equinox~=0.10.8\n", {"PTL801"}),
        ("equinox<0.11,>=0.9\njax==0.4.25\n", {"PTL801", "PTL803"}),
    ],
)
def test_a_pin_silences_what_came_later(tmp_path: Path, requirements: str, silent: set[str]) -> None:
    assert codes(tmp_path, requirements__txt=requirements) == ALL - silent


def test_the_setting_outranks_the_files(tmp_path: Path) -> None:
    pinned = '[project]\nname = "p"\ndependencies = ["jax<0.5"]\n[tool.pytreelint]\n'
    assert "PTL803" not in codes(tmp_path, pyproject__toml=pinned)
    assert "PTL803" in codes(tmp_path, pyproject__toml=pinned + 'jax-version = "0.10"\n')
    assert "PTL803" not in codes(tmp_path, pyproject__toml='[tool.pytreelint]\njax-version = "0.4.30"\n')


def test_a_changed_lock_file_changes_what_is_cached(tmp_path: Path) -> None:
    lock = '[[package]]\nname = "jax"\nversion = "{}"\n'
    assert "PTL803" not in codes(tmp_path, uv__lock=lock.format("0.4.30"))
    assert "PTL803" in codes(tmp_path, uv__lock=lock.format("0.10.2"))


# Names of submodules that jax documents beside its main ones -> the release that lacks them, the one before.
OF_SUBMODULES = {
    "from jax.experimental.hijax import HiPrimitive\n": ("0.12.0", "0.11.0"),
    "import jax.experimental.hijax as hj\nprint(hj.VJPHiPrimitive)\n": ("0.12.0", "0.11.0"),
    "from jax.experimental import pallas as pl\nprint(pl.load)\n": ("0.9.0", "0.8.3"),
    "import jax.experimental.pallas.tpu as pltpu\nprint(pltpu.TPUCompilerParams)\n": ("0.7.2", "0.6.2"),
    "from jax.experimental.pallas import tpu as pltpu\nprint(pltpu.ANY)\n": ("0.10.0", "0.8.3"),
    "from jax.experimental.pallas.triton import TritonCompilerParams\n": ("0.7.2", "0.6.2"),
    "from jax.extend.core.primitives import infeed_p\n": ("0.7.0", "0.6.2"),
    "from jax.interpreters import partial_eval as pe\nprint(pe.JaxprTrace)\n": ("0.9.0", "0.7.0"),
    "from jax.interpreters import batching\nprint(batching.not_mapped)\n": ("0.10.2", "0.10.0"),
    "from jax.interpreters.ad import replace_float0s\n": ("0.4.34", "0.4.33"),
}


@pytest.mark.parametrize("code", OF_SUBMODULES)
def test_names_of_submodules_are_known(tmp_path: Path, code: str) -> None:
    lacks, has = OF_SUBMODULES[code]
    settings = '[tool.pytreelint]\njax-version = "{}"\n'
    assert [f.code for f in findings(tmp_path, code, pyproject__toml=settings.format(lacks))] == ["PTL803"]
    before = findings(tmp_path, code, pyproject__toml=settings.format(has))
    assert all(finding.severity == "warning" for finding in before)


HELP = {
    "import jax\nprint(jax.tree_map)\n": "jax.tree.map",
    "import jax.numpy as np\nprint(np.alltrue)\n": "np.all",
    "from jax import numpy\nprint(numpy.product)\n": "numpy.prod",
    "import jax as j\nimport jax.tree_util as jtu\nprint(jtu.tree_multimap)\n": "j.tree.map",
    "import jax.tree_util as jtu\nprint(jtu.tree_multimap)\n": "jax.tree.map  # `import jax`",
    "from jax import tree_map\n": "from jax.tree import map as tree_map",
    "from jax import tree_map as tm\n": "from jax.tree import map as tm",
    "from jax.config import config\n": "from jax import config",
    "import jax.experimental.stax as s\n": "import jax.example_libraries.stax as s",
    "from jax.experimental.stax import serial\n": "from jax.example_libraries.stax import serial",
    "from jax.random import KeyArray\n": "from jax import Array as KeyArray",
    "import equinox\nprint(equinox.nn.MaxPool2D)\n": "equinox.nn.MaxPool2d",
    "import jax\nprint(jax.mask)\n": "# do without it, or require `jax<0.3.16`",
}


@pytest.mark.parametrize("code", HELP)
def test_help_is_spelled_as_the_file_would(tmp_path: Path, code: str) -> None:
    assert [finding.help for finding in findings(tmp_path, code)] == [HELP[code]]


SILENT = {
    "a version test with an early return": """
        def f(x):
            if jax.__version_info__ >= (0, 5):
                return jax.tree.map(abs, x)
            return jax.tree_map(abs, x)
        """,
    "a flag of a failed import": """
        try:
            import jax.tree
            NEW = True
        except ImportError:
            NEW = False
        g = jax.tree.map if NEW else jax.tree_map
        """,
    "a skipped test": """
        @unittest.skipIf(jax.__version__ > "0.5", "old")
        def test_map():
            jax.tree_map(abs, [1])
        """,
    "asked for": "map = getattr(jax, 'tree_map', None) or jax.tree.map",
    "provoked": """
        with pytest.raises(AttributeError):
            jax.tree_map
        """,
    "a parsed version": """
        import packaging.version as v
        OLD = v.parse(jax.__version__) < v.parse("0.5")
        m = jax.tree_map if OLD else jax.tree.map
        """,
    "a function that asks": """
        def is_new():
            return hasattr(jax, "tree")
        m = jax.tree.map if is_new() else jax.tree_map
        """,
    "an attribute that an older object lacks": """
        def g(x):
            if not hasattr(x, "to_tangent"):
                return jax.tree_map(abs, x)
            return x.to_tangent()
        """,
    "a module that may be missing": """
        try:
            from jax import tree
        except ImportError:
            tree = None
        if tree is None:
            m = jax.tree_map
        """,
}


@pytest.mark.parametrize("case", SILENT)
def test_code_for_several_versions_is_left_alone(tmp_path: Path, case: str) -> None:
    assert findings(tmp_path, "import jax\nimport pytest\nimport unittest\n" + dedent(SILENT[case])) == ()


SPEAKING = {
    "a function that is defined in a try": """
        try:
            import optax
            def f(x):
                return jax.tree_map(abs, x)
        except AttributeError:
            pass
        """,
    "an attribute where only imports are caught": """
        try:
            m = jax.tree_map
        except ImportError:
            m = map
        """,
    "a test of something else": """
        def f(x):
            if hasattr(x, "shape"):
                return jax.tree_map(abs, x)
        """,
    "after a return": """
        def f(x):
            return x
            return jax.tree_map(abs, x)
        """,
    "a default": """
        def f(x, m=jax.tree_map):
            return m(abs, x)
        """,
    "a base class": "class A(jax.core.ConcreteArray): pass",
}


@pytest.mark.parametrize("case", SPEAKING)
def test_the_rest_is_found(tmp_path: Path, case: str) -> None:
    found = findings(tmp_path, "import jax\n" + dedent(SPEAKING[case]))
    assert [finding.code for finding in found] == ["PTL803"]
