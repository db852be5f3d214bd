"""Keyword arguments that transforms refuse: those of older versions of Equinox, and those of other transforms.

Use::

    refusal("equinox.filter_jit", "static_argnums", None)   # -> Refusal(rule="PTL805", ...)
    refusal("equinox.filter_jit", "inline", True)           # -> None: it is handed on to `jax.jit`
    refusal("jax.grad", "static_argnums", None)             # -> Refusal(rule="PTL805", ...)

Only words are judged that some transform knows: what is none of them may be new. `tests/knowledge/test_refused.py`
gives each word to each transform and asks what happens.
"""

from __future__ import annotations

from typing import Literal

from pytreelint.knowledge.record import record


@record(frozen=True, slots=True)
class Refusal:
    """Why a keyword argument is refused.

    Attributes:
        rule: PTL802 for what older versions took, PTL805 for what none does.
        since: the first version of the library that refuses it.
        instead: the keyword that took its place, "" for none.
        advice: what to do.
        warns: it is taken, with a warning.
        idle: left out, it changes nothing that is computed.
    """

    rule: Literal["PTL802", "PTL805"]
    since: str
    instead: str = ""
    advice: str = ""
    warns: bool = False
    idle: bool = False


# Transforms that take no bound method of a class with such a base (executed: flax 0.12.8; 0.12.0 has no such check).
TAKES_NO_METHODS_OF = "flax.nnx.Module"
TAKES_NO_METHODS_SINCE = "0.12.1"
TAKES_NO_METHODS = frozenset(
    f"flax.nnx.{name}"
    for name in ("jit", "grad", "value_and_grad", "vmap", "pmap", "shard_map", "checkpoint", "eval_shape", "scan")
)

# Of all raw and filtered transforms, of all versions that were looked at.
_WORDS = """
static_argnums static_argnames donate_argnums donate_argnames in_shardings out_shardings device backend
keep_unused inline abstracted_axes compiler_options argnums has_aux holomorphic allow_int reduce_axes arg
filter_spec filter_spec_return filter_spec_fun in_axes out_axes axis_name axis_size spmd_axis_name default fn
args kwargs out donate donate_args static_broadcasted_argnums devices global_arg_shapes prevent_cse policy
concrete return_shape axis_env mesh in_specs out_specs check_rep check_vma nondiff_argnums nondiff_argnames
"""
WORDS = frozenset(_WORDS.split())

_GRAD = "fun has_aux holomorphic allow_int reduce_axes"
_FILTERED = {
    f"equinox.{name}": words
    for name, words in {
        # `donate_argnames` is handed on, and fails or not by the function's own names.
        "filter_jit": "fun donate device backend keep_unused inline compiler_options donate_argnames abstracted_axes",
        "filter_grad": _GRAD,
        "filter_value_and_grad": _GRAD,
        "filter_vmap": "fun in_axes out_axes axis_name axis_size spmd_axis_name",
        "filter_pmap": "fun in_axes out_axes axis_name axis_size donate backend devices global_arg_shapes",
        "filter_jacfwd": "fun has_aux",
        "filter_jacrev": "fun has_aux",
        "filter_hessian": "fun has_aux",
        "filter_checkpoint": "fun prevent_cse policy concrete",
        "filter_custom_jvp": "fn",
        "filter_custom_vjp": "fn",
        "filter_make_jaxpr": "fun",
    }.items()
}
_JIT = """
in_shardings out_shardings static_argnums static_argnames donate_argnums donate_argnames keep_unused device backend
inline abstracted_axes compiler_options
"""
_AXES = "in_axes out_axes axis_name axis_size"
_PMAP = f"{_AXES} static_broadcasted_argnums devices backend donate_argnums global_arg_shapes"
# What some version takes, of 0.4 to 0.10 of jax, is taken.
_RAW = {
    "jax.jit": f"fun {_JIT}",
    "jax.grad": f"{_GRAD} argnums",
    "jax.value_and_grad": f"{_GRAD} argnums",
    "jax.jacfwd": "fun argnums has_aux holomorphic",
    "jax.jacrev": "fun argnums has_aux holomorphic allow_int",
    "jax.hessian": "fun argnums has_aux holomorphic",
    "jax.vmap": f"fun {_AXES} spmd_axis_name",
    "jax.pmap": f"fun {_PMAP}",
    "jax.checkpoint": "fun prevent_cse policy static_argnums static_argnames concrete",
    "jax.shard_map": "f mesh in_specs out_specs check_rep check_vma",
    "jax.custom_jvp": "fun nondiff_argnums nondiff_argnames",
    "jax.custom_vjp": "fun nondiff_argnums nondiff_argnames",
    "flax.nnx.jit": f"fun f {_JIT}",
    "flax.nnx.grad": f"f {_GRAD} argnums wrt",
    "flax.nnx.value_and_grad": f"f {_GRAD} argnums wrt",
    "flax.nnx.vmap": f"f {_AXES} spmd_axis_name",
    "flax.nnx.pmap": f"f {_PMAP}",
}
TAKEN: dict[str, frozenset[str]] = {name: frozenset(words.split()) for name, words in (_FILTERED | _RAW).items()}

