"""The code of the users' page, run from top to bottom."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

import pytreelint.runtime as runtime

PAGE = Path(__file__).resolve().parents[2] / "docs" / "runtime.md"


def test_the_page_runs(caplog: pytest.LogCaptureFixture) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    with caplog.at_level(logging.WARNING, "pytreelint.runtime"):
        for block in blocks:
            exec(compile(block, str(PAGE), "exec"), names)
    assert len(blocks) >= 4


def test_every_public_name_is_on_the_page() -> None:
    words = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    assert not sorted(name for name in runtime.__all__ if name not in words)
