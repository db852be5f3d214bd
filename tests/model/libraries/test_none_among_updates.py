"""None among the updates, where `init` was given something: which optimizers refuse it, in which versions of optax."""

from __future__ import annotations

import pytest

from pytreelint.model.types.structures import difference
from pytreelint.model.values.alike import Alike
from tests.model.snippets import Snippet

TEXT = """
import optax
o = {optimizer}
o.update({{'w': array, 'n': None}}, o.init({{'w': array, 'n': 0.5}}))
"""
CHAIN = "optax.chain(optax.clip(1.0), {})"


def is_refused(optimizer: str, version: str) -> bool:
    script = f"# /// script\n# dependencies = ['optax{version}']\n# ///\n"
    snippet = Snippet(script + TEXT.format(optimizer=optimizer))
    sites = [site for site in snippet.sites() if isinstance(site, Alike)]
    return any(difference(snippet.ev, *site.trees, stops=site.stops) for site in sites)


@pytest.mark.parametrize("form", ["{}", CHAIN, "optax.apply_if_finite({}, 3)", "optax.named_chain(('a', {}))"])
@pytest.mark.parametrize(
    ("version", "refused"),
    [("==0.2.2", True), ("==0.2.3", False), ("==0.2.6", False), ("<0.2.7", False), ("==0.2.7", True), ("", True)],
)
def test_adam_refuses_it_in_some_versions(form: str, version: str, refused: bool) -> None:
    assert is_refused(form.format("optax.adam(0.1)"), version) is refused
    assert is_refused(form.format("optax.lion(0.1)"), version)


@pytest.mark.parametrize(
    "optimizer",
    [
        "optax.sgd(0.1)",
        "optax.sgd(0.1, momentum=0.9)",
        "optax.rmsprop(0.1)",
        CHAIN.format("optax.sgd(0.1)"),
        "optax.chain(optax.masked(optax.clip(1.0), True), optax.adam(0.1))",
        "optax.chain(optax.stateless(print), optax.adam(0.1))",
        "optax.chain(*parts, optax.adam(0.1))",
        "optax.masked(optax.adam(0.1), {'w': True, 'n': False})",
    ],
)
def test_what_takes_it_or_may_fill_it_up_is_left_alone(optimizer: str) -> None:
    assert not is_refused(optimizer, "")
