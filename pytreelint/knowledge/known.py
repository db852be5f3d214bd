"""What the tables speak for, in one question each."""

from __future__ import annotations

from pytreelint.knowledge.libraries import MAKERS, MARKERS
from pytreelint.knowledge.transforms import TRANSFORMS

# Packages that are read as tables, never as source (the standard library besides).
TABLE_PACKAGES = frozenset(
    {"jax", "jaxlib", "numpy", "scipy", "jaxtyping", "typing_extensions", "beartype", "torch", "tensorflow", "pandas"}
    | {"matplotlib", "sklearn", "tqdm", "absl", "pytest", "wandb"}
)


def knows(name: str) -> bool:
    """Whether a table has an entry for a canonical name of a package whose source could be read."""
    return name in MAKERS or name in MARKERS or name in TRANSFORMS
