"""Configuration: the nearest file wins, and every mistake names its place and the nearest valid word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytreelint.engine.config import default, load, load_file, with_pairs
from pytreelint.engine.settings import DEFAULT_EXCLUDE, Settings
from pytreelint.engine.table import ConfigError, check_selectors


def settings_of(tmp_path: Path, text: str) -> Settings:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n[tool.pytreelint]\n" + text)
    return load([str(tmp_path)])


def mistake(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        settings_of(tmp_path, text)
    return str(caught.value)


def test_defaults_without_any_file(tmp_path: Path) -> None:
    assert load([str(tmp_path)]) == Settings(root=str(tmp_path))


def test_every_key_is_read(tmp_path: Path) -> None:
    text = """
        select = ["PTL9", "unreadable-file"]
        extend-select = ["ALL"]
        ignore = ["PTL902"]
        exclude = ["gen"]
        extend-exclude = ["old/*"]
        per-file-ignores = { "tests/**" = ["PTL901"] }
        src = ["lib"]
        style = "native"
        target = "equinox"
        jax-version = "0.10"
        max-file-size = "2.5MB"
        fail-on = "advice"
        cache-dir = "../cache"
        python = "envs/one"
        respect-gitignore = false
        force-exclude = true
        [tool.pytreelint.knowledge]
        pytree-bases = ["my.nn.Base"]
        pytree-decorators = ["my.dataclass"]
        static-functions = ["my.static"]
        transforms = { "my.jit" = "jax.jit" }
        words = { runs-once = ["launch"], examples = ["cook_book"] }
    """
    found = settings_of(tmp_path, text)
    assert (found.select, found.extend_select, found.ignore) == (("PTL9", "unreadable-file"), ("ALL",), ("PTL902",))
    assert found.exclude == ("gen", "old/*")
    assert found.per_file_ignores == (("tests/**", ("PTL901",)),)
    assert (found.src, found.style, found.target, found.jax_version) == (("lib",), "native", "equinox", "0.10")
    assert (found.max_file_size, found.fail_on) == (2_500_000, "advice")
    assert found.cache_dir == str(tmp_path.parent / "cache")
    assert found.python == str(tmp_path / "envs" / "one")
    assert (found.respect_gitignore, found.force_exclude) == (False, True)
    assert found.knowledge.pytree_bases == ("my.nn.Base",)
    assert found.knowledge.transforms == (("my.jit", "jax.jit"),)
    assert found.knowledge.words == (("run_once", ("launch",)), ("examples", ("cook_book",)))
    assert (found.root, found.config) == (str(tmp_path), str(tmp_path / "pyproject.toml"))


def test_extend_exclude_keeps_the_defaults(tmp_path: Path) -> None:
    assert settings_of(tmp_path, "extend-exclude = ['gen']").exclude == (*DEFAULT_EXCLUDE, "gen")


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    (tmp_path / "pytreelint.toml").write_text("style = 'native'")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert load([str(inner)]).root == str(tmp_path)
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.pytreelint]\ntarget = 'auto'")
    assert load([str(inner)]).target == "auto"
    assert load([str(inner)]).style == "filtered"


def test_the_common_folder_of_the_paths_decides(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pytreelint.toml").write_text("style = 'native'")
    assert load([str(tmp_path / "a")]).style == "native"
    assert load([str(tmp_path / "a"), str(tmp_path / "b")]).style == "filtered"


def test_own_file_is_preferred_to_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pytreelint.toml").write_text("style = 'native'")
    assert settings_of(tmp_path, "style = 'filtered'").style == "native"


def test_pyproject_without_a_table_is_passed_by_and_still_marks_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'uses-pytreelint'")
    (tmp_path / "a").mkdir()
    assert load([str(tmp_path / "a")]) == Settings(root=str(tmp_path))


def test_a_lone_package_has_its_root_outside(tmp_path: Path) -> None:
    package = tmp_path / "outer" / "inner"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package.parent / "__init__.py").touch()
    assert load([str(package / "a.py")]).root == str(tmp_path)


def test_a_folder_that_its_own_files_import_is_a_package(tmp_path: Path) -> None:
    """As research code is laid out: `internal/` without an `__init__.py`, run from the folder around it."""
    package = tmp_path / "internal"
    package.mkdir()
    (package / "model.py").write_text("import jax\n")
    (package / "train.py").write_text("from internal import model\n")
    assert load([str(package)]).root == str(tmp_path)
    (package / "train.py").write_text("from internals import model\nimport model\n")
    assert load([str(package)]).root == str(package)


def test_a_named_file_must_configure_something(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    with pytest.raises(ConfigError, match=r"has no \[tool.pytreelint\]"):
        load_file(str(tmp_path / "pyproject.toml"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("selct = []", "pyproject.toml:4: unknown key `selct` in [tool.pytreelint]; did you mean `select`?"),
        ("\n\nzzz = 1", "pyproject.toml:6: unknown key `zzz` in [tool.pytreelint]"),
        ("select = ['unreadable-fil']", ":4: unknown rule `unreadable-fil`; did you mean `unreadable-file`?"),
        ("ignore = ['PTL991']", "unknown rule `PTL991`; did you mean `PTL901`?"),
        ("ignore = ['']", "unknown rule ``"),
        ("select = 'PTL901'", "`select` must be a list of strings, not 'PTL901'"),
        ("select = [1]", "`select` must be a list of strings, not [1]"),
        ("style = 'filterd'", "must be one of `filtered`, `native`, not `filterd`; did you mean `filtered`?"),
        ("style = 1", "`style` must be a string, not 1"),
        ("max-file-size = '4 parsecs'", "a number of bytes or a size such as `4MB`, not '4 parsecs'"),
        ("max-file-size = true", "a number of bytes"),
        ("cache-dir = '\\u0000'".replace("'", '"'), "`cache-dir` must be a path, not '\\x00'"),
        ("max-file-size = -1", "a number of bytes"),
        ("jax-version = '>=0.4'", "a version such as `0.10` or `0.10.2`, not `>=0.4`"),
        ("respect-gitignore = 1", "`respect-gitignore` must be true or false, not 1"),
        ("per-file-ignores = []", "`per-file-ignores` must be a table"),
        ("per-file-ignores = { 'a.py' = ['PTL999'] }", "unknown rule `PTL999`"),
        ("knowledge = { bases = [] }", "unknown key `bases` in [tool.pytreelint.knowledge]"),
        ("knowledge.words = { often = [] }", "unknown key `often` in [tool.pytreelint.knowledge.words]"),
        ("knowledge.words = { steps = ['a_b'] }", "must hold words as they stand between underscores"),
        ("knowledge.words = { steps = 'fold' }", "`steps` must be a list of strings"),
        ("knowledge = { pytree-bases = ['1x'] }", "must hold dotted names such as `my_package.nn.Base`, not `1x`"),
        ("knowledge = { transforms = { 'a-b' = 'jax.jit' } }", "must map dotted names to dotted names, not `a-b`"),
        (
            "knowledge = { transforms = { 'a.b' = 'jax.jitt' } }",
            "`jax.jitt`, which `a.b` is to behave like, is no known transform; did you mean `jax.jit`?",
        ),
        ("knowledge = { transforms = { 'a.b' = 'eqx.filter_vmap' } }", "did you mean `equinox.filter_vmap`?"),
        (
            "knowledge = { transforms = { 'a.b' = 'equinox.Module' } }",
            "`equinox.Module`, which `a.b` is to behave like",
        ),
        ("x = ", "is no valid TOML"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    assert said in mistake(tmp_path, text)


def test_a_mistake_is_placed_in_inline_tables_too(tmp_path: Path) -> None:
    text = "knowledge.transforms = {\n}\n".replace("\n}", ' "my.jit" = "jax.jit", "my.grad" = "jax.gard" }')
    assert "pyproject.toml:4: `jax.gard`" in mistake(tmp_path, text)


def test_former_names_of_transforms_are_understood(tmp_path: Path) -> None:
    (tmp_path / "pytreelint.toml").write_text('knowledge.transforms = { "my.pjit" = "jax.experimental.pjit.pjit" }\n')
    assert load([str(tmp_path)]).knowledge.transforms == (("my.pjit", "jax.jit"),)


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "x = " + "1" * 5000, "x = 2026-13-45"])
def test_what_ends_the_parser_is_a_mistake(tmp_path: Path, text: str) -> None:
    assert "is no valid TOML" in mistake(tmp_path, text)


def test_a_configuration_without_end_is_a_mistake(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for name in (str(tmp_path / "pipe.toml"), "/dev/zero"):
        with pytest.raises(ConfigError, match="is no regular file"):
            load_file(name)


def test_unreadable_configuration_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "pytreelint.toml").write_bytes(b"# \xff")
    with pytest.raises(ConfigError, match="is no UTF-8"):
        load([str(tmp_path)])


@pytest.mark.parametrize(
    ("size", "value"), [("500", 500), ("9" * 400 + "GB", int(1e24)), ("4MB", 4_000_000), ("1 KiB", 1024), ("2k", 2000)]
)
def test_sizes(tmp_path: Path, size: str, value: int) -> None:
    assert settings_of(tmp_path, f"max-file-size = '{size}'").max_file_size == value


@pytest.mark.parametrize("selector", ["ALL", "P", "PTL", "PTL9", "PTL901", "unreadable-file"])
def test_valid_selectors(selector: str) -> None:
    assert check_selectors([selector], "--select") == (selector,)


def test_the_command_line_is_named_where_it_is_wrong() -> None:
    with pytest.raises(ConfigError, match="--select: unknown rule `ptl901`; did you mean `PTL901`"):
        check_selectors(["ptl901"], "--select")


ALL = {"PTL901", "PTL902", "PTL903"}


@pytest.mark.parametrize(
    ("select", "extend", "ignore", "on"),
    [
        ((), (), (), ALL),
        (("PTL901",), (), (), {"PTL901"}),
        (("PTL901",), ("PTL902",), (), {"PTL901", "PTL902"}),
        ((), (), ("PTL9",), set()),
        (("PTL9",), (), ("PTL903",), {"PTL901", "PTL902"}),
        (("PTL903",), (), ("PTL9",), {"PTL903"}),
        (("unknown-code",), (), ("PTL90",), {"PTL903"}),
        (("PTL9",), (), ("PTL9",), set()),
        (("ALL",), (), ("PTL",), set()),
        ((), ("PTL901",), ("ALL",), {"PTL901"}),
        ((), (), ("unused-suppression",), {"PTL901", "PTL903"}),
    ],
)
def test_the_more_specific_selector_wins(
    select: tuple[str, ...], extend: tuple[str, ...], ignore: tuple[str, ...], on: set[str]
) -> None:
    assert Settings("/", select=select, extend_select=extend, ignore=ignore).enabled() & ALL == on


def test_command_line_select_replaces_and_ignore_adds() -> None:
    configured = Settings("/", select=("PTL901",), extend_select=("PTL902",), ignore=("PTL902",))
    assert configured.overridden(select=("PTL902",)).enabled() == {"PTL902"}
    assert configured.overridden(ignore=("PTL901",)).enabled() == set()
    assert configured.overridden(extend_select=("PTL903",)).enabled() == {"PTL901", "PTL903"}


@pytest.mark.parametrize(
    ("pattern", "path", "ignored"),
    [
        ("tests/**", "/p/tests/a/b.py", True),
        ("tests", "/p/tests/a/b.py", True),
        ("*_test.py", "/p/a/b_test.py", True),
        ("**/conftest.py", "/p/conftest.py", True),
        ("a/**/b.py", "/p/a/b.py", True),
        ("tests/*.py", "/p/src/tests.py", False),
        ("!src/**", "/p/tests/a.py", True),
        ("!src/**", "/p/src/a.py", False),
    ],
)
def test_per_file_ignores(pattern: str, path: str, ignored: bool) -> None:
    settings = Settings("/p", per_file_ignores=((pattern, ("PTL901",)),))
    assert (settings.ignored_in(path) == {"PTL901"}) is ignored


def test_selection_does_not_change_judging() -> None:
    plain = Settings("/p")
    assert plain.judging_digest == Settings("/p", select=("PTL9",), fail_on="error").judging_digest
    assert plain.judging_digest != Settings("/p", style="native").judging_digest


def test_a_pair_stands_over_the_file(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, 'select = ["PTL1"]\nextend-select = ["PTL201"]\nextend-exclude = ["a"]\n')
    pairs = ['select=["PTL9"]', "extend-select=['PTL202']", "extend-exclude=['b']", "target=auto", "cache-dir = c"]
    over = with_pairs(settings, pairs, "/cwd")
    assert over.select == ("PTL9",)
    assert over.extend_select == ("PTL201", "PTL202")
    assert over.exclude == (*DEFAULT_EXCLUDE, "a", "b")
    assert (over.target, over.target_is_named, over.cache_dir) == ("auto", True, "/cwd/c")
    assert (over.root, over.config) == (settings.root, settings.config)


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("selec=1", "--config: unknown key `selec` in \\[pytreelint\\]; did you mean `select`"),
        ("style=1", "--config: `style` must be a string, not 1"),
        ("=1", "is neither a file nor a setting"),
        ("a b=1", "is neither a file nor a setting"),
        ("extend=a.toml", "--config: unknown key `extend`"),
    ],
)
def test_mistakes_in_pairs(pair: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        with_pairs(Settings(root="/p"), [pair], "/cwd")


def test_one_file_extends_another(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "more.toml").write_text('style = "native"\ncache-dir = "c"\n')
    (tmp_path / "base" / "pyproject.toml").write_text(
        '[tool.pytreelint]\nextend = "more.toml"\nselect = ["PTL1"]\nextend-select = ["PTL201"]\n'
    )
    found = settings_of(tmp_path, 'extend = "base/pyproject.toml"\nselect = ["PTL9"]\nextend-select = ["PTL202"]\n')
    assert (found.select, found.extend_select) == (("PTL9",), ("PTL201", "PTL202"))
    assert (found.style, found.cache_dir) == ("native", str(tmp_path / "base" / "c"))
    assert (found.root, found.config) == (str(tmp_path), str(tmp_path / "pyproject.toml"))


def test_mistakes_in_what_is_extended(tmp_path: Path) -> None:
    assert "gone.toml" in mistake(tmp_path, 'extend = "gone.toml"')
    assert "pyproject.toml:4: `extend` leads back to" in mistake(tmp_path, 'extend = "pyproject.toml"')
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pyproject.toml").write_text("[project]\n")
    assert "has no [tool.pytreelint]" in mistake(tmp_path, 'extend = "other/pyproject.toml"')
    (tmp_path / "a.toml").write_text('extend = "b.toml"\n')
    (tmp_path / "b.toml").write_text('extend = "a.toml"\n')
    assert "leads back to" in mistake(tmp_path, 'extend = "a.toml"')
    assert "`extend` must be a string" in mistake(tmp_path, "extend = 1")
    (tmp_path / "a.toml").write_text("selec = 1\n")
    assert "a.toml:1: unknown key `selec`" in mistake(tmp_path, 'extend = "a.toml"')


def test_without_any_file(tmp_path: Path) -> None:
    settings_of(tmp_path, 'select = ["PTL1"]\n')
    assert default([str(tmp_path)]) == Settings(root=str(tmp_path))
