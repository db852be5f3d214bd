"""Library classes whose subclasses are no objects with fields to the model: enumerations, and wrappers of an array.

The words are those of `results.py`; for enumerations they say what a member is, else what a call of the class gives.
"""

from __future__ import annotations

import builtins

ENUMERATIONS: dict[str, str] = {
    "enum.IntEnum": "int",
    "enum.IntFlag": "int",
    "enum.Enum": "object",
    "enum.StrEnum": "object",
    "enum.Flag": "object",
    "equinox.Enumeration": "array:jax:integer",  # an instance of EnumerationItem: one array leaf, which jit takes
}
# Their items are attributes that are named by number.
LISTS = frozenset({"flax.nnx.List"})
WRAPPERS: dict[str, str] = dict.fromkeys(
    (
        "flax.nnx.Variable",
        "flax.nnx.Param",
        "flax.nnx.BatchStat",
        "flax.nnx.Cache",
        "flax.nnx.Intermediate",
        "flax.nnx.Perturbation",
        "flax.nnx.VariableState",
    ),
    "array:jax:@0",
)
# Methods that frameworks run on each instance before its other methods, and the base class (the end of its name).
PREPARING: dict[str, str] = {"setUp": "TestCase", "setup": "flax.linen.Module"}
# What `raise` takes: instances of these are objects.
EXCEPTIONS = frozenset(
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
