"""What a file says of another one is found again where only lines have moved there, and is said anew where more has."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pytreelint.engine.judge import Judge, Judgement
from pytreelint.engine.packing import Outcome
from pytreelint.engine.run import Run, check
from pytreelint.engine.settings import Settings
from pytreelint.model.text.source import Source
from tests.fixtures.oracle import PYTHON
from tests.part import THOROUGH

HEAD = "import equinox as eqx\nimport jax\nimport jax.numpy as jnp\n\n\n"
MODEL = "class Model(eqx.Module):\n    w: jax.Array\n    act: object\n\n\n"
STEP = "@jax.jit\ndef step(model, x):\n    return model.w * x\n\n\n"
RAW = "def double(x):\n    return x * 2\n\n\ndoubled = jax.jit(double)\n"
LONG = "\n\ndef long(x):\n" + "    x = x + 1.0\n" * 1500 + "    return x\n"
SHARED = HEAD + MODEL + STEP + RAW + LONG
USER = """\
import jax
import jax.numpy as jnp
import shared
from shared import Model, doubled, long

model = Model(jnp.ones(2), {act})
print(shared.step({given}, 2.0), doubled(model.w), long(1.0))
"""
BOTH = {"one.py": USER.format(act="jnp.ones(2)", given="model"), "two.py": USER.format(act="2.0", given="model.w")}
OF_FUNCTION = USER.format(act="jax.nn.relu", given="model")  # a finding, whose fix hangs on what the other file does
OBJECTING = BOTH["two.py"] + "table = {'step': shared.step}\n"
MOVED = {
    "a comment above": "# A comment.\n" + SHARED,
    "two lines between": SHARED.replace(STEP, "\n\n" + STEP),
    "another function above": SHARED.replace(MODEL, "def first(x):\n    return x\n\n\n" + MODEL),
    "the order of statements": HEAD + STEP + MODEL + RAW + LONG,
}
CHANGED = {
    "renamed": SHARED.replace("def step", "def other_step") + "\n\nstep = other_step\n",
    "wrapped": SHARED.replace(STEP, "if True:\n    " + STEP.strip().replace("\n", "\n    ") + "\n\n\n"),
    "a statement inserted before": SHARED.replace("    return model.w", "    x = x + 1\n    return model.w"),
    "no transform": SHARED.replace("@jax.jit\n", ""),
    "twice": SHARED.replace(STEP, STEP + STEP),
    "in another file": SHARED.replace(STEP, "from elsewhere import step\n"),
    "a file that is broken": SHARED.replace("def step", "def"),
}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were judged since it was emptied."""
    found: list[str] = []
    judge = Judge.judge

    def counted(self: Judge, source: Source, voting: bool = False) -> Judgement:
        found.append(Path(source.path).name)
        return judge(self, source, voting)

    monkeypatch.setattr(Judge, "judge", counted)
    return found


def project(folder: Path) -> Settings:
    for name, text in {**BOTH, "shared.py": SHARED, "elsewhere.py": HEAD + STEP}.items():
        (folder / name).write_text(text)
    return Settings(root=str(folder), python=PYTHON, cache_dir=str(folder / ".cache"))


def outcomes(folder: Path, settings: Settings, cache: bool) -> dict[str, Outcome]:
    return Run(settings, cache).of_paths([str(folder)], 1)


def pointed_at(found: dict[str, Outcome]) -> list[object]:
    """All places that outcomes name."""
    return [(path, {vote.place for vote in o.votes}, set(o.ran_out), o.findings) for path, o in found.items()]


@pytest.mark.parametrize("text", MOVED.values(), ids=MOVED)
def test_only_the_edited_file_is_judged_where_lines_move(tmp_path: Path, judged: list[str], text: str) -> None:
    settings = project(tmp_path)
    before = pointed_at(outcomes(tmp_path, settings, cache=True))
    judged.clear()
    (tmp_path / "shared.py").write_text(text)
    after = pointed_at(outcomes(tmp_path, settings, cache=True))
    assert judged == ["shared.py"]
    assert after == pointed_at(outcomes(tmp_path, settings, cache=False))
    assert after != before
    judged.clear()
    assert pointed_at(outcomes(tmp_path, settings, cache=True)) == after
    assert not judged


@pytest.mark.parametrize("text", CHANGED.values(), ids=CHANGED)
def test_what_has_changed_is_judged_again(tmp_path: Path, text: str) -> None:
    settings = project(tmp_path)
    outcomes(tmp_path, settings, cache=True)
    (tmp_path / "shared.py").write_text(text)
    found = pointed_at(outcomes(tmp_path, settings, cache=True))
    assert found == pointed_at(outcomes(tmp_path, settings, cache=False))


def test_edits_in_random_order(tmp_path: Path) -> None:
    settings = project(tmp_path)
    chance = random.Random(1)
    texts = [*MOVED.values(), *CHANGED.values(), SHARED]
    tiers = set()
    for _ in range(25 if THOROUGH else 8):
        (tmp_path / "shared.py").write_text(chance.choice(texts))
        (tmp_path / "one.py").write_text(chance.choice([BOTH["one.py"], OF_FUNCTION]))
        (tmp_path / "two.py").write_text(chance.choice([BOTH["two.py"], OBJECTING]))
        kept, fresh = (check([str(tmp_path)], settings, cache=cache, jobs=1) for cache in (True, False))
        assert (kept.findings, kept.ran_out) == (fresh.findings, fresh.ran_out)
        tiers |= {each.fix.applicability for each in kept.findings if each.fix}
    assert tiers == {"safe", "unsafe"}
