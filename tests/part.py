"""The part of many like cases that `make test` runs; `make test-all` runs them all."""

from __future__ import annotations

import os
from zlib import crc32

import pytest

THOROUGH = "PYTREELINT_THOROUGH" in os.environ


def part(name: str, of: int = 3) -> list[pytest.MarkDecorator]:
    """The marks of one case: one in `of` is run by `make test`, always the same; the others are long."""
    return [] if is_in_part(name, of) else [pytest.mark.long]


def is_in_part(name: str, of: int = 3) -> bool:
    """Whether a case is one of those that `make test` runs."""
    return THOROUGH or crc32(name.encode()) % of == 0
