"""Gradient transformations: which of them reject trees with opaque leaves, and where.

Use::

    OPTIMIZERS["optax.adam"]            # frozenset({"init"}): `init(params)` raises, `update(..., params)` does not
    COMPOSED["optax.chain"]             # "any": rejects what one of its parts rejects

An opaque leaf is a function, a string, an object. "init": `init(params)` raises over one among `params`. "params":
`update(updates, state, params)` raises over one where `updates` has None, as filtered gradients do. What neither
rejects is fine: `optax.sgd` keeps no state, `optax.adamw` skips what has no update.

Found out by calling each (optax 0.2.8); `tests/knowledge/test_optimizers.py` asks the installed optax again.
"""

from __future__ import annotations

from pytreelint.knowledge.own import with_runtime

_MEASURED: dict[str, dict[str, str]] = {
    "optax": {
        "": "add_decayed_weights add_noise centralize clip clip_by_block_rms clip_by_global_norm identity noisy_sgd "
        "normalize_by_update_norm polyak_sgd scale scale_by_learning_rate scale_by_polyak scale_by_schedule "
        "scale_by_sign set_to_zero sgd sign_sgd zero_nans",
        "init": "adabelief adadelta adagrad adam adamax adamaxw adamw adan amsgrad apply_every ema lbfgs lion nadam "
        "nadamw optimistic_adam optimistic_adam_v2 optimistic_gradient_descent radam rmsprop rprop "
        "scale_by_adadelta scale_by_adam scale_by_adamax scale_by_adan scale_by_amsgrad "
        "scale_by_backtracking_linesearch scale_by_belief scale_by_lion scale_by_optimistic_gradient scale_by_radam "
        "scale_by_rms scale_by_rprop scale_by_rss scale_by_sm3 scale_by_stddev scale_by_yogi signum sm3 trace yogi",
        "params": "adaptive_grad_clip fromage keep_params_nonnegative scale_by_param_block_norm "
        "scale_by_param_block_rms scale_by_trust_ratio",
        "init params": "adafactor lamb lars novograd scale_by_distance_over_gradients scale_by_factored_rms "
        "scale_by_lbfgs scale_by_novograd",
    },
    "optax.contrib": {
        "init": "acprop ademamix adopt momo momo_adam scale_by_acprop scale_by_ademamix scale_by_adopt "
        "simplified_ademamix",
        "init params": "cocob dadapt_adamw dog dowg madgrad mechanize muon prodigy scale_by_madgrad "
        "schedule_free_adamw schedule_free_sgd",
    },
}

OPTIMIZERS: dict[str, frozenset[str]] = {
    f"{module}.{name}": frozenset(rejects.split())
    for module, groups in _MEASURED.items()
    for rejects, names in groups.items()
    for name in names.split()
}

# What is made of others: "any" of its parts (pairs of name and part count too), the "same" as its first argument, or
# "all": it rejects both whatever is inside. "label": each leaf goes to one of a dict.
COMPOSED: dict[str, str] = {
    "optax.chain": "any",
    "optax.named_chain": "any",
    "optax.apply_if_finite": "same",
    "optax.with_extra_args_support": "same",
    "optax.inject_hyperparams": "factory",
    "optax.inject_hyperparams()": "all",  # what the factory makes
    "optax.multi_transform": "label",
    "optax.partition": "label",
    "optax.flatten": "all",
    "optax.MultiSteps": "all",
}

# The classes that any of them may be declared to be an instance of (optax 0.2.8).
ANY_OPTIMIZER = frozenset(f"optax._src.base.GradientTransformation{more}" for more in ("", "ExtraArgs"))

# They keep a random key.
_KEYED = frozenset({"optax.add_noise", "optax.noisy_sgd"})


def keeps_arrays(name: str) -> bool:
    """Whether the state is arrays only, even for numbers among the parameters: `contrib` leaves them as they are."""
    return name in OPTIMIZERS and name not in _KEYED and not name.startswith("optax.contrib.")


# (position, keyword) of an option that adds state, where it is given and not None.
ADDS_STATE: dict[str, tuple[int, str]] = {"optax.sgd": (1, "momentum")}
# Options that keep leaves out of `update`.
MASKS = frozenset({"mask", "weight_decay_mask", "trust_ratio_mask"})

# Those that reject opaque leaves in `init` keep a tree like the parameters, and `update` refuses one of another
# structure. But these: what they are made of may keep none, they compare one long array, or only some leaves.
TAKES_ANY_STRUCTURE = frozenset(
    {"optax.flatten", "optax.inject_hyperparams()", "optax.contrib.dog", "optax.contrib.dowg"}
)
# Those that refuse None among the updates where `init` was given something (optax 0.1.7 to 0.2.8).
WITHOUT_NONE = frozenset(
    f"optax.{name}"
    for names in (
        "MultiSteps adadelta adafactor adagrad adan amsgrad apply_every lion novograd optimistic_adam",
        "optimistic_adam_v2 optimistic_gradient_descent rprop scale_by_adadelta scale_by_adan scale_by_amsgrad",
        "scale_by_lion scale_by_optimistic_gradient scale_by_rprop scale_by_rss scale_by_yogi sm3 yogi",
    )
    for name in names.split()
)
# Those that do but for some versions: (since, before) of optax, in which they hand it on.
NONE_IN_SOME = frozenset(f"optax.{name}" for name in "adam adamw lamb nadam nadamw scale_by_adam".split())  # noqa: SIM905
HANDS_NONE_ON = ("0.2.3", "0.2.7")
# Those whose state is a plain tuple, one item for each part: they are chains.
CHAINS = frozenset(
    f"optax.{name}"
    for names in (
        "chain adabelief adadelta adagrad adam adamax adamaxw adamw adan amsgrad fromage lamb lars lbfgs lion nadam",
        "nadamw noisy_sgd novograd optimistic_adam optimistic_adam_v2 optimistic_gradient_descent radam rmsprop rprop",
        "sgd sign_sgd signum yogi",
    )
    for name in names.split()
)

# What adds updates to parameters, and raises over any opaque leaf of them.
APPLY_UPDATES = "optax.apply_updates"
# What adds updates to parameters: where the tree stands whose nodes the other one must have, and that other one.
ADDING: dict[str, tuple[int, int]] = with_runtime({APPLY_UPDATES: (0, 1), "equinox.apply_updates": (1, 0)})
# Help: as code.
APPLY_FILTERED = "eqx.apply_updates"
EQUINOX = "import equinox as eqx"
