"""The tables that scripts of `tools/` write."""

from __future__ import annotations

import json
import os
from typing import Any


def table(name: str) -> Any:
    """The table `data/<name>.json`; without `pathlib`, whose import takes longer than the smaller ones."""
    path = os.path.join(os.path.dirname(__file__), "data", f"{name}.json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)
