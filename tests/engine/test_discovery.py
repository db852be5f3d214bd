"""Discovery: gitignore, excludes, links, loops, and the same order every time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from pytreelint.engine.discovery import MissingPathError, discover
from pytreelint.engine.settings import DEFAULT_EXCLUDE, Settings


def tree(root: Path, *files: str, **texts: str) -> None:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name, text in texts.items():
        (root / name).write_text(text)


def found(root: Path, paths: Sequence[str] = (".",), **settings: object) -> list[str]:
    files = discover([str(root / path) for path in paths], Settings(str(root), **settings))  # type: ignore[arg-type]
    return [os.path.relpath(file, root) for file in files]


def test_files_come_in_order(tmp_path: Path) -> None:
    tree(tmp_path, "b.py", "a_b/c.py", "a/z.py", "a/y.py", "a.py", "a/notes.txt", "c.pyi", "d.pyw")
    assert found(tmp_path) == ["a/y.py", "a/z.py", "a.py", "a_b/c.py", "b.py", "d.pyw"]


def test_several_paths_give_each_file_once(tmp_path: Path) -> None:
    tree(tmp_path, "a/x.py", "b/y.py")
    assert found(tmp_path, ["b", "a", ".", "a/x.py", "a/../b/y.py"]) == ["a/x.py", "b/y.py"]


def test_default_excludes(tmp_path: Path) -> None:
    folders = [".git", ".venv", "venv", "node_modules", "build", "dist", "__pypackages__", ".tox", "x/site-packages"]
    tree(tmp_path, *[f"{name}/a.py" for name in folders], "ok/a.py", ".hidden/a.py")
    assert found(tmp_path) == ["ok/a.py"]


def test_exclude_by_name_and_by_path(tmp_path: Path) -> None:
    tree(tmp_path, "a/gen/x.py", "a/gen_x.py", "b/gen/y.py", "c/x.py")
    assert found(tmp_path, exclude=(*DEFAULT_EXCLUDE, "gen", "c/*")) == ["a/gen_x.py"]
    assert found(tmp_path, exclude=("a/gen/**",)) == ["a/gen_x.py", "b/gen/y.py", "c/x.py"]


def test_a_named_file_is_checked_whatever_the_patterns_say(tmp_path: Path) -> None:
    tree(tmp_path, "build/a.py", "notes.txt", "s.pyi", ".git/x", **{".gitignore": "*.txt\n"})
    assert found(tmp_path, ["build/a.py", "notes.txt", "s.pyi"]) == ["build/a.py", "notes.txt", "s.pyi"]
    assert found(tmp_path, ["build"]) == ["build/a.py"]
    assert found(tmp_path, ["build/a.py"], force_exclude=True) == []


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MissingPathError, match=r"gone.py: no such file or folder"):
        found(tmp_path, ["gone.py"])


def test_gitignore_at_every_level(tmp_path: Path) -> None:
    tree(tmp_path, ".git/HEAD", "a/x.py", "a/y.py", "a/z/y.py", "out/x.py", "gen_1.py", "b/gen_1.py")
    tree(tmp_path, **{".gitignore": "/out/\ngen_*.py\n# text\n\n", "a/.gitignore": "y.py\n!z/y.py\n"})
    tree(tmp_path, **{"b/.gitignore": "!gen_1.py\n"})
    assert found(tmp_path) == ["a/x.py", "a/z/y.py", "b/gen_1.py"]
    assert found(tmp_path, respect_gitignore=False) == [
        "a/x.py",
        "a/y.py",
        "a/z/y.py",
        "b/gen_1.py",
        "gen_1.py",
        "out/x.py",
    ]


def test_gitignore_above_the_named_folder_holds(tmp_path: Path) -> None:
    tree(tmp_path, ".git/HEAD", "a/b/x.py", "a/b/y.py", **{".gitignore": "y.py\n"})
    assert found(tmp_path, ["a/b"]) == ["a/b/x.py"]
    files = discover([str(tmp_path / "a" / "b")], Settings(str(tmp_path / "a")))
    assert [Path(file).name for file in files] == ["x.py"]


def test_gitignore_outside_of_a_repository_holds_from_the_root_down(tmp_path: Path) -> None:
    tree(tmp_path, "p/a/x.py", "p/a/y.py", **{".gitignore": "x.py\n"})
    tree(tmp_path, **{"p/.gitignore": "y.py\n"})
    files = discover([str(tmp_path / "p" / "a")], Settings(str(tmp_path / "p")))
    assert [Path(file).name for file in files] == ["x.py"]


def test_git_info_exclude_counts(tmp_path: Path) -> None:
    tree(tmp_path, "x.py", "y.py", ".git/info/other", **{".git/info/exclude": "y.py\n"})
    assert found(tmp_path) == ["x.py"]


def test_a_folder_that_git_ignores_is_checked_when_named(tmp_path: Path) -> None:
    tree(tmp_path, ".git/HEAD", "out/x.py", "x.py", **{".gitignore": "out/\n"})
    assert found(tmp_path) == ["x.py"]
    assert found(tmp_path, ["out"]) == ["out/x.py"]


def test_broken_gitignore_lines_are_passed_by(tmp_path: Path) -> None:
    tree(tmp_path, ".git/HEAD", "x.py", "y.py", **{".gitignore": "!\n[\ny.py\n"})
    assert found(tmp_path) == ["x.py"]


def test_a_loop_of_folders_ends(tmp_path: Path) -> None:
    tree(tmp_path, "a/x.py", "a/b/y.py")
    (tmp_path / "a" / "b" / "up").symlink_to(tmp_path / "a")
    (tmp_path / "self").symlink_to(tmp_path)
    assert found(tmp_path) == ["a/b/y.py", "a/x.py"]


def test_links_lead_to_each_file_once_under_its_own_name(tmp_path: Path) -> None:
    tree(tmp_path, "pkg/rules/x.py")
    (tmp_path / "a_link").symlink_to(tmp_path / "pkg" / "rules")
    (tmp_path / "b.py").symlink_to(tmp_path / "pkg" / "rules" / "x.py")
    assert found(tmp_path) == ["pkg/rules/x.py"]
    assert found(tmp_path, ["a_link"]) == ["a_link/x.py"]


def test_a_link_out_of_the_tree_is_followed(tmp_path: Path) -> None:
    tree(tmp_path, "other/x.py", "p/y.py")
    (tmp_path / "p" / "more").symlink_to(tmp_path / "other")
    files = discover([str(tmp_path / "p")], Settings(str(tmp_path / "p")))
    assert [os.path.relpath(file, tmp_path) for file in files] == ["p/more/x.py", "p/y.py"]


def test_dangling_links_and_fifos_are_left_to_the_reader(tmp_path: Path) -> None:
    tree(tmp_path, "x.py")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere.py")
    os.mkfifo(tmp_path / "pipe.py")
    assert found(tmp_path) == ["gone.py", "pipe.py", "x.py"]


def test_deep_folders_do_not_recurse(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 400)
    deep.mkdir(parents=True)
    (deep / "x.py").touch()
    assert len(found(tmp_path)) == 1
