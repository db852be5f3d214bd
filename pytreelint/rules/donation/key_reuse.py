"""PTL305."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import SPLIT
from pytreelint.knowledge.words import EVALUATIONS
from pytreelint.model.algebra.aligned import are_aligned
from pytreelint.model.queries.compared import are_compared, are_selected, differ_in_settings, should_be_equal
from pytreelint.model.queries.copies import are_copies
from pytreelint.model.queries.decided import are_decided
from pytreelint.model.queries.evidence import is_users_module, place_of, steps
from pytreelint.model.queries.examples import are_example_inputs, is_printed
from pytreelint.model.queries.renewing_getters import is_got_anew
from pytreelint.model.queries.several_runs import are_of_one_start
from pytreelint.model.queries.shuffled import rows_given
from pytreelint.model.queries.timed import are_timed
from pytreelint.model.queries.trials import in_test, is_called_for, is_evaluation, is_own_run, is_shown
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest, outwards
from pytreelint.model.transforms.captures import changes
from pytreelint.model.values.regions import innermost_loop
from pytreelint.model.values.sites import KeyReused
from pytreelint.rules.donation.evidence import happened
from pytreelint.rules.donation.splitting import is_one_key, split_before
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.states import Event


_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class KeyReuse(Rule[KeyReused]):
    """A PRNG key is drawn from twice.

    ## What it does
    Finds keys that two samplers of `jax.random` draw from, or that are split and drawn from, whether directly or in
    what is called with them: in one function, in each iteration of a loop, of a comprehension or of a `scan`, for each
    leaf of `jax.tree.map`, for each row of a batch whose loss is differentiated (`jax.vmap(model, in_axes=(0, None))(x,
    key)`), through an attribute of a Module that is called twice, as `rngs` of `model.apply` where no
    flag may say that nothing is drawn. A key that an instance keeps and draws from in each call is found in its class,
    once; so is a method, or a step of a state, that leaves for its next call the very key that it has drawn from:
    `self.key, used = split(self.key)` and then `normal(self.key)`. So is a first state that keeps the key that it was
    drawn with, where the same file draws from that field: `State(normal(key), key=key)` beside `split(state.key)`.

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
    - `jax.random.fold_in(key, data)` draws nothing: it makes another key for each datum, before or after a `split`. Of
      a number that is written there, `axis_index(...)` or `process_index()`, it makes the same key each time.
    - Nothing is said of tests, which compare what is drawn with one key, or do not mind, nor of the statements of a
      script that hand one key to several functions: data and a model, say; nor of those under
      `if __name__ == "__main__"`, outside of loops; nor of a notebook's cell that draws as another one did before; nor
      of what evaluates a model, by its name or the key's (`evaluate`, `valid_key`), with one key each time, nor of what
      makes pictures (`plot_samples`).
    - Nor of one call that a function makes again and again with the very same arguments beside a clock: it is timed.
    - What is built with a key and then loaded from a file has nothing of it: `tree_deserialise_leaves(file, model)`.
    - Nor of the key that an outer loop goes through, where a call takes another one besides that its own loop renews:
      `for start in starts: for _ in range(runs): key, error = episode(start, key)` runs several times from one start.
    - Nor of one decision about several data that never meet: `crop(key, image)` and `crop(key, mask)`, where what is
      drawn is a number, or has a shape that is written down, and not that of the data.
    - Of one key for all rows of a map nothing is said where no gradient is taken of it, or the rows are those of what
      is differentiated: settings, or members of an ensemble, are compared with the same noise. Nor where nothing is
      seen to be drawn from the keys that a key is split into.
    - Of a key that is drawn from three times, the second draw is reported.
    - `split(key)[0]` and `split(key)[1]` are two keys, and `split(key, n)[i]` is another one in each iteration. A key
      that is split twice is fine, as long as no half is read twice.
    - Nothing of an instance that is initialised anew with the key that it was made with: what was drawn is gone.
    - Nor of two `permutation`, or two `choice`, with one key, in one helper or not: rows and their labels are shuffled
      alike; `choice` with other weights (`p=`) takes other rows. The same rows in each iteration of a loop are another
      thing: all epochs take them in one order, also in what is called (`train_epoch(state, rows, key)`).
    - Of several keys a slice with written bounds, what a loop takes by its number, and what a map, a scan or a `zip`
      goes through are told apart: `keys[:7]` and `keys[0]` share one; of `keys[:n]` and `keys[n - 1]` nothing is said.
    - A generator draws when its first item is taken: what it does before that is seen where a loop goes through it.
    - Nor of one function that is called twice with one key where the two results are compared, or one is taken from
      the other: `simulate(x + eps, key) - simulate(x - eps, key)`, `p_loss = f(p, key)` and `n_loss = f(n, key)`; or
      where all but a flag or a fraction is alike: `whole = decode(x, key, False)` and `cut = decode(x, key, True)`,
      by `partial(decode, cut=True)` too; or of one call that is made twice to assert that both give the same.
    - Nor of `rng.key` where it is not known what `rng` is, and a class of the package has a property of that name that
      splits a key.
    - Nor of one call that is written twice where a name says that one result is to equal the other one:
      `params = make(key)` and `target_params = make(key)`, or `ema`, `teacher`, `old`, `initial`, `reference`. The copy
      may do without some arguments: `make(key, optimizer)` and `make(key)`.
    - `randint(key) * (kind == 0)`: of draws that are masked one counts, as of those that `where` chooses from.
    - Nor of a function and its derivative, or of several derivatives, at the same data: a value beside its gradient.
    - What happens in one branch only is not certain after it; where two branches draw, only one of them runs. But a
      test of parameters and their attributes that is asked again, in another place, in the next iteration or in
      another call, comes out alike, as long as nothing changes them: `x = dropout(x, key, train)` twice draws twice,
      if at all.
    - Nor of two draws of other shapes, or from other distributions, that only make inputs to try something on, once, by
      the statements of a script or a notebook: `matmul(a, b)`. Parameters in a list, data that noise is added to, and
      what a function trains on or draws by are more than that. `print(normal(key))` is no draw either, nor is a number
      that a notebook shows beneath its cell.
    - Numbers that nothing reads are no draw: `_ = evaluate(key)`, `compiled(key)` as a statement, or keys that are
      assigned anew before their use, or that the function does not come to use before it returns, or `draw(key) * 0`,
      or numbers that are asked for their shape alone: `zeros_like(draw(key))`.
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
        cause = _cause(site)
        place = place_of(cause.module, cause.node)
        if in_test(model, site.frame) or _is_another_order(model, site) or _is_evaluated(site):
            return
        if _is_shown(site) or are_decided(site.before, site.again) or are_of_one_start(model, site):
            return
        if are_example_inputs(model, site.before, site.again) or are_timed(model, site.before, site.again):
            return
        if any(is_printed(model, each) for each in (site.before, site.again)):
            return
        if any(is_got_anew(model, each, numbers=True) for each in (site.before, site.again)):
            return
        if cause is site.again and (_is_trial(site) or _is_alike(model, site) or _is_choice(model, site)):
            return
        each = site.before is site.again or place_of(site.before.module, site.before.node) == place
        text = f"each {site.each or 'iteration'} draws from the same key" if each else "this key was drawn from before"
        if site.before is site.again and not site.each and _goes_on(site):
            text = "this key is handed on after it was drawn from"
        related = steps(happened(site.before, "drawn from here"), happened(site.again, "drawn from again here"))
        splits = site.before.module is site.module and site.each != "row" and is_one_key(model, site)
        fix = split_before(site.module, site.before.node, site.node) if splits else None
        yield self.finding(place, text, related, SPLIT, fix)


