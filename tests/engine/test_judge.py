"""What one file gives, counted place by place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytreelint.engine import judge
from pytreelint.engine.config import load
from pytreelint.engine.judge import Judge
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.project.layout import Layout
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.text.source import Source
from pytreelint.model.values.sites import NameUsed

PLACES = 5


def test_places_that_are_not_held_by_the_file_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`setattr(x, "a", 1)` has a place that is made for its site: once judged, it is freed, and another is made."""

    def sites(evaluator: Evaluator, module: ModuleInfo) -> Iterator[NameUsed]:
        for _ in range(PLACES):
            yield NameUsed(module, ast.Pass(), "equinox.field")

    monkeypatch.setattr(judge, "sites_of", sites)
    settings = load([str(tmp_path)])
    source = Source.from_bytes(str(tmp_path / "net.py"), b"import jax\n")
    judged = Judge(settings, Layout(str(tmp_path))).judge(source)
    assert [kind for kind, _ in judged.sites] == ["NameUsed"] * PLACES
