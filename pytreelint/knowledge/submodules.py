"""The submodules of a library that each import makes reachable as attributes: `import jax` does not load all.

Use::

    is_reachable("jax.extend.backend.clear_backends", ["jax"])           # False: module 'jax' has no attribute 'extend'
    is_reachable("jax.extend.backend.clear_backends", ["jax.extend"])    # True: `jax.extend` brings its `backend`
    is_reachable("jax.scipy.stats.norm.pdf", ["jax"])                    # True: these load themselves when asked for
    missing("jax.experimental.pallas.tpu.VMEM", ["jax"])                 # "jax.experimental.pallas"

`data/submodules.json` holds what `tools/generate_submodules.py` found out by importing the modules of jax 0.10 and
0.12, flax, equinox and optax.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from pytreelint.knowledge.written import table

# Of one release: module that is imported -> the modules that can be reached then, beside itself and its parents.
Loads = dict[str, frozenset[str]]


@cache
def _releases(library: str) -> tuple[Loads, ...]:
    """What was recorded of a library, one table per release."""
    read = [held for release, held in table("submodules").items() if release.partition(" ")[0] == library]
    return tuple({name: frozenset(names.split()) for name, names in held.items()} for held in read)


def is_submodule(dotted: str) -> bool:
    """Whether some recorded release of a library has a public module of this name."""
    library = dotted.partition(".")[0]
    return any(dotted in loads or dotted in loads[library] for loads in _releases(library))


def is_reachable(dotted: str, imported: Collection[str]) -> bool:
    """Whether a dotted name works after these modules are imported, whatever else the process imports.

    It asks whether every submodule on the way is certain to be loaded, in each recorded release; whether the last
    part exists is another question. True for libraries of which nothing is recorded.

    Args:
        dotted: the name as it is to be written, `jax.extend.backend.clear_backends`.
        imported: names of modules, as import statements have them; `from jax.extend import core` imports `jax.extend`
            and `jax.extend.core` (a name that is no module does no harm).
    """
    return missing(dotted, imported) is None


def missing(dotted: str, imported: Collection[str]) -> str | None:
    """The first module on the way to a dotted name that these imports do not load in each recorded release."""
    loaded = [_loaded(loads, imported) for loads in _releases(dotted.partition(".")[0])]
    return next((m for m in _parents(dotted) if is_submodule(m) and any(m not in each for each in loaded)), None)


def _parents(dotted: str) -> Iterator[str]:
    parts = dotted.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _loaded(loads: Loads, imported: Collection[str]) -> set[str]:
    """The modules of one release that some imports load."""
    given = {module for name in imported for module in _parents(name)}
    return given.union(*(loads.get(module, ()) for module in given))
