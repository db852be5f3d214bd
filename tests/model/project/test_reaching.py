"""Which files can meet a library of arrays: by what they import, and by what that imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.project.reaching import meets_arrays
from tests.model.snippets import Project

FILES = {
    "plain.py": "import os\nfrom pathlib import Path\nimport numpy as np\n",
    "late.py": "def f():\n    if True:\n        with open('x'):\n            import flax.nnx\n",
    "chosen.py": "import os\ntry:\n    from optax import adam\nexcept ImportError:\n    adam = None\n",
    "through.py": "from pack.inner import step\n",
    "named.py": "import pack.inner\n",
    "starred.py": "from middle import *\n",
    "middle.py": "import through\n",
    "pack/__init__.py": "",
    "pack/inner.py": "from .deep import other as step\n",
    "pack/deep.py": "from equinox import filter_jit as other\n",
    "pack/quiet.py": "from . import silent\n",
    "pack/silent.py": "from .quiet import x\n",
    "loud/__init__.py": "import haiku\n",
    "loud/quiet.py": "",
    "user_of_loud.py": "from loud.quiet import x\n",
    "by_name.py": "import importlib\nm = importlib.import_module('eq' + 'uinox')\n",
    "through_name.py": "import by_name\n",
    "uses_library.py": "import nets\n",
    "uses_printer.py": "import printer, nobody_knows\n",
}
INSTALLED = {"nets/__init__.py": "import jax\n", "nets-1.0.dist-info/METADATA": "Name: nets\nRequires-Dist: jax\n"}
INSTALLED |= {"printer/__init__.py": "", "printer-1.0.dist-info/METADATA": "Name: printer\n"}
WITHOUT = {"plain.py", "pack/__init__.py", "pack/quiet.py", "pack/silent.py", "uses_printer.py", "loud/quiet.py"}


@pytest.mark.parametrize("file", FILES)
def test_who_meets_arrays(file: str, tmp_path: Path) -> None:
    project = Project(tmp_path, FILES, INSTALLED)
    assert meets_arrays(project.program, project.module(file)) is (file not in WITHOUT)


def test_what_the_configuration_teaches_counts(tmp_path: Path) -> None:
    project = Project(tmp_path, {"a.py": "import ours\n"})
    assert not meets_arrays(project.program, project.module("a.py"))
    project.program.taught = frozenset({"ours"})
    assert meets_arrays(project.program, project.module("a.py"))


def test_a_file_that_imports_very_much_is_taken_to_meet_some(tmp_path: Path) -> None:
    names = [f"m{number}" for number in range(300)]
    texts = dict.fromkeys((f"{name}.py" for name in names), "")
    project = Project(tmp_path, {"a.py": f"import {', '.join(names)}\n", **texts})
    assert meets_arrays(project.program, project.module("a.py"))
