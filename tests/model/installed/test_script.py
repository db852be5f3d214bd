"""Inline metadata of scripts (PEP 723): what they require holds for them, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.model.installed.script import pinned

BLOCK = '# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "jax[cuda12]==0.4.30",\n#\n# ]\n# ///\n'
CODE = "import jax\n\njax.tree_map(lambda x: x, [1])\n"


@pytest.mark.parametrize("text", [BLOCK, "#!/usr/bin/env -S uv run --script\n" + BLOCK + CODE, CODE + BLOCK.rstrip()])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_a_block_requires(text: str, ends: str) -> None:
    said, newest = pinned(text.replace("\n", ends), "jax")
    assert said
    assert newest is not None
    assert newest.reaches("0.4.30")
    assert not newest.reaches("0.4.31")
    assert pinned(text, "equinox") == (False, None)


@pytest.mark.parametrize(
    ("requirement", "said", "bounded"),
    [
        ("jax", True, False),
        ("JAX<0.5", True, True),
        ("jax >=0.4.20", True, False),
        ("jax<0.5; python_version < '4'", True, True),
        ("jaxlib<0.5", False, False),
    ],
)
def test_requirements(requirement: str, said: bool, bounded: bool) -> None:
    found = pinned(f'# /// script\n# dependencies = ["{requirement}"]\n# ///\n', "jax")
    assert (found[0], found[1] is not None) == (said, bounded)


NONE = {
    "no block": CODE,
    "never closed": BLOCK.replace("# ///\n", ""),
    "two": BLOCK + "\n" + BLOCK,
    "another kind": BLOCK.replace("script", "pyproject"),
    "no TOML": BLOCK.replace("[\n", "[[[\n"),
    "deep": f"# /// script\n# dependencies = {'[' * 5000}\n# ///\n",
    "no list": '# /// script\n# dependencies = "jax<0.5"\n# ///\n',
    "no strings": "# /// script\n# dependencies = [1, {jax = 2}]\n# ///\n",
    "indented": "".join(f"  {row}\n" for row in BLOCK.splitlines()),
    "not in a comment": f'"""\n{BLOCK.replace("# ", "")}"""\n',
    "interrupted": BLOCK.replace("#\n", "\n"),
}


@pytest.mark.parametrize("case", NONE)
def test_what_is_no_block_says_nothing(case: str) -> None:
    assert pinned(NONE[case], "jax") == (False, None)


def found(root: Path, **settings: object) -> list[tuple[str, str]]:
    report = check([str(root)], Settings(str(root), **settings), cache=False, jobs=1)  # type: ignore[arg-type]
    return [(Path(f.place.path).name, f.code) for f in report.findings]


def test_a_pin_holds_for_its_script_only(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "p"\ndependencies = ["jax>=0.7"]\n')
    (tmp_path / "old.py").write_text(BLOCK + CODE)
    (tmp_path / "plain.py").write_text(CODE)
    (tmp_path / "new.py").write_text(BLOCK.replace("==0.4.30", "") + CODE)
    assert found(tmp_path) == [("new.py", "PTL803"), ("plain.py", "PTL803")]
    assert found(tmp_path, jax_version="0.10") == found(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "p"\ndependencies = ["jax<0.4.20"]\n')
    assert found(tmp_path) == [("new.py", "PTL803")]