# What raw transforms do where they are not told: options of this value may be left out.
DEFAULTS: dict[str, object] = {
    "argnums": 0,
    "static_argnums": None,
    "static_argnames": None,
    "donate_argnums": None,
    "donate_argnames": None,
    "axis_size": None,
    "spmd_axis_name": None,
    "abstracted_axes": None,
}

_ALWAYS = "arrays are traced and everything else is static: leave it out"
_PARTITION = "differentiate the first argument: split it by `equinox.partition(model, filter_spec)` and join it inside"
_MAPPED = {"args": "in_axes", "out": "out_axes", "default": "in_axes"}
_FIRST = "the first argument is differentiated: put what else is into a tuple with it"

# Words that older versions took: (word, instead, advice), with the version that refuses them.
_OLD: dict[str, tuple[tuple[str, str, str], ...]] = {
    **{
        f"equinox.{name}": tuple((word, "", _PARTITION) for word in ("arg", "filter_spec"))
        for name in ("filter_grad", "filter_value_and_grad")
    },
    **{
        f"equinox.{name}": tuple(
            (word, _MAPPED.get(word, ""), "a function or Module is mapped as its own argument" if word == "fn" else "")
            for word in ("default", "fn", "args", "kwargs", "out")
        )
        for name in ("filter_vmap", "filter_pmap")
    },
    "equinox.filter_jit": tuple(
        (word, "", _ALWAYS)
        for word in ("default", "fn", "args", "kwargs", "out", "filter_spec", "filter_spec_return", "filter_spec_fun")
    ),
}
_REMOVED = {
    (name, word): Refusal("PTL802", "0.10.0", instead, advice, idle=advice == _ALWAYS)
    for name, words in _OLD.items()
    for word, instead, advice in words
}

_ADVICE = {
    "static_argnums": _ALWAYS,
    "static_argnames": _ALWAYS,
    "static_broadcasted_argnums": _ALWAYS,
    "donate_argnums": "donate with `donate='all'` or `donate='all-except-first'`",
    "donate_args": "donate with `donate='all'` or `donate='all-except-first'`",
    "in_shardings": "place the arrays with `equinox.filter_shard`",
    "out_shardings": "place the arrays with `equinox.filter_shard`",
    "argnums": _FIRST,
}
_HANDED_ON = "arguments that are not differentiated are handed on as they are: leave it out"
_COMPILES = "`jax.jit` around it takes that"
_GRADIENTS = ("grad", "value_and_grad", "jacfwd", "jacrev", "hessian")
# What to do about the words of `jax.jit` where another raw transform is given them.
_RAW_ADVICE: dict[tuple[str, str], str] = {
    **{(name, f"static_{kind}"): _HANDED_ON for name in _GRADIENTS for kind in ("argnums", "argnames")},
    **{("vmap", f"static_{kind}"): "`in_axes` of None hands an argument to all" for kind in ("argnums", "argnames")},
    ("pmap", "static_argnums"): "it is `static_broadcasted_argnums` here",
}
DONATE = {
    "equinox.filter_jit": ("all", "all-except-first", "warn", "warn-except-first", "none"),
    "equinox.filter_pmap": ("all", "warn", "none"),
}


def refusal(transform: str, keyword: str, value: object) -> Refusal | None:
    """Why a transform refuses a keyword argument; None where it takes it, or where that is not known.

    Args:
        transform: its canonical name.
        value: the constant that is given; None where it is not known.
    """
    taken = TAKEN.get(transform)
    if taken is None or keyword not in WORDS:
        return None
    if keyword not in taken:
        if transform in _RAW:
            return _of_another(transform.rpartition(".")[2], keyword)
        advice = _ADVICE.get(keyword, "")
        idle = advice == _ALWAYS or keyword.startswith("donate")
        return _REMOVED.get((transform, keyword)) or Refusal("PTL805", "0.11.0", "", advice, idle=idle)
    if keyword == "donate" and value is not None and value not in DONATE[transform]:
        return _wrong_donation(transform, value)
    return None


def _of_another(name: str, keyword: str) -> Refusal:
    """Why a raw transform refuses the keyword of another one."""
    compiling = keyword.startswith(("donate", "in_shardings", "out_shardings"))
    advice = _RAW_ADVICE.get((name, keyword), _COMPILES if compiling and name != "jit" else "")
    idle = advice == _HANDED_ON or keyword.startswith("donate")
    return Refusal("PTL805", "0", "", advice, idle=idle)


def _wrong_donation(transform: str, value: object) -> Refusal:
    if value == "arrays":
        return Refusal("PTL802", "0.11.0", "donate='all'", warns=transform == "equinox.filter_pmap")
    return Refusal("PTL805", "0.11.0", "", f"it is one of {', '.join(map(repr, DONATE[transform]))}", idle=True)
