"""What is expected of Neovim can fail; Neovim itself is not needed here."""

from __future__ import annotations

from pathlib import Path

from tools.try_neovim import faults, seen_by

SEEN = {
    "first": ["PTL201"],
    "client": "pytreelint",
    "hover": "**PTL201 opaque-leaf-in-jit**",
    "fixed": "evaluate = filter_jit(loss)\n",
    "column": 17,
    "hints": ["5 leaf", "7 opaque leaf"],
}


def test_each_part_is_looked_at() -> None:
    assert faults(SEEN) == []
    assert all(faults({key: value for key, value in SEEN.items() if key != left_out}) for left_out in SEEN)
    assert faults({**SEEN, "error": "waited in vain"}) == ["no error"]


def test_the_editor_is_started_with_the_settings_of_the_page(tmp_path: Path) -> None:
    nvim = tmp_path / "nvim"
    says = """ && pytreelint --version >&2 && echo '{"given": "'"$*"'"}'"""
    nvim.write_text(f'#!/bin/sh\ngrep -q vim.lsp.enable "$3"{says}\n')
    nvim.chmod(0o755)
    (tmp_path / "home").mkdir()
    given = seen_by(str(nvim), tmp_path / "home")["given"]
    assert given.endswith("neovim.lua train.py")
