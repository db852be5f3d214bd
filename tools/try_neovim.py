"""Try the settings of docs/editors.md with Neovim itself, 0.11 or later: `python -m tools.try_neovim [nvim]`.

The program of the README is opened by an editor that has these settings and no others; `neovim.lua` does in it what a
user does, and says what it saw.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.samples import PROGRAM, ROOT

PAGE = ROOT / "docs" / "editors.md"
SCRIPT = Path(__file__).with_name("neovim.lua")
SERVER = f'#!/bin/sh\nexec "{sys.executable}" -m pytreelint "$@"\n'


def seen_by(nvim: str, folder: Path) -> dict[str, Any]:
    """What the editor saw."""
    (settings,) = re.findall(r"```lua\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "init.lua").write_text(settings, encoding="utf-8")
    project = Path(shutil.copytree(PROGRAM, folder / "project"))
    (project / "pytreelint.toml").write_text("")
    (folder / "bin").mkdir()
    server = folder / "bin" / "pytreelint"
    server.write_text(SERVER)
    server.chmod(0o755)
    environ = {**os.environ, "PATH": f"{server.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    environ |= {"PYTHONPATH": str(ROOT), "PYTREELINT_CACHE_DIR": str(folder / "cache")}
    command = [nvim, "--headless", "-u", str(folder / "init.lua"), "-c", f"luafile {SCRIPT}", "train.py"]
    done = subprocess.run(command, cwd=project, env=environ, capture_output=True, text=True, timeout=900, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def faults(seen: dict[str, Any]) -> list[str]:
    """What is not as it should be."""
    expected = {
        "no error": "error" not in seen,
        "the finding": seen.get("first") == ["PTL201"],
        "the server's name": seen.get("client") == "pytreelint",
        "the rule's page": "PTL201 opaque-leaf-in-jit" in seen.get("hover", ""),
        "the fix": "filter_jit(loss)" in seen.get("fixed", ""),
        "columns in bytes": seen.get("column") == len("é = '𝄞'; y = ".encode()),
        "hints": "opaque leaf" in " ".join(seen.get("hints", ())),
    }
    return [what for what, right in expected.items() if not right]


def main(arguments: Sequence[str] | None = None) -> int:
    """Say what Neovim saw of the server."""
    (nvim,) = arguments or sys.argv[1:] or ["nvim"]
    with tempfile.TemporaryDirectory(prefix="pytreelint-") as folder:
        seen = seen_by(nvim, Path(folder))
    wrong = faults(seen)
    print(json.dumps(seen, indent=2) if wrong else "as the page says", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