def _cause(site: KeyReused) -> Event:
    """Returns the second draw; of a key that an instance keeps, where its class draws from it or hands it on."""
    again = site.again
    while again.kept and again.inner is not None:
        again = again.inner
    before: Event | None = site.before
    while before is not None and before.cls is not again.cls:
        before = before.inner
    shared = before is not None and again.cls is not None and is_users_module(again.module)
    return again if site.again.kept and shared else site.again


def _goes_on(site: KeyReused) -> bool:
    """Whether a function draws once, in no loop, from a key that it leaves for others."""
    inner = list(takewhile(lambda each: not isinstance(each, FUNCTIONS), outwards(site.module.tree, site.node)))
    own = nearest(around(site.module.tree, site.node), FUNCTIONS)
    return own is site.frame.function and not any(isinstance(each, _LOOPS) for each in inner)


def _is_alike(model: Model, site: KeyReused) -> bool:
    """Whether one draw is made in two calls whose results are compared, so that all else is alike in them; or one of
    these results is a copy of the other one, by its name."""
    before, again = site.before, site.again
    if before is again or before.module is not again.module:
        return False
    if are_copies(before.module, before.node, again.node, is_draw=before.inner is None):
        return True
    if should_be_equal(model, before.module, before.node, again.node):
        return True
    if before.inner is None or before.innermost.node is not again.innermost.node:
        return False
    if differ_in_settings(model, before.module, before.node, again.node):
        return True
    return are_compared(before.module, before.node, again.node)


