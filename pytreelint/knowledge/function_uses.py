"""Uses of a transformed function in which its filtered twin does the same."""

from __future__ import annotations

# Attributes that both have, and that say the same.
SAME_ATTRIBUTES = frozenset({"__module__", "__name__", "__qualname__", "__wrapped__"})
# Calls that find a function by its name.
BY_NAME = frozenset({"__import__", "eval", "exec", "globals", "locals"})
# Attributes and modules that do.
BY_NAME_ATTRIBUTES = frozenset({"sys.modules", "importlib.import_module", "importlib.reload"})
PARTIAL, STATIC_METHOD = "functools.partial", "builtins.staticmethod"
PARTIAL_METHOD = "functools.partialmethod"  # in a class body: its function gets the instance before what it holds
# Decorators that hand a function on as it is.
PLAIN_DECORATORS = frozenset({"builtins.classmethod", "builtins.property", STATIC_METHOD})
