"""The arrows between the parts, and what start-up may import."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.files import PACKAGE, ROOT, modules, parsed

HEAVY = {
    "concurrent.futures",
    "difflib",
    "hypothesis",
    "importlib.metadata",
    "jax",
    "libcst",
    "multiprocessing",
    "numpy",
    "rich",
    "tomlkit",
}


def imported_by(code: str, *arguments: str, cwd: Path = ROOT) -> set[str]:
    """The modules that a fresh interpreter holds after running some code."""
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    command = [sys.executable, "-c", script, *arguments]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return set(done.stderr.split())


def test_the_contracts_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_imports_nothing() -> None:
    assert not [name for name in imported_by("import pytreelint") if name.startswith("pytreelint.")]


@pytest.mark.parametrize("link", ["rules", "runtime"])
def test_the_root_shows_parts_by_name(link: str) -> None:
    assert (ROOT / link).resolve() == (PACKAGE / link).resolve()


def test_the_linter_never_imports_an_array_library() -> None:
    linter = [path for path in modules("pytreelint") if "runtime" not in path.relative_to(PACKAGE).parts]
    imported = {name.partition(".")[0]: path for path in linter for name in imports(path)}
    assert not imported.keys() & {"jax", "jaxlib", "numpy", "equinox", "flax", "optax"}


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_an_overview_imports_no_command(arguments: list[str]) -> None:
    held = imported_by("from pytreelint.cli.group import group\ngroup.main(standalone_mode=False)", *arguments)
    assert held & HEAVY == set()
    assert not [name for name in held if name.startswith(("pytreelint.engine", "pytreelint.rules", "pytreelint.model"))]


def test_a_check_with_nothing_to_judge_imports_neither_libcst_nor_rich(tmp_path: Path) -> None:
    (tmp_path / "clean.py").write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
    run = "from pytreelint.cli.group import group\ngroup.main(standalone_mode=False)"
    for _ in ("cold", "warm"):
        held = imported_by(run, "check", "--cache-dir", str(tmp_path / "cache"), "clean.py", cwd=tmp_path)
        assert held & HEAVY == set()


def test_a_check_that_the_cache_answers_imports_no_rule_and_little_else(tmp_path: Path) -> None:
    """Finding, summary and selection included; what is imported is most of the time that such a run takes."""
    shutil.copy(ROOT / "examples" / "sixty_seconds" / "train.py", tmp_path)
    shutil.copy(ROOT / "examples" / "sixty_seconds" / "net.py", tmp_path)
    (tmp_path / "pytreelint.toml").write_text("")
    run = "from pytreelint.cli.main import main\ntry:\n    main()\nexcept SystemExit as end:\n    assert end.code == 1"
    cold, warm = (imported_by(run, "check", "--output-format", "concise", cwd=tmp_path) for _ in range(2))
    slow = {"click", "dataclasses", "hashlib", "inspect", "pathlib", "shutil", "tokenize", "traceback"}
    assert warm & (HEAVY | slow) == set()
    assert not [name for name in warm if name.startswith(("pytreelint.model.values", "pytreelint.model.driver"))]
    assert "pytreelint.knowledge.known" in cold
    assert "pytreelint.knowledge.known" not in warm
    rules = {name for name in warm if name.startswith("pytreelint.rules.")}
    assert rules == {f"pytreelint.rules.{name}" for name in ("catalogue", "extending", "finding", "rows")}
