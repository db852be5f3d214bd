"""What `init` adds to files, and the files that it leaves alone."""

from __future__ import annotations

import tomllib

import pytest
import yaml  # type: ignore[import-untyped]

from pytreelint.engine.initial import hook, own_text, with_external, with_hook, with_table

HOOKS = "repos:\n- repo: https://example.org/a\n  rev: v1\n  hooks:\n  - id: a\n"


@pytest.mark.parametrize("text", ["", "[project]\nname = 'x'", "[tool.ruff]\r\na = 1\r\n", "[tool]\nx.y = 1\n"])
def test_the_table_is_added(text: str) -> None:
    new = with_table(text, "equinox")
    assert new is not None
    assert new.startswith(text)
    assert tomllib.loads(new)["tool"]["pytreelint"] == {"target": "equinox"}
    assert ("\r\n" in new) is ("\r\n" in text)
    assert "\n" not in new.replace("\r\n", "") or "\r\n" not in text
    assert with_table(new, "equinox") is None


@pytest.mark.parametrize(
    "text", ["[tool.pytreelint]\n", "tool = { a = 1 }\n", "tool = 1\n", "a = [\n", "[tool.pytreelint.x]"]
)
def test_the_table_cannot_be_added(text: str) -> None:
    assert with_table(text, "runtime") is None


def test_a_file_of_its_own() -> None:
    assert tomllib.loads(own_text("runtime")) == {"target": "runtime"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("line-length = 9  # why\n", ["PTL"]),
        ('lint.select = ["E"]\n', ["PTL"]),
        ("[lint]\nselect = []\n", ["PTL"]),
        ('[lint]\nexternal = [\n  "X",  # x\n]\n', ["X", "PTL"]),
        ('external = ["V"]\n', ["V", "PTL"]),
    ],
)
@pytest.mark.parametrize("own", [True, False])
def test_ruff_learns_our_codes(text: str, expected: list[str], own: bool) -> None:
    if not own:
        text = "[tool.ruff]\n" + text.replace("[lint]", "[tool.ruff.lint]") + "[tool.z]\na = 1\n"
    new = with_external(text, own=own)
    assert new is not None
    parsed = tomllib.loads(new)
    assert (parsed if own else parsed["tool"]["ruff"])["lint"]["external"] == expected
    assert all(row in new for row in text.splitlines() if "external" not in row)
    assert with_external(new, own=own) is None


@pytest.mark.parametrize(
    "text", ["[project]\n", "[tool.ruff.lint]\nexternal = ['PTL']\n", "[tool.ruff]\nlint = 1\n", "[[["]
)
def test_ruff_is_left_alone(text: str) -> None:
    assert with_external(text, own=False) is None


@pytest.mark.parametrize(
    "text",
    [
        HOOKS,
        HOOKS.rstrip(),
        "ci:\n  skip: [a]\nrepos:\n  - repo: local\n    hooks: []\n",
        HOOKS + "\n\n",
        "fail_fast: true\r\nrepos: []\r\n",
    ],
)
def test_the_hook_is_added(text: str) -> None:
    new = with_hook(text, "1.2.3")
    assert new is not None
    before, after = yaml.safe_load(text), yaml.safe_load(new)
    (added,) = after["repos"][len(before["repos"]) :]
    assert added["hooks"][0]["additional_dependencies"] == ["pytreelint==1.2.3"]
    assert added["hooks"][0]["types_or"] == ["python", "jupyter"]
    assert {**after, "repos": before["repos"]} == before
    assert with_hook(new, "1.2.3") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "repos:\n- {repo: local, hooks: []}\n",
        "repos: []\nci: {}\n",
        HOOKS + "ci:\n  a: b\n",
        HOOKS + "...\n",
        HOOKS.replace("a", "pytreelint"),
        "repos:\n\t- repo: a\n",
    ],
)
def test_the_hook_is_left_to_people(text: str) -> None:
    assert with_hook(text, "1.2.3") is None
    assert yaml.safe_load(hook("1.2.3"))[0]["repo"] == "local"
