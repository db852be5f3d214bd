"""The cache's folder: only ours is used, only what we wrote is removed, whoever named it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pytreelint.engine.cache import Cache
from pytreelint.engine.cache_folder import CacheRefusedError, cache_folder, make_ours, make_shelf, refuse_others
from pytreelint.engine.config import load
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.engine.table import ConfigError

STANDARD = "Signature: 8a477f597d28d172789f06886806bc55\n"
EARLIER = STANDARD + "# This folder is a cache of pytreelint; it may be removed.\n"
HEX = "0123456789abcdef" * 2
ENTRY = ("content", ("judged", (), (), None, ""), (), ())


def aged(folder: Path, *names: str) -> list[Path]:
    """Folders with an entry each, not written to for long."""
    found = []
    for name in names:
        shelf = folder / name / "ab"
        shelf.mkdir(parents=True)
        (shelf / ("c" * 30)).write_text("outcome")
        found.append(folder / name)
        for path in (shelf, folder / name):
            os.utime(path, (0, 0))
    return found


def snapshot(folder: Path) -> dict[str, str]:
    """Every path below a folder and what it is."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = os.readlink(path) if path.is_symlink() else path.read_text() if path.is_file() else "folder"
        found[str(path.relative_to(folder))] = kind
    return found


def test_the_folder_is_as_told_else_beside_the_configuration_else_the_users(tmp_path: Path) -> None:
    variables = {"XDG_CACHE_HOME": "/users/cache", "LOCALAPPDATA": "/users/cache"}
    plain = Settings(str(tmp_path))
    assert cache_folder(plain, variables) == os.path.join("/users/cache", "pytreelint")
    configured = replace(plain, config=str(tmp_path / "pytreelint.toml"))
    assert cache_folder(configured, variables) == str(tmp_path / ".pytreelint_cache")
    told = {**variables, "PYTREELINT_CACHE_DIR": "/told"}
    assert cache_folder(configured, told) == "/told"
    assert cache_folder(replace(configured, cache_dir="/more/so"), told) == "/more/so"


def test_only_the_users_own_words_may_mean_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    told = cache_folder(Settings(str(tmp_path)), {"PYTREELINT_CACHE_DIR": "~/cache"})
    assert told == str(tmp_path / "home" / "cache")
    (tmp_path / "pytreelint.toml").write_text('cache-dir = "~/cache"\n')
    with pytest.raises(ConfigError, match=r"pytreelint.toml:1: `cache-dir` must not begin with `~`.*--cache-dir"):
        load([str(tmp_path)])


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert cache_folder(Settings("/project"), {}) is None


