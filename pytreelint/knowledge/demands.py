"""What needs the value of an array now, and so raises for a tracer, and which operations give a tracer again."""

from __future__ import annotations

# Each positional argument is made a Python number, or compared to choose.
NEEDS_NUMBER = frozenset(
    {"builtins.int", "builtins.float", "builtins.bool", "builtins.complex", "builtins.range", "operator.index"}
    | {
        f"math.{name}"
        for name in ("ceil", "cos", "exp", "floor", "isfinite", "isnan", "log", "pow", "sin", "sqrt", "tan")
    }
)
CHOOSES = frozenset({"builtins.max", "builtins.min", "builtins.sorted"})
# Each positional argument is made an array of numpy.
_ELEMENTWISE = "array asarray cos exp log sin sqrt tan tanh"
NEEDS_NUMPY = frozenset(f"numpy.{name}" for name in _ELEMENTWISE.split())
# The argument, by position, is a shape or a number of elements.
NEEDS_SHAPE = {
    "jax.numpy.zeros": 0,
    "jax.numpy.ones": 0,
    "jax.numpy.empty": 0,
    "jax.numpy.full": 0,
    "jax.numpy.arange": 0,
    "jax.numpy.eye": 0,
    "jax.numpy.identity": 0,
    "jax.numpy.reshape": 1,
    "jax.numpy.broadcast_to": 1,
    "jax.numpy.tile": 1,
    "jax.random.normal": 1,
    "jax.random.uniform": 1,
    "jax.random.split": 1,
    "jax.nn.one_hot": 1,
}
SHAPE_METHODS = frozenset({"reshape"})
NEEDING_METHODS = frozenset({"item", "tolist"})
# Attributes and methods of an array that are arrays again.
ARRAY_ATTRIBUTES = frozenset({"T", "mT", "real", "imag"})
_METHODS = """
all any argmax argmin astype clip copy cumsum dot flatten max mean min prod ravel round squeeze std sum trace var
"""
ARRAY_METHODS = frozenset(_METHODS.split())

# An attribute that one of these makes runs its function.
PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})
# Functions from here take tracers and give them, where the table of results says "array".
ARRAY_HOME = "jax.numpy."
# What to write instead of a choice by Python, and instead of a number that is to be traced.
CHOICE = "choose with `jax.numpy.where` or `jax.lax.cond`"
AS_ARRAY = "jax.numpy.asarray"