def _is_evaluated(site: KeyReused) -> bool:
    """Whether both draws are for figures of merit, which the same noise makes comparable."""
    before, again = site.before, site.again
    if before is again or before.innermost.node is again.innermost.node:
        return is_evaluation(before.module, before.node) and is_evaluation(again.module, again.node)
    return all(is_called_for(EVALUATIONS, each.module, each.node) for each in (before, again))


def _is_shown(site: KeyReused) -> bool:
    """Whether one of the draws is for a picture, which may show the noise of the other."""
    return any(is_shown(each.module, each.node) for each in (site.before, site.again))


def _is_another_order(model: Model, site: KeyReused) -> bool:
    """Whether a call shuffles in each iteration of a loop, and what it shuffles may change with these."""
    if not are_aligned(site.before.innermost, site.again.innermost):
        return False
    step, call = innermost_loop(site.again.region), nearest([*around(site.module.tree, site.node), site.node], ast.Call)
    if step is None or call is None:
        return True
    rows = rows_given(site.again) if site.before.node is site.again.node and site.again.inner is not None else None
    parts: list[ast.expr] = [call] if rows is None else rows
    return any(changes(model, each, site.frame, step, "nothing") for each in parts)


def _is_choice(model: Model, site: KeyReused) -> bool:
    """Whether an array is chosen, element by element, from what the two draws give, which run equally often."""
    before, again = site.before, site.again
    return (
        before is not again
        and before.module is again.module
        and innermost_loop(before.region) is innermost_loop(again.region)
        and are_selected(model, before.module, before.node, again.node)
    )


def _is_trial(site: KeyReused) -> bool:
    """Whether a script, in no function, tries several things with one key; to build two is no trial.

    Or whether a cell of a notebook draws once more as another one did: it begins anew.
    """
    before, again = site.before, site.again
    if site.frame.function is not None or before is again:
        return False
    if is_own_run(site.module, site.node) or _are_in_two_cells(site):
        return True
    return not before.inner is again.inner is None and not (before.by == again.by == "__init__")


def _are_in_two_cells(site: KeyReused) -> bool:
    notebook = site.module.source.notebook
    if notebook is None or site.before.module is not site.module or not isinstance(site.before.node, ast.expr):
        return False
    if site.before.innermost.by != site.again.innermost.by:
        return False
    return notebook.cell_at(site.before.node.lineno) is not notebook.cell_at(getattr(site.node, "lineno", 0))
