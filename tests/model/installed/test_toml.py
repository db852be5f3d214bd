"""TOML of others: one kind of error, and no key that takes minutes."""

from __future__ import annotations

import pytest

from pytreelint.model.text.toml import parse_toml


def test_tables_are_parsed() -> None:
    text = '[tool.x]\n"a.b".c = ["two words"]  # three\n[a.b.c.d.e.f]\n'
    assert parse_toml(text) == {
        "tool": {"x": {"a.b": {"c": ["two words"]}}},
        "a": {"b": {"c": {"d": {"e": {"f": {}}}}}},
    }


MISTAKES = ["a = ", "x = " + "[" * 5000, "x = " + "{a=" * 2000, "x = " + "1" * 5000, "a." * 50_000 + "b = 1"]
MISTAKES += ["[" + '"a" . ' * 50_000 + "b]", "x = 2026-13-45"]


@pytest.mark.parametrize("text", MISTAKES, ids=range(len(MISTAKES)))
def test_every_mistake_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_toml(text)
