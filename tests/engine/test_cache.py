"""The cache: what is stored comes back, whatever is wrong is a miss, and incremental is the same as from scratch."""

from __future__ import annotations

import os
import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from pytreelint.engine import cache as cache_module
from pytreelint.engine.cache import Cache, generation
from pytreelint.engine.reader import Reader
from pytreelint.engine.run import Report, check
from pytreelint.engine.settings import Settings
from pytreelint.model.text import parsing

ENTRY = (
    "content",
    ("judged", (), (), None, ""),
    (("m", "/m.py", "c", (("A", "d"), ("B", None))),),
    (("/x.py", "c", (("d", (1, 2)),)),),
)


def cache_of(tmp_path: Path) -> Cache:
    return Cache(str(tmp_path / "cache"), "generation")


def files(folder: Path) -> list[Path]:
    return [path for path in (folder / "generation").rglob("*") if path.is_file()]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    cache_of(tmp_path).write("/a.py", *ENTRY)
    assert cache_of(tmp_path).read("/a.py") == ENTRY
    assert cache_of(tmp_path).read("/b.py") is None


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 40])
def test_a_truncated_entry_is_a_miss(tmp_path: Path, size: int) -> None:
    cache_of(tmp_path).write("/a.py", *ENTRY)
    (entry,) = files(tmp_path / "cache")
    entry.write_bytes(entry.read_bytes()[:size])
    assert cache_of(tmp_path).read("/a.py") is None


def test_a_changed_byte_is_a_miss(tmp_path: Path) -> None:
    cache_of(tmp_path).write("/a.py", *ENTRY)
    (entry,) = files(tmp_path / "cache")
    data = entry.read_bytes()
    for index in range(0, len(data), 7):
        entry.write_bytes(data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :])
        assert cache_of(tmp_path).read("/a.py") is None


def test_an_unwritable_folder_is_said_once_and_costs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    cache = cache_of(tmp_path)
    for name in ("/a.py", "/b.py"):
        cache.write(name, *ENTRY)
    assert cache.problem is not None
    assert "cannot be written" in cache.problem
    assert cache.read("/a.py") is None


def test_no_temporary_file_is_left(tmp_path: Path) -> None:
    cache_of(tmp_path).write("/a.py", *ENTRY)
    cache_of(tmp_path).write("/a.py", *ENTRY)
    assert len(files(tmp_path / "cache")) == 1


def test_concurrent_writers_leave_a_whole_entry(tmp_path: Path) -> None:
    def work() -> None:
        cache = cache_of(tmp_path)
        for number in range(50):
            cache.write("/a.py", str(number), *ENTRY[1:])
            entry = cache.read("/a.py")
            assert entry is not None
            assert entry[1:] == ENTRY[1:]

    failures: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_generation_is_of_one_tool_and_one_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(str(tmp_path))
    first = generation(settings, "layout")
    assert first == generation(replace(settings, select=("ALL",), cache_dir="/x"), "layout")
    assert first != generation(replace(settings, style="native"), "layout")
    assert first != generation(settings, "other layout")
    monkeypatch.setattr(cache_module, "FORMAT", 0)
    assert first != generation(settings, "layout")


BASE = """\
from dataclasses import dataclass
import jax
import jax.numpy as jnp

@jax.tree_util.register_dataclass
@dataclass
class Base:
    weight: jax.Array
    act: {annotation}

def make(key):
    return Base(jnp.ones(3), {value})
"""
USER = """\
from dataclasses import dataclass
import jax
from {module} import Base, make

@jax.tree_util.register_dataclass
@dataclass
class Child{number}(Base):
    pass

@jax.jit
def step(model: Child{number}):
    return model

def main(key):
    return step(make(key))
"""


def project(tmp_path: Path) -> Settings:
    (tmp_path / "base.py").write_text(BASE.format(annotation="jax.Array", value="jnp.ones(2)"))
    (tmp_path / "through.py").write_text("from base import *\nfrom base import Base, make\n")
    for number, module in enumerate(["base", "through", "through", "base"]):
        (tmp_path / f"user{number}.py").write_text(USER.format(module=module, number=number))
    return Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))


def told(report: Report) -> list[tuple[object, ...]]:
    assert report.errors == ()
    return [(f.code, f.message, f.place, f.related) for f in report.findings]


CHANGES = {
    "the field becomes a function": (
        "base.py",
        BASE.format(annotation="'Callable'", value="jax.nn.relu").replace(
            "import jax\n", "import jax\nfrom typing import Callable\n"
        ),
    ),
    "a string": ("base.py", BASE.format(annotation="str", value="'relu'")),
    "a line is inserted": ("base.py", "\n" + BASE.format(annotation="str", value="'relu'")),
    "only a body": ("base.py", BASE.format(annotation="str", value="'gelu'")),
    "a star import": ("through.py", "from base import *\n"),
    "the way is cut": ("through.py", "x = 1\n"),
    "and goes elsewhere": ("through.py", "from other import Base, make\n"),
    "where it exists": ("other.py", BASE.format(annotation="str", value="'relu'")),
    "a broken file": ("base.py", "class Base(\n"),
    "a repaired file": ("base.py", BASE.format(annotation="jax.Array", value="jnp.ones(2)")),
    "a user": ("user3.py", USER.format(module="other", number=3)),
}


