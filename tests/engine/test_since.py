"""Changed lines, by the real git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pytreelint.engine.since import Changes, SinceError, changed_since, since
from pytreelint.model.text.place import Place, Step
from pytreelint.rules.finding import Finding

LINES = "".join(f"line {number}\n" for number in range(1, 11))


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgSign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "x")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "-b", "main")
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(LINES)
    commit(tmp_path)
    return tmp_path


def changed_rows(changes: Changes, path: Path, rows: int = 10) -> list[int]:
    return [row for row in range(1, rows + 1) if changes.touch(Place(str(path), row, 1, row, 2))]


def test_changed_and_added_lines(checkout: Path) -> None:
    path = checkout / "a.py"
    path.write_text(LINES.replace("line 2\n", "two\n").replace("line 5\n", "line 5\n++ b/b.py\nnew\n"))
    changes = changed_since("HEAD", str(checkout))
    assert changed_rows(changes, path) == [2, 6, 7]
    assert changed_rows(changes, checkout / "b.py") == []


def test_deleted_lines_leave_none(checkout: Path) -> None:
    (checkout / "a.py").write_text(LINES.replace("line 2\n", ""))
    (checkout / "b.py").unlink()
    assert changed_rows(changed_since("HEAD", str(checkout)), checkout / "a.py") == []


def test_a_renamed_file_has_its_changed_lines(checkout: Path) -> None:
    git(checkout, "mv", "a.py", "c.py")
    (checkout / "c.py").write_text(LINES.replace("line 9\n", "nine\n"))
    commit(checkout)
    assert changed_rows(changed_since("HEAD~1", str(checkout)), checkout / "c.py") == [9]


def test_what_git_does_not_know_is_new(checkout: Path) -> None:
    (checkout / "new.py").write_text(LINES)
    (checkout / ".gitignore").write_text("ignored.py\n")
    changes = changed_since("HEAD", str(checkout))
    assert len(changed_rows(changes, checkout / "new.py")) == 10
    assert len(changed_rows(changes, checkout / "ignored.py")) == 10
    assert changed_rows(changes, checkout.parent / "elsewhere.py") == []


def test_the_other_branch_changed_nothing_here(checkout: Path) -> None:
    git(checkout, "switch", "--quiet", "-c", "topic")
    (checkout / "a.py").write_text(LINES.replace("line 2\n", "two\n"))
    commit(checkout)
    git(checkout, "switch", "--quiet", "main")
    (checkout / "b.py").write_text(LINES.replace("line 3\n", "three\n"))
    commit(checkout)
    git(checkout, "switch", "--quiet", "topic")
    changes = changed_since("main", str(checkout))
    assert changed_rows(changes, checkout / "a.py") == [2]
    assert changed_rows(changes, checkout / "b.py") == []


@pytest.mark.parametrize("name", ["a b.py", "new\nline.py", 'quo"te\\.py', "\u202egnp.py", os.fsdecode(b"\xff.py")])
def test_odd_names(checkout: Path, name: str) -> None:
    path = checkout / "sub" / name
    path.parent.mkdir()
    path.write_text(LINES)
    commit(checkout)
    path.write_text(LINES.replace("line 4\n", "four\n"))
    assert changed_rows(changed_since("HEAD", str(checkout / "sub")), path) == [4]


def test_configured_diffs_do_not_matter(checkout: Path) -> None:
    for key, value in (("diff.noprefix", "true"), ("diff.external", "false"), ("color.ui", "always")):
        git(checkout, "config", key, value)
    (checkout / ".gitattributes").write_text("*.py -diff\n")
    (checkout / "a.py").write_text(LINES.replace("line 4\n", "four\n"))
    assert changed_rows(changed_since("HEAD", str(checkout)), checkout / "a.py") == [4]


def test_a_link_to_the_checkout(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("links") / "link"
    link.symlink_to(checkout)
    (checkout / "a.py").write_text(LINES.replace("line 4\n", "four\n"))
    assert changed_rows(changed_since("HEAD", str(link)), link / "a.py") == [4]


@pytest.mark.parametrize("revision", ["nowhere", "", "--output=x", "HEAD~99", "a\nb", "HEAD:a.py"])
def test_no_such_revision(checkout: Path, revision: str) -> None:
    with pytest.raises(SinceError, match="revision"):
        changed_since(revision, str(checkout))
    assert not (checkout / "x").exists()


def test_no_checkout_and_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SinceError, match="not a git repository"):
        changed_since("HEAD", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SinceError, match="git is not installed"):
        changed_since("HEAD", str(tmp_path))


def test_a_finding_counts_by_its_evidence_too() -> None:
    changes = Changes("/p", {"a.py": ((3, 4),)}, frozenset({"a.py", "b.py"}))
    old, new = Place("/p/b.py", 3, 1, 3, 2), Place("/p/a.py", 1, 1, 3, 2)
    findings = [Finding("PTL101", "n", "error", "m", place) for place in (old, new)]
    caused = Finding("PTL101", "n", "error", "m", old, (Step(new, "here"),))
    assert since((*findings, caused), changes) == (findings[1], caused)