def test_a_new_folder_is_tagged_and_kept_out_of_version_control(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "cache"
    refuse_others(str(folder), str(tmp_path))
    assert not folder.exists()
    make_ours(str(folder))
    assert snapshot(folder).keys() == {"CACHEDIR.TAG", ".gitignore"}
    assert (folder / "CACHEDIR.TAG").read_text().startswith(STANDARD + "# This folder is a cache of pytreelint")
    assert (folder / ".gitignore").read_text() == "*\n"
    refuse_others(str(folder), str(tmp_path))


def foreign_tag(folder: Path) -> None:
    (folder / "CACHEDIR.TAG").write_text(STANDARD + "# This file is a cache directory tag created by mypy.\n")
    aged(folder, HEX)


def earlier_tag_among_other_things(folder: Path) -> None:
    (folder / "CACHEDIR.TAG").write_text(EARLIER)
    (folder / "thesis.tex").write_text("important")
    aged(folder, HEX)


def linked_tag(folder: Path) -> None:
    (folder.parent / "tag").write_text(EARLIER)
    (folder / "CACHEDIR.TAG").symlink_to("../tag")
    aged(folder, HEX)


def hex_names_elsewhere(folder: Path) -> None:
    aged(folder, HEX)


def hex_names_that_hold_other_things(folder: Path) -> None:
    (folder / HEX / "weights").mkdir(parents=True)
    os.utime(folder / HEX, (0, 0))
    (folder / "CACHEDIR.TAG").write_text(EARLIER)


OTHERS: dict[str, Callable[[Path], object]] = {
    "plain": lambda folder: (folder / "data").mkdir(),
    "a file": lambda folder: (folder / ".gitignore").write_text("*\n"),
    "another program's": foreign_tag,
    "an earlier version's, with more": earlier_tag_among_other_things,
    "an earlier version's, with other contents": hex_names_that_hold_other_things,
    "a link as tag": linked_tag,
    "no tag": hex_names_elsewhere,
    "a link as generation": lambda folder: (folder / HEX).symlink_to(".."),
}


@pytest.mark.parametrize("other", OTHERS)
def test_what_is_not_ours_is_refused_and_left_alone(tmp_path: Path, other: str) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    OTHERS[other](folder)
    before = snapshot(folder)
    with pytest.raises(CacheRefusedError, match="holds files that are not the cache's"):
        refuse_others(str(folder), str(tmp_path))
    cache = Cache(str(folder), HEX)
    cache.write("/a.py", *ENTRY)
    assert cache.problem is not None
    assert snapshot(folder) == before


@pytest.mark.parametrize(
    ("name", "tag"),
    [("cache", EARLIER), (".pytreelint_cache", EARLIER), (".pytreelint_cache", None), (".pytreelint_cache", "damaged")],
)
def test_the_folder_of_an_earlier_version_is_taken_over(tmp_path: Path, name: str, tag: str | None) -> None:
    folder = tmp_path / name
    (old,) = aged(folder, HEX)
    (folder / ".gitignore").write_text("*\n")
    if tag is not None:
        (folder / "CACHEDIR.TAG").write_text(tag)
    refuse_others(str(folder), str(tmp_path))
    make_ours(str(folder))
    assert not old.exists()
    assert (folder / "CACHEDIR.TAG").read_text() not in (tag, "")


def test_of_our_folder_only_old_generations_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    make_ours(str(folder))
    old, used = aged(folder, HEX, "e" * 32)
    os.utime(used / "ab")  # an entry was written there a moment ago
    others = aged(folder, "data", HEX + "0", HEX[:-1], HEX.upper().replace("0", "A"), HEX[:-1] + "-")
    outside = tmp_path / "outside"
    aged(outside, HEX)
    (folder / ("f" * 32)).symlink_to(outside / HEX, target_is_directory=True)
    recent = folder / ("d" * 32)
    recent.mkdir()
    before = snapshot(outside)
    make_ours(str(folder))
    assert not old.exists()
    assert all(path.exists() for path in (used, recent, *others, folder / ("f" * 32)))
    assert snapshot(outside) == before


def test_of_an_old_generation_only_entries_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    make_ours(str(folder))
    (old,) = aged(folder, HEX)
    (old / "ab" / "notes").write_text("mine")
    (old / "cd").symlink_to(tmp_path / "outside")
    (old / "weights").mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / ("c" * 30)).write_text("important")
    for path in (old / "ab", old):
        os.utime(path, (0, 0))
    make_ours(str(folder))
    assert snapshot(old) == {"ab": "folder", "ab/notes": "mine", "cd": str(outside), "weights": "folder"}
    assert snapshot(outside) == {"c" * 30: "important"}


@pytest.mark.parametrize("target", ["../home", "../home/new", "/"])
def test_a_link_that_leaves_the_project_is_refused(tmp_path: Path, target: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "home").mkdir()
    (project / ".pytreelint_cache").symlink_to(target)
    for folder in (project / ".pytreelint_cache", project / ".pytreelint_cache" / "inner"):
        with pytest.raises(CacheRefusedError, match="a link that leaves the project"):
            refuse_others(str(folder), str(project))


def test_a_link_within_the_project_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "cache").symlink_to("real")
    refuse_others(str(tmp_path / "cache"), str(tmp_path))
    make_ours(str(tmp_path / "cache"))
    assert (tmp_path / "real" / "CACHEDIR.TAG").exists()


def test_a_project_that_is_reached_by_a_link_has_a_cache(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    refuse_others(str(tmp_path / "link" / ".pytreelint_cache"), str(tmp_path / "link"))
    make_ours(str(tmp_path / "link" / ".pytreelint_cache"))
    assert (tmp_path / "real" / ".pytreelint_cache" / "CACHEDIR.TAG").exists()


def test_nothing_is_written_through_links_inside(tmp_path: Path) -> None:
    folder, outside = tmp_path / "cache", tmp_path / "outside"
    make_ours(str(folder))
    outside.mkdir()
    (folder / ".gitignore").unlink()
    (folder / ".gitignore").symlink_to(outside / "written")
    (folder / HEX).symlink_to(outside)
    make_ours(str(folder))
    with pytest.raises(OSError, match="is a link"):
        make_shelf(str(folder), HEX, "ab")
    assert snapshot(outside) == {}


def test_several_runs_may_begin_at_once(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def begin(folder: str, together: threading.Barrier) -> None:
        together.wait()
        try:
            refuse_others(folder, str(tmp_path))
            make_ours(folder)
        except BaseException as error:
            failures.append(error)

    for number in range(50):
        together = threading.Barrier(4)
        arguments = (str(tmp_path / str(number)), together)
        threads = [threading.Thread(target=begin, args=arguments) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []
    assert {frozenset(os.listdir(tmp_path / str(n))) for n in range(50)} == {frozenset({"CACHEDIR.TAG", ".gitignore"})}


def test_a_run_is_refused_before_it_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path))
    with pytest.raises(CacheRefusedError, match="--no-cache"):
        check([str(tmp_path)], settings)
    assert check([str(tmp_path)], settings, cache=False).n_files == 1
    assert os.listdir(tmp_path) == ["a.py"]
