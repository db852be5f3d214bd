"""The code of the users' page, run from top to bottom."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "runtime.md"


def test_the_page_runs(caplog: pytest.LogCaptureFixture) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    with caplog.at_level(logging.WARNING, "pytreelint.runtime"):
        for block in blocks:
            exec(compile(block, str(PAGE), "exec"), names)
    assert len(blocks) >= 4
