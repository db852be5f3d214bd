"""What a written `__hash__` takes the hash of: `return hash((self.rate, self.steps))`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.value import Object, Value

_MAYBE = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def hashed_fields(value: Object) -> Iterator[tuple[str, Value]]:
    """Attributes of an instance, with their names, whose hash its own `__hash__` takes in any case.

    That is known of one that returns at once: of attributes as they are, and of tuples of them.
    """
    found = value.cls.method("__hash__")
    if found is None or not value.exact or "hash" in found[0].module.bindings:
        return
    method = found[1]
    body = [each for each in method.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    result = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    if result is None or method.decorator_list or any(isinstance(node, _MAYBE) for node in walk(result)):
        return
    itself = next((each.arg for each in (*method.args.posonlyargs, *method.args.args)), "")
    for node in walk(result):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hash":
            for part in _parts(node.args[0]) if len(node.args) == 1 else ():
                if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == itself:
                    held = None if value.cls.method(part.attr) else value.get(part.attr)
                    if held is not None:
                        yield part.attr, held


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Tuple):
        for each in node.elts:
            yield from _parts(each)
    else:
        yield node
