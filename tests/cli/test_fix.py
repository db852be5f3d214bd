"""`pytreelint fix`: what is written, what is only shown, and the exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import CLEAN, Outcome, pytreelint

BROKEN = """\
import jax
import jax.numpy as jnp


@jax.jit  # compiled
def total(batch):
    return jnp.sum(batch["x"])


print(total({"x": jnp.ones(3), "label": "first"}))
"""
FIXED = """\
import jax
import jax.numpy as jnp
from pytreelint.runtime import filter_jit


@filter_jit  # compiled
def total(batch):
    return jnp.sum(batch["x"])


print(total({"x": jnp.ones(3), "label": "first"}))
"""
UNSAFE = (
    BROKEN.replace('jnp.sum(batch["x"])', 'opaque(batch["x"])')
    .replace("import jax\n", "import jax\nfrom other import opaque\n", 1)
    .replace("@jax.jit", "@jax.vmap")
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "train.py"
    path.write_text(BROKEN)
    (tmp_path / "clean.py").write_text(CLEAN)
    return path


def fix(file: Path, *arguments: str, stdin: bytes = b"") -> Outcome:
    return pytreelint("fix", *arguments, cwd=file.parent, stdin=stdin)


def test_fixes_and_says_that_nothing_is_left(file: Path) -> None:
    done = fix(file)
    # `import jax` lost its only use that was not `jax.numpy`, whose own import stays.
    assert file.read_text() == FIXED.replace("import jax\n", "", 1)
    assert (done.code, done.out) == (0, "Fixed 1 finding in 1 file; 0 left.\n")
    assert fix(file).out == "Fixed 0 findings in 0 files; 0 left.\n"


@pytest.mark.parametrize("option", ["--diff", "--check"])
def test_a_dry_run_writes_nothing(file: Path, option: str) -> None:
    done = fix(file, option)
    assert done.code == 1
    assert file.read_text() == BROKEN
    assert ("+@filter_jit  # compiled\n" in done.out) is (option == "--diff")
    file.write_text(FIXED)
    assert fix(file, option).code == 0


def test_standard_input_goes_to_standard_output(file: Path) -> None:
    done = fix(file, "-", stdin=BROKEN.encode())
    assert (done.code, done.out) == (0, FIXED.replace("import jax\n", "", 1))
    assert fix(file, "-", stdin=CLEAN.encode()).out == CLEAN
    assert fix(file, "-", stdin=b"def broken(:\n").out == "def broken(:\n"


def test_the_other_target(file: Path) -> None:
    assert fix(file, "--target", "equinox").code == 0
    assert "from equinox import filter_jit\n" in file.read_text()


def test_unsafe_fixes_are_asked_for(file: Path) -> None:
    file.write_text(UNSAFE)
    done = fix(file)
    assert (done.code, file.read_text()) == (1, UNSAFE)
    assert "1 left. 1 more fix with --unsafe-fixes." in done.out
    assert fix(file, "--unsafe-fixes").code == 0
    assert "@filter_vmap" in file.read_text()


@pytest.mark.parametrize(
    ("settings", "code"),
    [("extend-safe-fixes = ['PTL203']", 0), ("extend-safe-fixes = ['PTL203']\nunfixable = ['opaque-leaf-in-map']", 1)],
)
def test_settings_decide_as_well(file: Path, settings: str, code: int) -> None:
    file.write_text(UNSAFE)
    (file.parent / "pytreelint.toml").write_text(settings)
    assert fix(file).code == code


def test_conditions_are_explained(file: Path) -> None:
    file.write_text(UNSAFE)
    out = fix(file, "--explain-fix", "--diff", "--unsafe-fixes").out
    assert "holds: Python numbers are mapped by neither" in out
    assert "fails: it may return a Python number, which would stay one" in out
    assert "    unsafe\n" in out
    assert "    unsafe, not applied\n" in fix(file, "--explain-fix").out


@pytest.mark.parametrize(("answers", "fixed"), [(b"y\n", True), (b"n\n", False), (b"a\n", True), (b"q\n", False)])
def test_asks(file: Path, answers: bytes, fixed: bool) -> None:
    done = fix(file, "-i", stdin=answers)
    assert "PTL201" in done.out
    assert ("@filter_jit" in file.read_text()) is fixed
    assert done.code == int(not fixed)


def test_what_breaks_the_users_tests_is_taken_back(file: Path) -> None:
    (file.parent / "second.py").write_text(BROKEN)
    done = fix(file, "--verify", "! grep -q filter_jit second.py")
    assert "@filter_jit" in file.read_text()
    assert (file.parent / "second.py").read_text() == BROKEN
    assert "taken back:" in done.err
    assert done.code == 1


def test_a_command_that_always_fails_changes_nothing(file: Path) -> None:
    done = fix(file, "--verify", "false")
    assert (done.code, file.read_text()) == (2, BROKEN)
    assert "without any fix too; nothing was changed" in done.err


def test_the_new_dependency_is_named_and_added(file: Path) -> None:
    metadata = file.parent / "pyproject.toml"
    metadata.write_text('[project]\nname = "own"  # mine\ndependencies = [\n    "jax",  # pinned below\n]\n')
    assert "--add-dependency" in fix(file).err
    file.write_text(BROKEN)
    fix(file, "--add-dependency")
    assert '"jax",  # pinned below' in metadata.read_text()
    assert '"pytreelint[runtime]"' in metadata.read_text()
    file.write_text(BROKEN)
    assert "dependency" not in fix(file).err


@pytest.mark.parametrize("arguments", [["nowhere.py"], ["-", "train.py"], ["--select", "PTL999"]])
def test_usage_errors(file: Path, arguments: list[str]) -> None:
    assert fix(file, *arguments).code == 2
    assert file.read_text() == BROKEN


def test_a_file_that_may_not_be_written_is_named(file: Path) -> None:
    file.chmod(0o444)
    done = fix(file)
    assert (done.code, file.read_text()) == (1, BROKEN)
    assert "not fixed: train.py: it is read-only" in done.err


def test_a_suppressed_finding_is_not_fixed(file: Path) -> None:
    text = BROKEN.replace("# compiled", "# pytreelint: ignore[PTL201] compiled")
    file.write_text(text)
    assert (fix(file).code, file.read_text()) == (0, text)


def test_check_can_fix_too(file: Path) -> None:
    done = pytreelint("check", "--fix", cwd=file.parent)
    assert (done.code, done.out) == (0, "Fixed 1 finding in 1 file; 0 left.\n")
    assert "@filter_jit" in file.read_text()
    file.write_text(UNSAFE)
    assert pytreelint("check", "--fix", cwd=file.parent).code == 1
    assert pytreelint("check", "--fix", "--unsafe-fixes", "--target", "equinox", cwd=file.parent).code == 0
    assert "from equinox import filter_vmap" in file.read_text()


@pytest.mark.parametrize("options", [["--unsafe-fixes"], ["--target", "runtime"], ["--fix", "--output-format", "json"]])
def test_options_of_check_that_make_no_sense_together(file: Path, options: list[str]) -> None:
    assert pytreelint("check", *options, cwd=file.parent).code == 2
    assert file.read_text() == BROKEN


def test_several_breaking_fixes_are_found(file: Path) -> None:
    for n in range(5):
        (file.parent / f"other{n}.py").write_text(BROKEN)
    done = fix(file, "--verify", "! grep -q filter_jit other1.py && ! grep -q filter_jit other4.py")
    fixed = {path.stem for path in file.parent.glob("*.py") if "filter_jit" in path.read_text()}
    assert fixed == {"train", "other0", "other2", "other3"}
    assert done.err.count("taken back:") == 2
    assert (done.code, "Fixed 4 findings in 4 files; 2 left." in done.out) == (1, True)


def test_what_the_verifying_command_writes_itself_is_not_lost(file: Path) -> None:
    done = fix(file, "--verify", "echo '# mine' >> train.py; false")
    assert (done.code, file.read_text().count("# mine")) == (2, 1)
    assert "nothing was changed" in done.err


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", '[tool.poetry]\nname = "own"\n\n[tool.poetry.dependencies]\njax = "*"\n'),
        ("pyproject.toml", '[project]\nname = "own"\ndynamic = ["dependencies"]\n'),
        ("setup.py", "from setuptools import setup\n\nsetup(install_requires=['jax'])\n"),
        ("requirements.txt", "jax\n"),
    ],
)
def test_metadata_that_it_cannot_edit_are_named(file: Path, name: str, content: str) -> None:
    metadata = file.parent / name
    metadata.write_text(content)
    done = fix(file, "--add-dependency")
    assert metadata.read_text() == content
    assert "`pytreelint[runtime]`" in done.err
    assert name in done.err


@pytest.mark.parametrize(("depends", "home"), [("equinox", "equinox"), ("jax", "pytreelint.runtime")])
def test_a_target_may_follow_from_the_metadata(file: Path, depends: str, home: str) -> None:
    (file.parent / "pyproject.toml").write_text(f'[project]\nname = "own"\ndependencies = ["{depends}"]\n')
    assert fix(file, "--target", "auto").code == 0
    assert f"from {home} import filter_jit\n" in file.read_text()


NET = """\
import equinox as eqx
import jax
import jax.numpy as jnp

