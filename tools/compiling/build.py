"""Compiles the rooms of the model in a copy: `python -m tools.compiling.build FOLDER` leaves the libraries there.

It needs mypy, setuptools and a C compiler. What lies beside the sources is left as it is.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tools.compiling.rooms import modules
from tools.compiling.sources import write_out

ROOT = Path(__file__).resolve().parents[2]
GROUP = "pytreelint"  # the library that holds the code is called so, with `__mypyc`
# Types are checked before; libraries of which only types are used need not be there.
_MYPY = "[mypy]\nignore_missing_imports = True\n[mypy-libcst.*,tomlkit.*]\nfollow_imports = skip\n"
_SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify

level, *paths = sys.argv[1:]
options = {"opt_level": level, "debug_level": "0", "multi_file": True, "group_name": "%s"}
extensions = mypycify(["--config-file=mypy.ini", *paths], **options)
setup(name="pytreelint-compiled", packages=[], ext_modules=extensions, script_args=["build_ext", "--inplace"])
"""


def compiled(source: Path, target: Path, level: int = 2) -> list[Path]:
    """Compiles a copy of the package; returns the libraries, as paths relative to the folder that they lie in.

    Args:
        source: the folder that holds the package `pytreelint`.
        target: a folder to put the libraries in, beside which nothing is written.
        level: how far the C compiler optimises; 1 takes half the time of 2.
    """
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch).resolve()
        ignored = shutil.ignore_patterns("__pycache__", "bundled", "*.so", "*.pyd")
        shutil.copytree(source / "pytreelint", copy / "pytreelint", ignore=ignored)
        found = modules(copy)
        write_out(found)
        (copy / "mypy.ini").write_text(_MYPY, encoding="utf-8")
        (copy / "setup.py").write_text(_SETUP % GROUP, encoding="utf-8")
        paths = [str(path.relative_to(copy)) for path in found.values()]
        command = [sys.executable, "setup.py", str(level), *paths]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            errors = [line for line in (done.stdout + done.stderr).splitlines() if "warning: " not in line]
            raise RuntimeError("the model was not compiled:\n" + "\n".join(errors[-40:]))
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        built = [path.relative_to(copy) for path in _libraries(copy, suffix)]
        for path in built:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(copy / path, target / path)
    return built


def _libraries(copy: Path, suffix: str) -> list[Path]:
    return sorted((*copy.glob(f"*{suffix}"), *(copy / "pytreelint").rglob(f"*{suffix}")))


if __name__ == "__main__":
    print(f"{len(compiled(ROOT, Path(sys.argv[1]).resolve()))} libraries")
