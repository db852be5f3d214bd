"""Fixes: their imports, and their tier by the conditions that hold."""

from __future__ import annotations

from collections.abc import Sequence

from pytreelint.model.project.importing import Spelling
from pytreelint.model.text.imports.insertion import import_edits
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Applicability, Condition, Edit, Fix


def fix_of(
    source: Source,
    message: str,
    edits: Sequence[Edit],
    spellings: Sequence[Spelling] = (),
    conditions: Sequence[Condition] = (),
    *,
    never_safe: bool = False,
) -> Fix:
    """A fix of one file; safe if every condition holds.

    Args:
        spellings: of the names that the edits use; their imports are added.
        never_safe: the fix changes what the program does, and is wanted for that.
    """
    needed = tuple(dict.fromkeys(each.needed for each in spellings if each.needed is not None))
    imports = [Edit(place, text) for place, text in import_edits(source, needed)]
    safe = not never_safe and all(condition.holds for condition in conditions)
    tier: Applicability = "safe" if safe else "unsafe"
    return Fix(tier, message, (*edits, *imports), needed, len(imports), tuple(conditions))
