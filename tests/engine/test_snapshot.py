"""The file of the cache that answers for many: what it says is what the entries of single files say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytreelint.engine.cache import Cache
from pytreelint.engine.run import Report, check
from pytreelint.engine.settings import Settings

NET = """\
import equinox as eqx
import jax

class Net(eqx.Module):
    weight: jax.Array
    act: {annotation}
"""
USER = """\
import jax
from net import Net

@jax.jit
def forward(net: Net):
    return net.weight
"""
CODES = {"str": ["PTL201"], "jax.Array": []}


def project(root: Path) -> Settings:
    (root / "net.py").write_text(NET.format(annotation="str"))
    (root / "user.py").write_text(USER)
    return Settings(str(root), cache_dir=str(root / ".cache"))


def entries(root: Path) -> list[Path]:
    return [path for path in (root / ".cache").rglob("*") if path.is_file() and len(path.name) == 30]


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def without_single_entries(root: Path, settings: Settings) -> None:
    """What is left of the cache when only the file for many is."""
    check([str(root)], settings)
    largest = max(entries(root), key=lambda path: path.stat().st_size)
    for entry in entries(root):
        if entry != largest:
            entry.unlink()


def test_a_run_is_answered_by_it_alone(tmp_path: Path) -> None:
    settings = project(tmp_path)
    without_single_entries(tmp_path, settings)
    report = check([str(tmp_path)], settings)
    assert codes(report) == CODES["str"]
    assert report.seconds["judge"] == 0


@pytest.mark.parametrize("annotation", sorted(CODES))
def test_a_change_elsewhere_is_noticed(tmp_path: Path, annotation: str) -> None:
    settings = project(tmp_path)
    without_single_entries(tmp_path, settings)
    (tmp_path / "net.py").write_text(NET.format(annotation=annotation))
    assert codes(check([str(tmp_path / "user.py")], settings)) == CODES[annotation]


def test_a_run_on_some_files_keeps_the_others(tmp_path: Path) -> None:
    settings = project(tmp_path)
    (tmp_path / "gone.py").write_text("x = 1\n")
    check([str(tmp_path)], settings)
    (tmp_path / "gone.py").unlink()
    (tmp_path / "user.py").write_text(USER + "\n")
    check([str(tmp_path / "user.py")], settings)
    (generation,) = (path.name for path in (tmp_path / ".cache").iterdir() if path.is_dir())
    stored = Cache(str(tmp_path / ".cache"), generation).read_snapshot()
    assert stored is not None
    assert sorted(map(os.path.basename, stored[0])) == ["net.py", "user.py"]


def test_without_it_the_entries_answer(tmp_path: Path) -> None:
    settings = project(tmp_path)
    first = check([str(tmp_path)], settings)
    max(entries(tmp_path), key=lambda path: path.stat().st_size).write_bytes(b"")
    for _ in range(2):
        report = check([str(tmp_path)], settings)
        assert report.findings == first.findings
        assert report.seconds["judge"] == 0
