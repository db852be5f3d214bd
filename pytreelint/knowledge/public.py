"""Every public name of a library that some table mentions."""

from __future__ import annotations


def public_names() -> frozenset[str]:
    """Keys of all tables and targets of all aliases."""
    from pytreelint.knowledge import annotations, array_functions, libraries, operations, optimizers, transforms
    from pytreelint.knowledge.names import ALIASES
    from pytreelint.knowledge.results_by_hand import results_by_hand

    tables = (
        libraries.MAKERS,
        libraries.MARKERS,
        transforms.TRANSFORMS,
        transforms.TRANSPARENT,
        operations.OPERATIONS,
        operations.FILTERS,
        annotations.ANNOTATIONS,
        array_functions.TREE_FUNCTIONS,
        optimizers.OPTIMIZERS,
        optimizers.COMPOSED,
        results_by_hand(),
        ALIASES,
    )
    return frozenset(name for table in tables for name in table) | frozenset(ALIASES.values())
