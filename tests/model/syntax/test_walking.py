"""Walks see what `ast.walk` sees, but for contexts and operators."""

from __future__ import annotations

import ast

from pytreelint.model.syntax.walking import children, walk

TEXT = """
match x:
    case {"a": 1, **rest}: pass
    case Foo(1, a=2) | [1, *b]: pass
    case None | -1 if y: pass
async def f(a, /, b=1, *c, d: int = 2, **e) -> int:
    global g
    async with a as b, c: pass
    async for i in x: pass
    else: pass
    await x
    try: pass
    except E as z: pass
    finally: del y
    x[1:2, ::3] @= ~y if not z else (yield)
    return f"{a!r:>{w}}" + {**d, 1: 2}[(k := 3)]
@made
class C(A, metaclass=B):
    x: int = 1
x = lambda *a, k=1, **b: [a for a in b if c]
from a import b as c
assert x, y
raise X from Y
x = a < b <= c and not d
"""
_NO_CODE = ast.expr_context | ast.operator | ast.unaryop | ast.boolop | ast.cmpop


def test_all_nodes_are_seen_once() -> None:
    tree = ast.parse(TEXT)
    seen = [id(node) for node in walk(tree)]
    assert len(seen) == len(set(seen))
    assert set(seen) == {id(node) for node in ast.walk(tree) if not isinstance(node, _NO_CODE)}


def test_children_stand_in_the_order_of_fields() -> None:
    call = ast.parse("f(a, *b, k=c)").body[0].value  # type: ignore[attr-defined]
    assert [type(child).__name__ for child in children(call)] == ["Name", "Name", "Starred", "keyword"]
