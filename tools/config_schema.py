"""Write `docs/schema/config.v1.json`, the JSON schema of the configuration: `python -m tools.config_schema`.

The keys and their types come from the reader of the configuration, the descriptions from `docs/configuration.md`.
A test compares.
"""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from pytreelint.engine.config import EXTEND, READERS, WORDS
from pytreelint.engine.table import Table

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "docs" / "schema" / "config.v1.json"
PAGE = ROOT / "docs" / "configuration.md"

_ROW = re.compile(r"^\| `([a-z-]+)` \| .*? \| (.*) \|$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_DOTTED = r"^[^\W\d]\w*(\.[^\W\d]\w*)*$"
_STRINGS = {"type": "array", "items": {"type": "string"}}
_SELECTORS = {"type": "array", "items": {"$ref": "#/$defs/selector"}}
_WORDS = {"type": "array", "items": {"type": "string", "pattern": r"^[^\W_]+$"}}
_NAMES = {"type": "array", "items": {"type": "string", "pattern": _DOTTED}}

# Where the reader alone does not tell.
_BY_KEY: dict[str, Any] = {
    "per-file-ignores": {"type": "object", "additionalProperties": _SELECTORS},
    "max-file-size": {
        "oneOf": [
            {"type": "integer", "minimum": 1},
            {"type": "string", "pattern": r"^\d+(\.\d+)?\s*[kKmMgG]?[iI]?[bB]?$"},
        ]
    },
    "jax-version": {"type": "string", "pattern": r"^\d+(\.\d+)*$"},
    "python": {"type": "string"},
    "rules": {"type": "array", "items": {"type": "string"}},
    "cache-dir": {"type": "string", "pattern": "^[^~]"},
    "knowledge": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "pytree-bases": _NAMES,
            "pytree-decorators": _NAMES,
            "static-functions": _NAMES,
            "transforms": {
                "type": "object",
                "propertyNames": {"pattern": _DOTTED},
                "additionalProperties": {"type": "string", "pattern": _DOTTED},
            },
            "words": {
                "type": "object",
                "additionalProperties": False,
                "properties": {key: _STRINGS if key == "examples" else _WORDS for key in WORDS},
            },
        },
    },
    EXTEND: {"type": "string"},
}


def schema() -> dict[str, Any]:
    """The schema, as it should be."""
    told = descriptions()
    keys = sorted([*READERS, EXTEND])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pytreelint: [tool.pytreelint] in pyproject.toml, or pytreelint.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {key: {"description": told[key], **_value(key)} for key in keys},
        "$defs": {
            "selector": {
                "description": "A code, a name, a prefix of codes, or ALL.",
                "type": "string",
                "pattern": "^(ALL|PTL[0-9]{0,3}|(?!PTL)[A-Z]+[0-9]*|[a-z][a-z0-9]*(-[a-z0-9]+)*)$",
            }
        },
    }


def descriptions() -> dict[str, str]:
    """What the page says of each key, without its links and code marks."""
    rows = _ROW.findall(PAGE.read_text(encoding="utf-8"))
    return {key: _LINK.sub(r"\1", text).replace("`", "") for key, text in rows}


def _value(key: str) -> dict[str, Any]:
    if key in _BY_KEY:
        return dict(_BY_KEY[key])
    reader = READERS[key]
    if isinstance(reader, partial):
        return {"enum": list(reader.keywords["valid"])}
    if reader is Table.flag:
        return {"type": "boolean"}
    if reader is Table.path:
        return {"type": "string"}
    return dict(_SELECTORS if reader is Table.selectors else _STRINGS)


def text() -> str:
    """The file's text."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(text(), encoding="utf-8")