def test_incremental_is_the_same_as_from_scratch(tmp_path: Path) -> None:
    settings = project(tmp_path)
    seen = set()
    check([str(tmp_path)], settings)
    for name, text in CHANGES.values():
        (tmp_path / name).write_text(text)
        incremental = told(check([str(tmp_path)], settings))
        assert incremental == told(check([str(tmp_path)], settings, cache=False))
        assert incremental == told(check([str(tmp_path)], settings))
        seen.add(repr(incremental))
    assert len(seen) > 3


def test_random_edits_in_random_order(tmp_path: Path) -> None:
    settings = project(tmp_path)
    chance = random.Random(2)
    for _ in range(15):
        for name, text in chance.sample(list(CHANGES.values()), 2):
            (tmp_path / name).write_text(text)
        assert told(check([str(tmp_path)], settings)) == told(check([str(tmp_path)], settings, cache=False))


def test_a_new_neighbour_changes_what_an_import_means(tmp_path: Path) -> None:
    settings = project(tmp_path)
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    (scripts / "run.py").write_text(USER.format(module="base", number=9))
    before = told(check([str(scripts)], settings))
    (scripts / "base.py").write_text(BASE.format(annotation="str", value="'relu'"))
    after = told(check([str(scripts)], settings))
    assert after == told(check([str(scripts)], settings, cache=False))
    assert after != before


def test_a_file_is_judged_again_when_what_it_imports_comes_to_import_jax(tmp_path: Path) -> None:
    settings = project(tmp_path)
    user = tmp_path / "far.py"
    user.write_text("from near import compiled\n\ncompiled(lambda x: x)('text')\n")
    near, nearer = tmp_path / "near.py", tmp_path / "nearer.py"
    near.write_text("from nearer import compiled\n")
    nearer.write_text("def compiled(f):\n    return f\n")
    assert not check([str(user)], settings).findings
    nearer.write_text("from jax import jit as compiled\n")
    (found,) = check([str(user)], settings).findings
    assert found.code == "PTL201"
    nearer.write_text("def compiled(f):\n    return f\n")
    assert not check([str(user)], settings).findings


def judged(report: Report) -> bool:
    return report.seconds["judge"] > 0


def test_a_warm_run_judges_nothing_and_a_changed_body_elsewhere_neither(tmp_path: Path) -> None:
    settings = project(tmp_path)
    (tmp_path / "base.py").write_text(BASE.format(annotation="str", value="'relu'") + "\ndef unused():\n    return 1\n")
    assert judged(check([str(tmp_path)], settings))
    assert not judged(check([str(tmp_path)], settings))
    users = [str(tmp_path / f"user{number}.py") for number in range(4)]
    text = (tmp_path / "base.py").read_text()
    (tmp_path / "base.py").write_text(text.replace("return 1", "return 2"))
    findings = check(users, settings).findings
    if not findings:  # evidence that points into a changed file would have to be found again
        assert not judged(check(users, settings))
    assert not judged(check(users, settings))


def test_after_an_edit_that_concerned_nobody_the_next_run_parses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = project(tmp_path)
    check([str(tmp_path)], settings)
    (tmp_path / "base.py").write_text((tmp_path / "base.py").read_text() + "\ndef unused():\n    return 1\n")
    first = told(check([str(tmp_path)], settings))
    monkeypatch.setattr(parsing, "parse_text", lambda *_: pytest.fail("parsed"))
    assert told(check([str(tmp_path)], settings)) == first


def test_what_an_edited_file_asked_before_is_known_when_it_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = project(tmp_path)
    asked: list[tuple[str, str]] = []
    digest = Reader.digest

    def counted(self: Reader, module: str, name: str) -> str | None:
        asked.append((module, name))
        return digest(self, module, name)

    monkeypatch.setattr(Reader, "digest", counted)
    check([str(tmp_path)], settings)
    assert ("base", "Base") in asked
    asked.clear()
    (tmp_path / "user3.py").write_text(USER.format(module="base", number=3) + "\nanother = 1\n")
    check([str(tmp_path)], settings)
    assert ("base", "Base") not in asked
    (tmp_path / "base.py").write_text(BASE.format(annotation="str", value="'relu'"))
    (tmp_path / "user3.py").write_text(USER.format(module="base", number=3))
    assert told(check([str(tmp_path)], settings)) == told(check([str(tmp_path)], settings, cache=False))


def test_a_cache_that_cannot_be_written_is_noted(tmp_path: Path) -> None:
    settings = replace(project(tmp_path), cache_dir=str(tmp_path / "base.py"))
    report = check([str(tmp_path)], settings)
    assert [note for note in report.notes if "cannot be written" in note] == list(report.notes)
    assert len(report.notes) == 1
    assert told(report) == told(check([str(tmp_path)], settings, cache=False))


def test_garbage_in_the_cache_changes_nothing(tmp_path: Path) -> None:
    settings = project(tmp_path)
    first = told(check([str(tmp_path)], settings))
    for path in (tmp_path / ".cache").rglob("*"):
        if path.is_file() and path.name != "CACHEDIR.TAG":
            path.write_bytes(os.urandom(50))
    assert told(check([str(tmp_path)], settings)) == first
