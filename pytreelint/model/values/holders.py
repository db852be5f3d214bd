"""The place from which a call returns an object: `vars(x)["a"] = 1`, `entries.setdefault(key, []).append(y)`."""

from __future__ import annotations

import ast

from pytreelint.model.values.frame import Frame


def held_by(call: ast.Call, frame: Frame) -> ast.expr | None:
    """Returns the place whose object a call returns; None for a call that makes something or reads elsewhere."""
    match call:
        case ast.Call(func=ast.Name(id="super")) if frame.first_parameter is not None:
            return ast.Name(frame.first_parameter, ast.Load())
        case ast.Call(func=ast.Name(id="vars"), args=[owner]):
            return ast.Attribute(owner, "__dict__", ast.Load())
        case (
            ast.Call(func=ast.Attribute(value=owner, attr="get"), args=[key])
            | ast.Call(func=ast.Attribute(value=owner, attr="setdefault"), args=[key, *_])
        ):  # where `get` has a default that may be what it returns
            holder = held_by(owner, frame) if isinstance(owner, ast.Call) else owner
            return ast.Subscript(holder, key, ast.Load()) if holder is not None else None
    return None
