"""Runs a program and records its outcome: each name that begins with `out`, what it prints, how it ends.

Run as a script in the place of the program: `run` is called by the file that the oracle executes.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import types
import warnings
from pathlib import Path
from typing import Any

CHANGES = "  # from now on"  # stands behind a statement after which leaves mean something else


def run(path: str, *, closing: str) -> None:
    """Execute programs and print the record of each as a line of JSON.

    Args:
        path: of a file with their texts.
        closing: under transforms that close over what JAX's reject: `fresh` where a change makes another leaf of all,
            `identity` where a function object is the same for ever; or nothing.
    """
    import jax

    structure = jax.tree_util.tree_structure
    flatten = jax.tree_util.tree_flatten_with_path  # before anything is put in its place
    names: dict[str, Any] = {}
    if closing:
        import closing as closed  # type: ignore[import-not-found]  # beside this file, where programs run

        closed.install(functions_stay=closing == "identity")
        names["_changed"] = closed.changed
    for text in json.loads(Path(path).read_text("utf-8")):
        text = text.replace(f"{CHANGES}\n", "; _changed()\n") if closing else text
        module = types.ModuleType("program")
        module.__dict__.update(names)
        sys.modules["program"] = module
        printed, ended = executed(text, module)
        outs = {
            name: record(value, flatten, structure) for name, value in module.__dict__.items() if name.startswith("out")
        }
        print(json.dumps({"outs": outs, "printed": printed, **ended}))


def executed(text: str, module: types.ModuleType) -> tuple[str, dict[str, str]]:
    """What a program prints, and the error that ends it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, "<program>", "exec", dont_inherit=True), module.__dict__)
        except Exception as raised:
            return printed.getvalue(), {"error": type(raised).__name__, "message": str(raised)[:300]}
    return printed.getvalue(), {"error": "", "message": ""}


def record(value: Any, flatten: Any, structure: Any) -> list[str]:
    """A value as text: its treedef, and each leaf with its path."""
    import jax

    leaves = flatten(value)[0]
    kinds = [f"{jax.tree_util.keystr(path)}: {described(leaf)}" for path, leaf in leaves]
    return [_scrubbed(str(structure(value))), *kinds]


def described(leaf: Any) -> str:
    """A leaf as text: kind, type and rounded values."""
    import jax
    import numpy as np

    if isinstance(leaf, jax.core.Tracer):
        return "tracer"
    if isinstance(leaf, jax.Array):
        kind = f"{leaf.aval}"
        if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            return f"{kind} {np.asarray(jax.random.key_data(leaf)).tolist()}"
        return f"{kind} {_rounded(np.asarray(leaf))}"
    if isinstance(leaf, np.ndarray | np.generic):
        return f"{type(leaf).__name__} {leaf.dtype}{leaf.shape} {_rounded(np.asarray(leaf))}"
    if isinstance(leaf, float | complex):
        return f"{type(leaf).__name__} {np.round(leaf, 3)}"
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return f"shape {leaf.dtype}{leaf.shape}"
    if callable(leaf) and not isinstance(leaf, type):
        return f"callable {getattr(leaf, '__name__', type(leaf).__name__)}"
    return f"{type(leaf).__name__} {_scrubbed(repr(leaf))}"


def _rounded(array: Any) -> Any:
    """Numbers to three places, as lists."""
    return array.round(3).tolist() if array.dtype.kind in "fc" else str(array.tolist())


def _scrubbed(text: str) -> str:
    """Text without addresses."""
    return re.sub(r"0x[0-9a-f]+", "0x", text)
