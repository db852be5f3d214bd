"""Every public name of a library that some table mentions."""

from __future__ import annotations


def public_names() -> frozenset[str]:
    """Keys of all tables and targets of all aliases."""
    from pytreelint.knowledge.libraries import MAKERS, MARKERS
    from pytreelint.knowledge.names import ALIASES
    from pytreelint.knowledge.transforms import TRANSFORMS, TRANSPARENT

    return frozenset((*MAKERS, *MARKERS, *TRANSFORMS, *TRANSPARENT, *ALIASES, *ALIASES.values()))
