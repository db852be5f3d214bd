"""Help lines of the 1xx rules."""

from __future__ import annotations

import ast

from pytreelint.knowledge.markers import is_mark_of_data
from pytreelint.model.values.classes import FieldInfo


def ordinary(field: FieldInfo) -> str:
    """The declaration of a field that is not static; where values alone decide, what marks one."""
    maker = field.owner.maker
    if maker is not None and maker.leaves == "data" and field.annotation is None:
        mark = next((name for name in maker.annotations if is_mark_of_data(name)), None)
        if mark is not None:
            return f"self.{field.name} = {'.'.join(mark.split('.')[-2:])}(...)"
    annotation = ast.unparse(field.annotation) if field.annotation is not None else "object"
    return f"{field.name}: {annotation}"
