"""Help lines of the 1xx rules."""

from __future__ import annotations

import ast

from pytreelint.model.values.classes import FieldInfo


def ordinary(field: FieldInfo) -> str:
    """The declaration of a field that is not static."""
    annotation = ast.unparse(field.annotation) if field.annotation is not None else "object"
    return f"{field.name}: {annotation}"
