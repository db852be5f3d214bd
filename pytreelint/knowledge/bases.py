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
# What makes of a function a member of an enumeration, which is a method of it else; and calls whose values are equal to
# no others.
MEMBER = "enum.member"
OWN_VALUES = frozenset({"enum.auto", "functools.partial", MEMBER})
# Their subclasses may be subscripted: `C[int]` is the class itself.
GENERICS = frozenset(f"{home}.{name}" for home in ("typing", "typing_extensions") for name in ("Generic", "Protocol"))
# They say something of a class and give its instances nothing (no method, no length, no truth of their own).
WITHOUT_CODE = GENERICS | {"abc.ABC", "builtins.object"}
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
    "array:jax:@0:variable",
)
# Attributes of such a wrapper that are the array, and methods that give it.
WRAPPED = frozenset({"value", "raw_value"})
WRAPPED_BY_METHOD = frozenset({"get_value", "get_raw_value"})
# Methods that frameworks run on each instance before its other methods, and the base class (the end of its name).
PREPARING: dict[str, str] = {"setUp": "TestCase", "setup": "flax.linen.Module"}
# The method that a base class runs of every class of an instance, when that is made and complete, and that base.
CHECKING: dict[str, str] = {"__check_init__": "equinox.Module"}
# Methods that run another one (`method`, or `__call__`) with all arguments but the first, and these.
APPLY, INIT_WITH_OUTPUT = "flax.linen.Module.apply", "flax.linen.Module.init_with_output"
INIT = "flax.linen.Module.init"
# The method that gives a parameter, made by its second argument of a key and what follows.
PARAM = "flax.linen.Module.param"
# The method that gives a variable, whose value is made by its third argument of what follows.
VARIABLE = "flax.linen.Module.variable"
APPLYING = frozenset({APPLY, INIT_WITH_OUTPUT, INIT, PARAM, VARIABLE})
APPLY_OPTIONS = frozenset({"rngs", "method", "mutable", "capture_intermediates"})
# Parameters and fields that say whether a module drops units and adds noise, and what they say where it does.
DRAWING: dict[str, bool] = {
    **dict.fromkeys(("train", "training", "is_training", "is_train"), True),
    **dict.fromkeys(("deterministic", "eval", "inference", "evaluate", "is_eval", "test"), False),
}
# Methods that say whether the variables are being made, which nothing that is compiled does for long.
ASKING = frozenset(
    f"flax.linen.Module.{name}" for name in ("is_initializing", "is_mutable_collection", "has_variable", "has_rng")
)
# What `raise` takes: instances of these are objects.
EXCEPTIONS = frozenset(
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
