"""Python's operators, by the names of their special methods: `__sub__`, which `operator.sub` is as well.

Source: "Mapping operators to functions", Python's library reference 3.11.
"""

from __future__ import annotations

# The classes of `ast` that stand for them.
BINARY: dict[str, str] = {
    "add": "Add",
    "sub": "Sub",
    "mul": "Mult",
    "truediv": "Div",
    "floordiv": "FloorDiv",
    "mod": "Mod",
    "pow": "Pow",
    "matmul": "MatMult",
    "and": "BitAnd",
    "or": "BitOr",
    "xor": "BitXor",
    "lshift": "LShift",
    "rshift": "RShift",
}
UNARY: dict[str, str] = {"neg": "USub", "pos": "UAdd", "invert": "Invert"}
COMPARING: dict[str, str] = {"eq": "Eq", "ne": "NotEq", "lt": "Lt", "le": "LtE", "gt": "Gt", "ge": "GtE"}


def function_of(name: str) -> str:
    """The function that an operator is: `and` is a word of the language."""
    return f"operator.{name}_" if name in ("and", "or") else f"operator.{name}"
