"""PTL305."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import ALIGNED, SPLIT
from pytreelint.model.queries.evidence import is_users_module, place_of, steps
from pytreelint.model.queries.trials import is_test
from pytreelint.model.values.sites import KeyReused
from pytreelint.rules.donation.evidence import happened
from pytreelint.rules.donation.splitting import split_before
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class KeyReuse(Rule[KeyReused]):
    """A PRNG key is drawn from twice.

    ## What it does
    Finds keys that two samplers of `jax.random` draw from, or that are split and drawn from, whether directly or in
    what is called with them: in one function, in each iteration of a loop, of a comprehension or of a `scan`, through
    an attribute of a Module that is called twice.

    ## Why is this bad?
    The same key gives the same numbers. Two layers begin with equal weights, all steps drop the same units, and noise
    that should be independent is correlated. Nothing fails.

    ## Example
    ```python
    w = jax.random.normal(key, (3, 3))
    b = jax.random.normal(key, (3,))
    ```

    ## Use instead
    ```python
    w_key, b_key = jax.random.split(key)
    w = jax.random.normal(w_key, (3, 3))
    b = jax.random.normal(b_key, (3,))
    ```

    ## Fix safety
    Unsafe: other keys give other numbers. `key, subkey = jax.random.split(key)` comes before the first draw, or into
    the loop; a comprehension over `range(n)` goes over `jax.random.split(key, n)`. None where the key is an attribute,
    or belongs to a function around, and where one of the draws may not run.

    ## Known limits
    - `jax.random.fold_in(key, data)` draws nothing: it makes another key for each datum, before or after a `split`.
    - Nothing is said of tests, which compare what is drawn with one key, or do not mind, nor of the statements of a
      script that hand one key to several functions: data and a model, say.
    - Nor of two `permutation`, or two `choice`, with one key: rows and their labels are shuffled alike.
    - `randint(key) * (kind == 0)`: of draws that are masked one counts.
    - What happens in one branch only is not certain after it; where two branches draw, only one of them runs.
    - A function that is called draws if it certainly does so, whichever way it returns.

    ## References
    - https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html (jax 0.10, 0.12)
    """

    code = "PTL305"
    name = "key-reuse"
    severity = "warning"

    def check(self, site: KeyReused, model: Model) -> Iterator[Finding]:
        """The model has seen both draws."""
        if not is_users_module(site.module):
            return
        place = place_of(site.module, site.node)
        if is_test(model, site.module) or _is_trial(site):
            return
        each = site.before is site.again or place_of(site.before.module, site.before.node) == place
        text = "each iteration draws from the same key" if each else "this key was drawn from before"
        related = steps(happened(site.before, "drawn from here"), happened(site.again.inner, "drawn from again here"))
        yield self.finding(
            place,
            text,
            tuple(step for step in related if step.place != place),
            SPLIT,
            split_before(site.module, site.before.node, site.node) if site.before.module is site.module else None,
        )


def _is_trial(site: KeyReused) -> bool:
    """Whether draws are alike on purpose, or a script tries several things with one key."""
    before, again = site.before, site.again
    if before.by == again.by and before.by in ALIGNED:
        return True
    if before is again:
        return False
    if not site.script or (before.inner is None and again.inner is None):
        return False
    return not (before.by == again.by == "__init__")
