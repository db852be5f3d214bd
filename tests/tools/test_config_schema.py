"""The schema of the configuration takes what the reader takes, and refuses what it refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from pytreelint.engine.config import EXTEND, READERS, load_file
from pytreelint.engine.table import ConfigError
from tools.config_schema import SCHEMA, descriptions, text

VALID = json.loads(SCHEMA.read_text(encoding="utf-8"))


def test_it_is_as_it_should_be() -> None:
    """Where it is not: `python -m tools.config_schema`."""
    assert SCHEMA.read_text(encoding="utf-8") == text()
    jsonschema.Draft202012Validator.check_schema(VALID)


def test_the_page_describes_every_key() -> None:
    assert set(READERS) | {EXTEND} <= set(descriptions())


@pytest.mark.parametrize(
    ("line", "is_right"),
    [
        ('select = ["PTL1", "PTL201", "static-array", "ALL"]', True),
        ('select = ["PTLX"]', False),
        ("select = 1", False),
        ('selec = ["ALL"]', False),
        ('exclude = ["a/*"]', True),
        ('style = "native"', True),
        ('style = "natives"', False),
        ("force-exclude = true", True),
        ('force-exclude = "yes"', False),
        ('max-file-size = "2.5MB"', True),
        ("max-file-size = 0", False),
        ('max-file-size = "much"', False),
        ('jax-version = "0.10"', True),
        ('jax-version = "new"', False),
        ('cache-dir = "~/x"', False),
        ('baseline = "base.json"', True),
        ('per-file-ignores = { "a" = ["PTL1"] }', True),
        ('per-file-ignores = { "a" = "PTL1" }', False),
        ('knowledge = { transforms = { "a.b" = "jax.jit" } }', True),
        ('knowledge = { pytree-bases = ["a b"] }', False),
        ("knowledge = { other = 1 }", False),
    ],
)
def test_it_agrees_with_the_reader(tmp_path: Path, line: str, is_right: bool) -> None:
    path = tmp_path / "pytreelint.toml"
    path.write_text(line + "\n")
    errors = list(jsonschema.Draft202012Validator(VALID).iter_errors(tomllib.loads(line)))
    assert (not errors) is is_right
    try:
        load_file(str(path))
        taken = True
    except ConfigError:
        taken = False
    assert taken is is_right
