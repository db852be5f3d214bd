"""Write `pytreelint/knowledge/data/results.json`: what public functions of jax and numpy give, found by calling them.

    python -m tools.generate_results            # under each version of jax; the results are merged

Each public function is called with the sample arguments that it takes, once with floats, once with integers, and what
comes back is put into the words of `pytreelint.knowledge.results`. Where versions differ, the more general word stays.
This is a developer's script: it imports and runs jax, the linter never does.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
import types
import typing
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tools.result_samples import samples
from tools.result_words import dtype_word, joined, word

TARGET = Path(__file__).resolve().parent.parent / "pytreelint" / "knowledge" / "data" / "results.json"
DISTRIBUTIONS = """
    norm uniform beta gamma expon laplace logistic cauchy chi2 dirichlet t multivariate_normal poisson bernoulli binom
    nbinom geom multinomial pareto truncnorm vonmises wrapcauchy betabinom gennorm
"""
MODULES = (
    "jax",
    "jax.numpy",
    "jax.numpy.linalg",
    "jax.numpy.fft",
    "jax.random",
    "jax.nn",
    "jax.nn.initializers",
    "jax.lax",
    "jax.lax.linalg",
    "jax.image",
    "jax.ops",
    "jax.dtypes",
    "jax.flatten_util",
    "jax.scipy",
    "jax.scipy.special",
    "jax.scipy.linalg",
    "jax.scipy.signal",
    "jax.scipy.ndimage",
    "jax.scipy.fft",
    "jax.scipy.integrate",
    "jax.scipy.optimize",
    "jax.scipy.stats",
    *(f"jax.scipy.stats.{name}" for name in DISTRIBUTIONS.split()),
    "jax.sharding",
    "jax.debug",
    "jax.tree",
    "jax.tree_util",
    "jax.core",
    "jax.stages",
    "jax.errors",
    "jax.experimental",
    "jax.experimental.sparse",
    "numpy",
    "numpy.linalg",
    "numpy.fft",
    "numpy.random",
)
# Modules whose functions act on the process or on functions: only their names are kept, `told.py` tells what matters.
NAMES_ONLY = {
    "jax",
    "jax.core",
    "jax.debug",
    "jax.errors",
    "jax.experimental",
    "jax.experimental.sparse",
    "jax.sharding",
    "jax.stages",
    "jax.tree",
    "jax.tree_util",
}
SKIPPED = {"numpy.test", "numpy.info"}
SKIPPED_WORDS = (
    "save",
    "dump",
    "load",
    "memmap",
    "profiler",
    "print",
    "breakpoint",
    "config",
    "show",
    "fromfile",
    "set",
)


def result(module: str, function: Callable[..., Any]) -> str:
    """What calling a function gives, over float and integer arguments."""
    words, operands = [], 0
    for float_ in (True, False):
        for args in samples(module, float_):
            try:
                words.append(word(function(*args)))
            except Exception:  # whatever it raises, it does not take these arguments
                continue
            operands = max(operands, sum(isinstance(argument, np.ndarray | jax.Array) for argument in args))
            break
    if not words:
        return "unknown"
    if len(words) == 2 and all(w.startswith("array:") and w.count(":") == 2 for w in words):
        (flavour, of_float), (_, of_integer) = (w.rsplit(":", 1) for w in words)
        if (of_float, of_integer) == ("inexact", "integer"):
            return f"{flavour}:{'@*' if operands > 1 else '@0'}"
    combined = words[0]
    for other in words[1:]:
        combined = joined(combined, other)
    return combined


def numpy_result(module: str, name: str, function: Callable[..., Any]) -> str:
    """numpy gives an array or a numpy scalar, depending on the argument: say on what."""
    plain = result(module, function)
    if not plain.startswith("array:numpy"):
        return plain
    dtype = plain.rsplit(":", 1)[1]
    if isinstance(function, np.ufunc):
        return f"elementwise:numpy:{dtype}"
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        parameters = types.MappingProxyType({})
    return f"reduction:numpy:{dtype}" if plain.startswith("array:numpy-scalar") and "axis" in parameters else plain


def entry(module: str, name: str, value: Any) -> str | None:
    """One name's word: its kind, and what a call of it gives."""
    if isinstance(value, types.ModuleType):
        return "module" if value.__name__.startswith(("jax", "numpy")) else None
    if _is_dtype(value):
        return f"dtype array:{'numpy-scalar' if module.startswith('numpy') else 'jax'}:{_scalar_dtype(value)}"
    if isinstance(value, type):
        return f"class {class_word(value)}"
    if typing.get_origin(value) is not None:
        return "value object"
    if not callable(value):
        return f"value {word(value)}"
    dotted = f"{module}.{name}"
    if module in NAMES_ONLY or dotted in SKIPPED or any(part in name for part in SKIPPED_WORDS):
        return "function unknown"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call = numpy_result(module, name, value) if module.startswith("numpy") else result(module, value)
    return f"function {call}"


def _is_dtype(value: Any) -> bool:
    if isinstance(value, type) and issubclass(value, np.generic):
        return True
    return type(value).__name__ == "_ScalarMeta" or isinstance(value, np.dtype)


def _scalar_dtype(value: Any) -> str:
    try:
        return dtype_word(jnp.dtype(value))
    except TypeError:
        return "?"


def class_word(cls: type) -> str:
    """What an instance of a class is."""
    if cls in (jax.Array, np.ndarray, np.matrix):
        return f"array:{'jax' if cls is jax.Array else 'numpy'}:?"
    if cls is jax.ShapeDtypeStruct:
        return "shape-struct"
    if issubclass(cls, BaseException):
        return "exception"
    return "tuple" if issubclass(cls, tuple) else "object"


def names(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """Public names of a module, deprecated ones included where they still work."""
    for name in sorted(set(dir(module)) | set(getattr(module, "__all__", ()))):
        if name.startswith("_") or name in ("annotations", "division"):
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield name, getattr(module, name)
        except AttributeError:
            continue


def main() -> None:
    """Merge what this version gives into the table."""
    table: dict[str, dict[str, str]] = json.loads(TARGET.read_text()) if TARGET.exists() else {}
    for dotted in MODULES:
        try:
            module = importlib.import_module(dotted)
        except ImportError:
            continue
        held = table.setdefault(dotted, {})
        for name, value in names(module):
            found = entry(dotted, name, value)
            if found is not None:
                held[name] = _merged(held.get(name, found), found)
        print(dotted, len(held), file=sys.stderr)
    lines = [f"{json.dumps(name)}: {json.dumps(held, sort_keys=True)}" for name, held in sorted(table.items())]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _merged(held: str, found: str) -> str:
    if held == found:
        return held
    (kind, _, one), (other_kind, _, other) = held.partition(" "), found.partition(" ")
    if kind != other_kind:
        return found
    if "unknown" in (one, other):
        return f"{kind} {one if other == 'unknown' else other}"
    return f"{kind} {joined(one, other)}"


if __name__ == "__main__":
    main()
