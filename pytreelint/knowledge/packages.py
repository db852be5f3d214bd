"""Which packages are read as tables, which have to do with arrays."""

from __future__ import annotations

# Packages that are read as tables, never as source (the standard library besides).
TABLE_PACKAGES = frozenset(
    {"jax", "jaxlib", "numpy", "scipy", "jaxtyping", "typing_extensions", "beartype", "torch", "tensorflow", "pandas"}
    | {"matplotlib", "sklearn", "tqdm", "absl", "pytest", "wandb"}
    | {"click", "draccus", "hydra", "pyrallis", "simple_parsing", "tyro"}
)
# Those of them whose arrays JAX traces.
OF_ARRAYS = frozenset({"jax", "jaxlib", "jaxtyping"})
# Installed packages that require JAX, and of whose results their source says nothing: what a checkpoint restores is
# known by nobody. Following one call of theirs costs as much as a whole function.
UNFOLLOWED = frozenset({"orbax"})
# Distributions (normalised names) that a package requires when its source may make or transform PyTrees.
ARRAY_DISTRIBUTIONS = frozenset({"jax", "jaxlib"})
# Packages of arrays and PyTrees: an environment that has none of those that a project imports is not the project's.
JAX_LIBRARIES = frozenset(
    {"blackjax", "brax", "chex", "diffrax", "distrax", "equinox", "flax", "haiku", "haliax", "jax", "jax_dataclasses"}
    | {"jax_md", "jaxopt", "lineax", "numpyro", "optax", "optimistix", "orbax", "penzai", "pytreeclass"}
    | {"sepes", "simple_pytree", "tjax", "zodiax"}
)

# Under these context managers, by the end of their names, an import gives no module: calls of what is in it are written
# into a configuration, from which they are made later.
FAKED_IMPORTS = ("konfig.imports",)
# Modules of the standard library that Python may have imported before it runs a script: a file of that name beside the
# script is not found then.
_EARLY = """
abc codecs collections contextlib copyreg encodings enum functools genericpath importlib io itertools keyword linecache
locale ntpath operator os pathlib posixpath re reprlib site stat sys threading tokenize traceback types typing warnings
weakref zipimport
"""
EARLY = frozenset(_EARLY.split())
