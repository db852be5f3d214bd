"""PTL802."""

from __future__ import annotations

from pytreelint.rules.upgrades.refused import RefusedArguments


class RemovedFilterArguments(RefusedArguments):
    """Keyword arguments that filtered transforms took before Equinox 0.10.

    ## What it does
    Finds `filter_spec`, `default`, `fn`, `args`, `kwargs`, `out` given to `equinox.filter_jit`, `filter_vmap` or
    `filter_pmap`, `arg` and `filter_spec` given to `filter_grad` or `filter_value_and_grad`, and `donate="arrays"`.

    ## Why is this bad?
    `ValueError: default is deprecated as of Equinox version 0.10.0`, `TypeError: jit() got an unexpected keyword
    argument 'filter_spec'`, or `ValueError: `filter_jit(..., donate=...)` must be one of 'all', ...`, when the
    function is made. `filter_pmap(donate="arrays")` only warns.

    ## Example
    ```python
    batched = eqx.filter_vmap(predict, args=(None, 0), out=0)
    ```

    ## Use instead
    ```python
    batched = eqx.filter_vmap(predict, in_axes=(None, 0), out_axes=0)
    ```

    ## Fix safety
    Safe where only a warning goes away. Unsafe where a keyword is renamed or left out: it may have said more than
    what is so anyway. None where arguments would have to move.

    ## Known limits
    Keywords in a dictionary that can't be followed are not seen. Projects that allow only Equinox below 0.10 are left
    alone.

    ## References
    - https://github.com/patrick-kidger/equinox/releases/tag/v0.10.0 (equinox 0.10 to 0.13.8)
    """

    code = "PTL802"
    name = "removed-filter-arguments"
    severity = "error"
