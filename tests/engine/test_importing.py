"""Imports are added once, where the file's own style puts them, and taken away when nothing uses them any more."""

from __future__ import annotations

import pytest

from pytreelint.engine.edits import apply
from pytreelint.engine.unused import wanted_from, without_unused
from pytreelint.model.project.importing import spelling
from pytreelint.model.project.modules import read_module
from pytreelint.model.text.imports.insertion import import_edits
from pytreelint.model.text.place import Needed
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Edit

NEEDED = Needed("pytreelint.runtime", "filter_jit", "filter_jit")
LINE = "from pytreelint.runtime import filter_jit"

ADDED = {
    "import jax\n\nx = 1\n": f"import jax\n{LINE}\n\nx = 1\n",
    "import os\n\nimport jax\n\nfrom .a import b\n": f"import os\n\nimport jax\n{LINE}\n\nfrom .a import b\n",
    "import os\n\nx = 1\n": f"import os\n\n{LINE}\n\nx = 1\n",
    '"""Doc."""\nx = 1\n': f'"""Doc."""\n\n{LINE}\n\nx = 1\n',
    '"""Doc."""\n': f'"""Doc."""\n\n{LINE}\n',
    "x = 1\n": f"{LINE}\n\nx = 1\n",
    "#!/usr/bin/python\n# coding: utf-8\nx = 1\n": f"#!/usr/bin/python\n# coding: utf-8\n{LINE}\n\nx = 1\n",
    "#!/usr/bin/python\n\n\n# about f\ndef f(): pass\n": (
        f"#!/usr/bin/python\n\n{LINE}\n\n\n# about f\ndef f(): pass\n"
    ),
    "import jax\nimport zodiax\n": f"import jax\nimport zodiax\n{LINE}\n",
    "import jax\nfrom zodiax import Base\n": f"import jax\n{LINE}\nfrom zodiax import Base\n",
    "import equinox as eqx\nimport jax\nfrom functools import partial\n": (
        f"import equinox as eqx\nimport jax\n{LINE}\nfrom functools import partial\n"
    ),
    "import os\n\nos.environ['A'] = 'b'\nimport jax\n\nx = 1\n": (
        f"import os\n\nos.environ['A'] = 'b'\nimport jax\n{LINE}\n\nx = 1\n"
    ),
    '"""Doc."""\nfrom __future__ import annotations\nimport jax\n': (
        f'"""Doc."""\nfrom __future__ import annotations\nimport jax\n{LINE}\n'
    ),
    "# a comment\n@f\ndef g(): pass\n": f"# a comment\n{LINE}\n\n\n@f\ndef g(): pass\n",
    "import jax\r\nx = 1\r\n": f"import jax\r\n{LINE}\r\nx = 1\r\n",
    "from pytreelint.runtime import filter_grad\n": "from pytreelint.runtime import filter_grad, filter_jit\n",
    "from pytreelint.runtime import (\n    filter_grad,  # why\n)\n": (
        "from pytreelint.runtime import (\n    filter_grad,  # why\n    filter_jit,\n)\n"
    ),
    "try:\n    import jax\nexcept ImportError:\n    jax = None\nx = 1\n": (
        f"{LINE}\n\ntry:\n    import jax\nexcept ImportError:\n    jax = None\nx = 1\n"
    ),
}


@pytest.mark.parametrize(("text", "expected"), ADDED.items(), ids=list(ADDED))
def test_added(text: str, expected: str) -> None:
    source = Source.from_bytes("/f.py", text.encode())
    edits = [Edit(place, content) for place, content in import_edits(source, [NEEDED, NEEDED])]
    assert apply(text, edits) == expected


SPELLED = {
    "import equinox as eqx\n": ("eqx.filter_jit", None),
    "import equinox\n": ("equinox.filter_jit", None),
    "from equinox import filter_jit as fj\n": ("fj", None),
    "import jax\n": ("filter_jit", "filter_jit"),
    "def filter_jit(): pass\n": ("equinox_filter_jit", "equinox_filter_jit"),
    "import equinox as eqx\ndef f(eqx): pass\n": ("filter_jit", "filter_jit"),
    "if TYPE_CHECKING:\n    import equinox as eqx\n": ("filter_jit", "filter_jit"),
}


@pytest.mark.parametrize(("text", "expected"), SPELLED.items(), ids=list(SPELLED))
def test_spelled_by_what_is_there(text: str, expected: tuple[str, str | None]) -> None:
    module = read_module("f", Source.from_bytes("/f.py", (text + "used\n").encode()), False, "project")
    found = spelling(module, "equinox.filter_jit", module.tree.body[-1])
    assert found is not None
    assert (found.code, found.needed and found.needed.local) == expected


REMOVED = {
    ("from jax import jit\nf = jit\n", "from jax import jit\nf = g\n"): "f = g\n",
    ("from jax import grad, jit\nf = jit, grad\n", "from jax import grad, jit\nf = g, grad\n"): (
        "from jax import grad\nf = g, grad\n"
    ),
    ("import jax\nf = jax.jit\n", "import jax\nf = g\n"): "f = g\n",
    ("import jax\n\n\ndef f(): jax\n", "import jax\n\n\ndef f(): g\n"): "def f(): g\n",
    ("import os\n\nimport jax\n\n\nf = jax, os\n", "import os\n\nimport jax\n\n\nf = os\n"): (
        "import os\n\n\nf = os\n"
    ),
    (
        "from jax import (\n    grad,\n    jit,\n    vmap,\n)\nf = jit, grad, vmap\n",
        "from jax import (\n    grad,\n    jit,\n    vmap,\n)\nf = grad, vmap\n",
    ): "from jax import (\n    grad,\n    vmap,\n)\nf = grad, vmap\n",
    ("def f():\n    import jax\n    jax\n", "def f():\n    import jax\n    g\n"): "def f():\n    g\n",
    ("import jax  # why\nf = jax.jit\n", "import jax  # why\nf = g\n"): "import jax  # why\nf = g\n",
    ("from jax import jit\nf = 1\n", "from jax import jit\nf = g\n"): "from jax import jit\nf = g\n",
    ("from jax import jit as jit\nf = jit\n", "from jax import jit as jit\nf = g\n"): (
        "from jax import jit as jit\nf = g\n"
    ),
    ("from jax import jit\n__all__ = ['jit']\nf = jit\n", "from jax import jit\n__all__ = ['jit']\nf = g\n"): (
        "from jax import jit\n__all__ = ['jit']\nf = g\n"
    ),
    ("import os; from jax import jit\nf = jit\n", "import os; from jax import jit\nf = g\n"): (
        "import os; from jax import jit\nf = g\n"
    ),
}


@pytest.mark.parametrize(("texts", "expected"), REMOVED.items(), ids=[after for _, after in REMOVED])
def test_removed_when_nothing_uses_it_any_more(texts: tuple[str, str], expected: str) -> None:
    assert without_unused(Source.from_bytes("/f.py", texts[0].encode()), texts[1]) == expected


@pytest.mark.parametrize(
    "other", ["from f import jit\n", "from pkg.f import (\n    a,\n    jit,\n)\n", "import f\nf.jit(g)\n"]
)
def test_kept_for_another_file(other: str) -> None:
    wanted = wanted_from("/pkg/f.py", lambda: iter([other]))
    before, after = "from jax import jit\nf = jit\n", "from jax import jit\nf = g\n"
    assert without_unused(Source.from_bytes("/pkg/f.py", before.encode()), after, wanted) == after
