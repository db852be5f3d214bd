"""Where Python finds a module, so does the check, from wherever it is run: small projects, run and checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.engine.config import load
from pytreelint.engine.run import check
from pytreelint.knowledge.record import replace

NET = "import equinox as eqx\nimport jax\nclass Net(eqx.Module):\n    act: object = jax.nn.relu\n"
USE = "import jax\n{}\n@jax.jit\ndef f(m): return m\ndef main(): f(Net())\n"
PLAIN, PROJ = USE.format("from net import Net"), USE.format("from proj.net import Net")
LIB, UP = USE.format("from lib.net import Net"), USE.format("from ..net import Net")

# The files of a project, the folder in which Python is started, and what it runs.
LAYOUTS: dict[str, tuple[dict[str, str], str, list[str]]] = {
    "flat scripts": ({"proj/net.py": NET, "proj/train.py": PLAIN}, "proj", ["train.py"]),
    "a root that is a package": (
        {"proj/__init__.py": "", "proj/net.py": NET, "proj/train.py": PROJ},
        ".",
        ["-m", "proj.train"],
    ),
    "a script in a root that is a package": (
        {"proj/__init__.py": "", "proj/net.py": NET, "proj/train.py": PLAIN},
        "proj",
        ["train.py"],
    ),
    "packages in a root that is a package": (
        {"proj/__init__.py": "", "proj/net.py": NET, "proj/tests/__init__.py": "", "proj/tests/train.py": UP},
        ".",
        ["-m", "proj.tests.train"],
    ),
    "a namespace in a root that is a package": (
        {"proj/__init__.py": "", "proj/net.py": NET, "proj/tools/train.py": PROJ},
        ".",
        ["-m", "proj.tools.train"],
    ),
    "a package in a root": (
        {"proj/lib/__init__.py": "", "proj/lib/net.py": NET, "proj/train.py": LIB},
        "proj",
        ["train.py"],
    ),
    "packages side by side": (
        {"proj/lib/__init__.py": "", "proj/lib/net.py": NET, "proj/app/__init__.py": "", "proj/app/train.py": LIB},
        "proj",
        ["-m", "app.train"],
    ),
    "a folder called as a library": (
        {"proj/flax/models/net.py": NET, "proj/flax/models/train.py": PLAIN},
        "proj/flax/models",
        ["train.py"],
    ),
}


def write(folder: Path, files: dict[str, str], settings: bool) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    if settings:
        (folder / "proj" / "pyproject.toml").touch()
    return next(folder.rglob("train.py"))


@pytest.mark.parametrize("settings", [True, False], ids=["configured", "bare"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_class_is_found_from_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str, settings: bool
) -> None:
    script = write(tmp_path, LAYOUTS[layout][0], settings)
    for start, path in ((tmp_path, "."), (tmp_path / "proj", "."), (script.parent, "."), (script.parent, "train.py")):
        monkeypatch.chdir(start)
        used = replace(load([path]), python=sys.executable)
        found = check([path], used, cache=False).findings
        assert [(f.code, Path(f.place.path)) for f in found] == [("PTL201", script)], (start, path)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_python_finds_it_too(tmp_path: Path, layout: str) -> None:
    files, folder, command = LAYOUTS[layout]
    light = {name: text.replace(NET, "class Net: pass\n").replace("@jax.jit\n", "") for name, text in files.items()}
    write(tmp_path, {name: text.replace("import jax\n", "") for name, text in light.items()}, False)
    assert subprocess.run([sys.executable, *command], cwd=tmp_path / folder).returncode == 0
