"""PTL805."""

from __future__ import annotations

from pytreelint.rules.upgrades.refused import RefusedArguments


class RefusedTransformArguments(RefusedArguments):
    """Keyword arguments of one transform that another one refuses.

    ## What it does
    Finds `static_argnums`, `donate_argnums`, `in_shardings` and the like given to `equinox.filter_jit`, `argnums`
    given to `filter_grad`, `static_argnums` given to `jax.grad` or `jax.vmap`, and in general keyword arguments of one
    transform given to another that takes none such.

    ## Why is this bad?
    A filtered transform decides by itself what is static: `ValueError: jitkwargs cannot contain 'static_argnums'`,
    `ValueError: argnums should not be passed`, or `TypeError: vmap() got an unexpected keyword argument 'has_aux'`.
    Those of `filter_grad` and `filter_vmap` are raised at the first call only. A raw one raises where it is made:
    `TypeError: grad() got an unexpected keyword argument 'static_argnums'`. What a gradient does not differentiate it
    hands on as it is; static for the compiler are arguments of the `jax.jit` around it.

    ## Example
    ```python
    step = eqx.filter_jit(train_step, static_argnums=2)
    ```

    ## Use instead
    ```python
    step = eqx.filter_jit(train_step)
    ```

    ## Fix safety
    Unsafe: the keyword is left out where filtered transforms do that anyway (`static_argnums`, donation). None for
    others, such as `argnums`: a gradient by another argument would come out.

    ## Known limits
    Keywords in a dictionary that can't be followed are not seen, nor are those that no transform is known to take.

    ## References
    - https://docs.kidger.site/equinox/api/transformations/ (equinox 0.13.8)
    """

    code = "PTL805"
    name = "refused-transform-arguments"
    severity = "error"
