"""PTL803."""

from __future__ import annotations

from pytreelint.rules.upgrades.outdated import OutdatedName


class RemovedJaxApi(OutdatedName):
    """A name that jax or flax has removed.

    ## What it does
    Finds imports and uses of names that are gone from `jax` (`jax.tree_map`, `jax.random.KeyArray`, `jax.linear_util`,
    `jax.experimental.maps`, most of `jax.core`) and from `flax` (`flax.optim`, names of `flax.nnx`), under any alias. A
    name that is still there but warns when it is used (`jax.experimental.shard_map.shard_map`) is a warning.

    ## Why is this bad?
    `AttributeError: module 'jax' has no attribute 'tree_map'`, or `ImportError: cannot import name ...`, as soon as the
    line is reached.

    ## Example
    ```python
    norms = jax.tree_map(jnp.linalg.norm, grads)
    ```

    ## Use instead
    ```python
    norms = jax.tree.map(jnp.linalg.norm, grads)
    ```

    ## Fix safety
    Safe where the new name is the same function, and each call gives what it takes: arguments are passed by today's
    keywords where that is needed (`check_rep` of `shard_map` is `check_vma`), and modules that `import jax` does not
    load are imported. Unsafe where it may mean something else, as `isinstance` with a wider type does. None where a
    call does not fit, where a function that is called otherwise today is passed on, and where an attribute of a removed
    class is read.

    ## Known limits
    It speaks when the project may meet a version without the name: by `jax-version`, else by what `pyproject.toml`,
    `setup.cfg`, `setup.py`, requirement files and lock files allow (the nearest folder that mentions the library, and
    of several kinds of files the narrowest), else by what is installed. Several requirement files are alternatives
    (`requirements-cpu.txt`, `requirements-gpu.txt`), the widest of which counts; but those for development, tests and
    documents add to `requirements.txt`, where that mentions the library. `jax<0.5` silences what is gone since 0.6. The
    version in the message is the first known to lack the name; some releases between were not looked at.

    Names inside of `try: ... except ImportError` (or `AttributeError`), of tests of versions or `hasattr`, of `if
    TYPE_CHECKING`, and names that the project itself sets (`jax.tree_map = ...`) are left alone. Annotations count,
    even where `from __future__ import annotations` keeps them from being evaluated; strings do not.

    A submodule that `import jax` does not load (`jax.extend`, `jax.example_libraries`) is there when anything in the
    process imports it, which a file does not show: nothing is said of such names.

    ## References
    - https://docs.jax.dev/en/latest/changelog.html (releases 0.2 to 0.12)
    - https://flax.readthedocs.io/en/latest/ (releases 0.3 to 0.12)
    """

    code = "PTL803"
    name = "removed-jax-api"
    severity = "error"
