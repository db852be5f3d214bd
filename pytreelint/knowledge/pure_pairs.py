"""Functions whose parameters a library takes out of them: the `init` and `apply` that they become, as Python's text.

Use::

    init, apply = OF_FUNCTION["Transformed"]        # in terms of `function`
    OF_PAIR["without-key"]["Transformed"]           # the pair that it makes of one, in terms of `init` and `apply`

`variables` is what is not known: parameters, states. `keyed(key, result)` has run a function with a key, from which it
gets those that it asks for. The signatures are those of dm-haiku 0.0.17.
"""

from __future__ import annotations

Texts = tuple[str, str]

KEYED = "pytreelint.pairs.keyed"
# What gives a function a key, out of that one.
KEYS_ASKED_FOR = frozenset({"haiku.next_rng_key", "haiku.next_rng_keys", "haiku.maybe_next_rng_key"})

OF_FUNCTION: dict[str, Texts] = {
    "Transformed": (
        "lambda rng, *args, **kwargs: (function(*args, **kwargs), variables)[1]",
        "lambda params, rng, *args, **kwargs: keyed(rng, function(*args, **kwargs))",
    ),
    "TransformedWithState": (
        "lambda rng, *args, **kwargs: (function(*args, **kwargs), variables, variables)[1:]",
        "lambda params, state, rng, *args, **kwargs: (keyed(rng, function(*args, **kwargs)), variables)",
    ),
}

# What is made of a pair -> the pair's kind -> the kind and the texts of the new one.
OF_PAIR: dict[str, dict[str, tuple[str, Texts]]] = {
    "without-key": {
        "Transformed": (
            "WithoutKey",
            (
                "lambda rng, *args, **kwargs: init(rng, *args, **kwargs)",
                "lambda params, *args, **kwargs: apply(params, None, *args, **kwargs)",
            ),
        ),
        "TransformedWithState": (
            "WithStateWithoutKey",
            (
                "lambda rng, *args, **kwargs: init(rng, *args, **kwargs)",
                "lambda params, state, *args, **kwargs: apply(params, state, None, *args, **kwargs)",
            ),
        ),
    },
    "without-state": {
        "TransformedWithState": (
            "Transformed",
            (
                "lambda rng, *args, **kwargs: init(rng, *args, **kwargs)[0]",
                "lambda params, rng, *args, **kwargs: apply(params, {}, rng, *args, **kwargs)[0]",
            ),
        ),
    },
}
