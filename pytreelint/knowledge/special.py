"""Which special methods Python looks for on an instance: the first one that the class has is run.

Source: "Data model", Python's language reference 3.11.
"""

from __future__ import annotations

TRUTH = ("__bool__", "__len__")
ITERATION = ("__iter__", "__getitem__")

# Functions of Python that change their first argument, and methods of lists, dicts and sets that change these, in ways
# that are not followed.
CHANGING = frozenset(
    [
        *(
            f"operator.{name}"
            for name in ("setitem", "delitem", "iadd", "iconcat", "imul", "ior", "iand", "ixor", "isub")
        ),
        *(f"heapq.{name}" for name in ("heapify", "heappop", "heappush", "heappushpop", "heapreplace")),
        *("bisect.insort", "bisect.insort_left", "bisect.insort_right", "random.shuffle", "numpy.random.shuffle"),
    ]
)
CHANGING_METHODS = frozenset(
    ["__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__", "__iand__", "symmetric_difference_update"]
)

# What functions of Python run on their first argument.
RUN_BY = {
    "builtins.abs": ("__abs__",),
    "builtins.bool": TRUTH,
    "builtins.format": ("__format__", "__str__", "__repr__"),
    "builtins.hash": ("__hash__",),
    "builtins.repr": ("__repr__",),
    "builtins.str": ("__str__", "__repr__"),
    "builtins.len": ("__len__",),
    "builtins.next": ("__next__",),
    **{f"builtins.{name}": ITERATION for name in ("dict", "enumerate", "frozenset", "iter", "list", "set", "sorted")},
    **{f"builtins.{name}": ITERATION for name in ("all", "any", "max", "min", "sum", "tuple", "zip")},
    "builtins.reversed": ("__reversed__", "__getitem__"),
}