net = eqx.nn.MLP(2, 1, 4, 1, key=jax.random.key(0))


@jax.jit
def apply(net, x):
    return net(x)


apply(net, jnp.ones(2))
"""
# Equinox's `filter_jit` takes no shardings.
SHARDED = NET.replace("@jax.jit", "@partial(jax.jit, in_shardings=None)").replace(
    "import equinox", "from functools import partial\n\nimport equinox", 1
)
NOTE = "--target auto"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytreelint.toml").write_text("")
    (tmp_path / "net.py").write_text(NET)
    return tmp_path


def test_a_project_that_uses_equinox_is_told_once_of_its_target(project: Path) -> None:
    (project / "other.py").write_text(NET)
    done = pytreelint("fix", cwd=project)
    assert done.out.splitlines()[0] == "Fixed 2 findings in 2 files; 0 left."
    assert (len(done.out.splitlines()), done.out.count(NOTE)) == (2, 1)
    assert "@filter_jit" in (project / "net.py").read_text()
    assert NOTE not in pytreelint("fix", cwd=project).out


@pytest.mark.parametrize("told", ["runtime", "auto", "equinox"])
def test_nobody_who_names_a_target_is_told_of_it(project: Path, told: str) -> None:
    assert NOTE not in pytreelint("fix", "--target", told, cwd=project).out
    (project / "net.py").write_text(NET)
    (project / "pytreelint.toml").write_text(f"target = '{told}'")
    assert NOTE not in pytreelint("fix", cwd=project).out
    (project / "pytreelint.toml").write_text("")
    (project / "net.py").write_text(BROKEN)
    assert NOTE not in pytreelint("fix", cwd=project).out  # it does not use Equinox


def test_auto_is_decided_for_the_whole_project(project: Path) -> None:
    assert pytreelint("fix", "--target", "auto", "--diff", cwd=project).out.count("+@eqx.filter_jit") == 1
    (project / "other.py").write_text(SHARDED)
    for paths in (["net.py"], ["."], ["net.py", "--select", "PTL201"]):
        out = pytreelint("fix", "--target", "auto", "--diff", *paths, cwd=project).out
        assert "+@filter_jit" in out
        assert "eqx.filter_jit" not in out
    assert "from pytreelint.runtime" in pytreelint("check", "net.py", cwd=project).out
    (project / "pytreelint.toml").write_text("target = 'auto'")
    assert "from pytreelint.runtime" in pytreelint("check", "net.py", cwd=project).out
    (project / "other.py").unlink()
    assert "from equinox" in pytreelint("check", "net.py", cwd=project).out


def test_auto_stays_with_the_runtime_that_a_project_uses(project: Path) -> None:
    (project / "other.py").write_text("from pytreelint.runtime import filter_jit\n")
    assert "+@filter_jit" in pytreelint("fix", "--target", "auto", "--diff", cwd=project).out
