"""PTL804."""

from __future__ import annotations

from pytreelint.rules.upgrades.outdated import OutdatedName


class RemovedEquinoxApi(OutdatedName):
    """A name that equinox has removed.

    ## What it does
    Finds imports and uses of names that are gone from `equinox`: `equinox.experimental`, `equinox.nn.MaxPool2D`,
    `equinox.jitf`, and the modules that became private in 0.10 (`from equinox.module import Module`).

    ## Why is this bad?
    `AttributeError: module 'equinox' has no attribute 'experimental'`, or `ImportError`, as soon as the line is
    reached.

    ## Example
    ```python
    norm = eqx.experimental.BatchNorm(16, axis_name="batch")
    ```

    ## Use instead
    ```python
    norm = eqx.nn.BatchNorm(16, axis_name="batch", mode="ema")
    ```

    ## Fix safety
    Safe where the new name is the same function. Unsafe for `equinox.experimental`: what was in it is called otherwise
    in `equinox.nn`. None where a name is in neither.

    ## Known limits
    As those of PTL803: the versions that the project allows decide, and guarded code is left alone.

    ## References
    - https://github.com/patrick-kidger/equinox/releases (releases 0.1 to 0.13.8)
    """

    code = "PTL804"
    name = "removed-equinox-api"
    severity = "error"
