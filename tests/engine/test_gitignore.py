"""Patterns of git: hostile ones cost no more than others."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec

from pytreelint.engine.gitignore import Gitignore
from pytreelint.model.text.listing import Listing


def of(folder: Path, *lines: str) -> Gitignore:
    """What a `.gitignore` says."""
    (folder / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Gitignore().entered(str(folder), Listing().names(str(folder)))


PATTERNS = (
    "*",
    "a*",
    "*b",
    "a*b",
    "*a*b*",
    "a*?b",
    "*[ab]*b",
    "**/a*b*a",
    "a*b/*a*b",
    "/*a*/b*",
    "a**b*a",
    "x/**/a*b*",
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_means_what_it_means_to_git(tmp_path: Path, pattern: str) -> None:
    ours, theirs = of(tmp_path, pattern), GitIgnoreSpec.from_lines([pattern])
    names = ["".join(letters) for size in (1, 2, 4) for letters in product("ab", repeat=size)]
    for path in [*names, *(f"{first}/{second}" for first in ("x", "ab", "bab") for second in names)]:
        assert ours.ignores(str(tmp_path / path), False) == theirs.match_file(path), path


@pytest.mark.parametrize("pattern", ["*a" * 60 + "b", "**/a/" * 12 + "b", "*" * 200 + "b", "?*" * 100 + "b"])
def test_stars_do_not_explode(tmp_path: Path, pattern: str) -> None:
    """Each of these would take longer than anybody waits."""
    deep = tmp_path.joinpath(*["a"] * 100, "a" * 250)
    assert not of(tmp_path, pattern).ignores(str(deep), False)


def test_a_file_without_end_says_nothing(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").symlink_to("/dev/zero")
    assert Gitignore().entered(str(tmp_path), Listing().names(str(tmp_path))) == Gitignore()
    (tmp_path / ".gitignore").unlink()
    os.mkfifo(tmp_path / ".gitignore")
    assert Gitignore().entered(str(tmp_path), Listing().names(str(tmp_path))) == Gitignore()


def test_too_many_patterns_say_nothing(tmp_path: Path) -> None:
    assert of(tmp_path, *["*.py"] * 100_000) == Gitignore()
