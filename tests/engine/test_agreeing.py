"""A fix is safe only if it is for what all files of the run do with the function that it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.fixing import plan
from pytreelint.engine.judge import Judge, Judgement
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.model.text.source import Source
from tests.fixtures.oracle import PYTHON

SHARED = """\
import equinox as eqx
import jax
import jax.numpy as jnp


class Model(eqx.Module):
    w: jax.Array
    act: object


@jax.jit
def step(model, x):
    return model.act(model.w * x)


def halved(tree):
    return jax.tree.map(lambda leaf: leaf * 0.5, tree)


class Trainer:
    @staticmethod
    @jax.jit
    def run(model, x):
        return model.w * x


model = Model(jnp.ones(2), jax.nn.relu)
print(step(model, jnp.ones(2)), Trainer.run(model, jnp.ones(2)), halved(model).w)
"""
HEAD = "import jax\nimport jax.numpy as jnp\nimport shared\nfrom shared import Model, Trainer, halved, model, step\n\n"
SAFE = [
    "print(step(model, jnp.ones(2)))",
    "print(shared.step(model, jnp.ones(2)))",
    "print(jax.vmap(step, in_axes=(None, 0))(model, jnp.ones((2, 2))))",
    "def main():\n    return step(model, jnp.zeros(2))",
    "def later():\n    def inner(x):\n        return step(model, x)",
    "print(halved({'w': jnp.ones(2)}))",
    "print(shared.Trainer.run(model, jnp.ones(2)))",
]
UNSAFE = [
    "print(step(jnp.ones(2), 2.0))",
    "print(shared.step(jnp.ones(2), 2.0))",
    "table = {'step': step}",
    "print(jax.tree.map(lambda f: f(model, jnp.ones(2)), [step]))",
    "print(getattr(shared, 'st' + 'ep')(model, 2.0))",
    "print(vars(shared)['step'])",
    "print(shared.step.lower(model, jnp.ones(2)))",
    "print(step._cache_size())",
    "print(halved({'rate': 2.0}))",
    "print(Trainer.run(jnp.ones(2), 2.0))",
]


def tiers(folder: Path, program: str) -> list[str]:
    """The tiers of the fixes in the shared file, by their lines."""
    (folder / "shared.py").write_text(SHARED)
    (folder / "other.py").write_text(HEAD + program + "\n")
    report = check([str(folder)], Settings(root=str(folder), python=PYTHON), cache=False, jobs=1)
    return [each.fix.applicability for each in report.findings if each.fix and each.place.path.endswith("shared.py")]


@pytest.mark.parametrize("program", UNSAFE)
def test_an_objection_stays_where_lines_move(tmp_path: Path, program: str) -> None:
    settings = Settings(root=str(tmp_path), python=PYTHON, cache_dir=str(tmp_path / ".cache"))
    (tmp_path / "other.py").write_text(HEAD + program + "\n")
    for text in (SHARED, "# A comment.\n\n" + SHARED, "# Another one.\n\n\n" + SHARED):
        (tmp_path / "shared.py").write_text(text)
        report = check([str(tmp_path)], settings, jobs=1)
        fixes = [each.fix for each in report.findings if each.place.path.endswith("shared.py")]
        assert [fix.applicability for fix in fixes if fix].count("unsafe") == 1


@pytest.mark.parametrize("program", SAFE)
def test_all_agree(tmp_path: Path, program: str) -> None:
    assert tiers(tmp_path, program) == ["safe", "safe", "safe"]


@pytest.mark.parametrize("name", ["other.py", "zoo.py"])
@pytest.mark.parametrize("call", ["print(step(model, 2.0))", "def main(x):\n    return step(model, x)"])
def test_the_fix_has_the_options_that_one_of_them_needs(tmp_path: Path, call: str, name: str) -> None:
    (tmp_path / "shared.py").write_text(SHARED)
    (tmp_path / name).write_text(HEAD + call + "\n")
    report = check([str(tmp_path)], Settings(root=str(tmp_path), python=PYTHON), cache=False, jobs=1)
    (fix,) = (each.fix for each in report.findings if each.place.row == SHARED.split("\n").index("@jax.jit") + 1)
    assert fix is not None
    assert fix.applicability == "safe"
    assert any("dynamic" in edit.content for edit in fix.edits)


@pytest.mark.parametrize("program", UNSAFE)
def test_one_objects(tmp_path: Path, program: str) -> None:
    assert "unsafe" in tiers(tmp_path, program)


def test_an_objection_holds_in_later_passes_too(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text(SHARED)
    (tmp_path / "other.py").write_text(HEAD + "table = {'step': step}\n")
    settings = Settings(root=str(tmp_path), python=PYTHON)
    report = check([str(tmp_path)], settings, cache=False, jobs=1)
    planned = plan([str(tmp_path)], settings, lambda f: f.fix.applicability == "safe", report, {})  # type: ignore[union-attr]
    (fixed,) = planned.fixed.values()
    assert "@jax.jit\ndef step" in fixed.text
    assert "@filter_jit\n    def run" in fixed.text


def test_votes_are_cached(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text(SHARED)
    (tmp_path / "other.py").write_text(HEAD + "table = {'step': step}\n")
    settings = Settings(root=str(tmp_path), python=PYTHON, cache_dir=str(tmp_path / "cache"))
    first, second = (check([str(tmp_path)], settings, jobs=1) for _ in range(2))
    assert first.findings == second.findings
    assert [each.fix.applicability for each in second.findings if each.fix] == ["unsafe", "safe", "safe"]


def test_votes_are_worked_out_where_a_fix_is_safe_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shared.py").write_text(SHARED)
    (tmp_path / "other.py").write_text(HEAD + "print(step(jnp.ones(2), 2.0), Trainer.run(model, jnp.ones(2)))\n")
    asked: list[str] = []
    judge = Judge.judge

    def counted(self: Judge, source: Source, voting: bool = False) -> Judgement:
        asked.extend([Path(source.path).name] * voting)
        return judge(self, source, voting)

    monkeypatch.setattr(Judge, "judge", counted)
    settings = Settings(root=str(tmp_path), python=PYTHON, cache_dir=str(tmp_path / "cache"))
    first, second = (check([str(tmp_path)], settings, jobs=1) for _ in range(2))
    assert asked == ["other.py"]  # once: the cache holds them from then on
    assert first.findings == second.findings
    asked.clear()
    (tmp_path / "shared.py").write_text(SHARED.replace("jax.nn.relu", "jnp.ones(2)").replace("model.act", ""))
    assert not check([str(tmp_path)], settings, jobs=1).findings
    assert not asked


def test_workers_vote_as_one_process_does(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text(SHARED)
    for name in ("one.py", "two.py", "three.py"):
        (tmp_path / name).write_text(HEAD + f"print(step(jnp.ones(2), {len(name)}.0))\n")
    settings = Settings(root=str(tmp_path), python=PYTHON)
    alone, together = (check([str(tmp_path)], settings, cache=False, jobs=jobs) for jobs in (1, 2))
    assert alone.findings == together.findings
    assert "unsafe" in [each.fix.applicability for each in alone.findings if each.fix]


def test_several_values_of_one_field_are_one_finding(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(
        "import equinox as eqx\n\n\nclass Net(eqx.Module):\n    table: object = eqx.field(static=True)\n"
    )
    (tmp_path / "a.py").write_text("import jax.numpy as jnp\nfrom net import Net\n\nnet = Net(jnp.ones(2))\n")
    (tmp_path / "b.py").write_text("import numpy as np\nfrom net import Net\n\nnet = Net(np.ones(2))\n")
    report = check([str(tmp_path)], Settings(str(tmp_path)), cache=False, jobs=1)
    assert [finding.code for finding in report.findings] == ["PTL101"]
