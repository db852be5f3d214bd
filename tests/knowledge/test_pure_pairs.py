"""What dm-haiku makes of functions, and what its layers give: asked of the installed one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import haiku as hk
import jax
import jax.numpy as jnp
import pytest

from pytreelint.knowledge.pure_pairs import OF_FUNCTION, OF_PAIR
from pytreelint.knowledge.results_by_hand import results_by_hand

LAYERS: dict[str, Any] = {
    "Linear": lambda: hk.Linear(3),
    "Bias": hk.Bias,
    "Conv1D": lambda: hk.Conv1D(3, 1),
    "Conv2D": lambda: hk.Conv2D(3, 1),
    "Conv3D": lambda: hk.Conv3D(3, 1),
    "Conv1DTranspose": lambda: hk.Conv1DTranspose(3, 1),
    "Conv2DTranspose": lambda: hk.Conv2DTranspose(3, 1),
    "Conv3DTranspose": lambda: hk.Conv3DTranspose(3, 1),
    "DepthwiseConv2D": lambda: hk.DepthwiseConv2D(1, 1),
    "LayerNorm": lambda: hk.LayerNorm(-1, True, True),
    "GroupNorm": lambda: hk.GroupNorm(1),
    "RMSNorm": lambda: hk.RMSNorm(-1),
    "InstanceNorm": lambda: hk.InstanceNorm(True, True),
    "BatchNorm": lambda: hk.BatchNorm(True, True, 0.9),
    "MultiHeadAttention": lambda: hk.MultiHeadAttention(1, 2, w_init=hk.initializers.RandomNormal()),
    "Flatten": hk.Flatten,
    "AvgPool": lambda: hk.AvgPool(1, 1, "SAME"),
    "MaxPool": lambda: hk.MaxPool(1, 1, "SAME"),
    "nets.MLP": lambda: hk.nets.MLP([3]),
    "nets.ResNet18": lambda: hk.nets.ResNet18(3),
    "nets.ResNet34": lambda: hk.nets.ResNet34(3),
    "nets.ResNet50": lambda: hk.nets.ResNet50(3),
    "nets.ResNet101": lambda: hk.nets.ResNet101(3),
    "nets.MobileNetV1": lambda: hk.nets.MobileNetV1(num_classes=3),
}
RANKS = {"1D": 3, "2D": 4, "3D": 5}
TRAINING = ("BatchNorm", "ResNet", "MobileNet")
EXAMPLES: dict[str, Any] = {"Transformed": hk.transform, "TransformedWithState": hk.transform_with_state}
CHANGES: dict[str, Any] = {"without-key": hk.without_apply_rng, "without-state": hk.without_state}


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_a_layer_gives_one_array(name: str) -> None:
    def forward(x: jax.Array) -> object:
        given = (x, x, x) if "Attention" in name else (x, True) if any(word in name for word in TRAINING) else (x,)
        return LAYERS[name]()(*given)

    rank = next((rank for word, rank in RANKS.items() if word in name), 4)
    network = hk.transform_with_state(forward)
    x = jax.ShapeDtypeStruct((2,) * (rank - 1) + (4,) if "Net" not in name else (1, 32, 32, 3), jnp.float32)
    key = jax.random.key(0)
    params, state = jax.eval_shape(network.init, key, x)
    out, _ = jax.eval_shape(network.apply, params, state, key, x)
    assert isinstance(out, jax.ShapeDtypeStruct)


def test_every_layer_of_the_table_is_asked() -> None:
    told = {
        name.removeprefix("haiku.") for name, what in results_by_hand().items() if what == "class object:haiku.Linear"
    }
    assert {name.removeprefix("haiku.") for name in told} == set(LAYERS)


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_a_pair_takes_what_its_text_says(kind: str) -> None:
    pair = EXAMPLES[kind](lambda *args, **kwargs: args)
    assert [_given(pair.init), _given(pair.apply)] == [_of_text(text) for text in OF_FUNCTION[kind]]


@pytest.mark.parametrize(("change", "kind"), [(change, kind) for change, kinds in OF_PAIR.items() for kind in kinds])
def test_a_changed_pair_takes_what_its_text_says(change: str, kind: str) -> None:
    pair = CHANGES[change](EXAMPLES[kind](lambda *args, **kwargs: args))
    assert [_given(pair.init), _given(pair.apply)] == [_of_text(text) for text in OF_PAIR[change][kind][1]]


def _given(function: Callable[..., Any]) -> int:
    """How many arguments come before those of the function itself."""
    kinds = [each.kind for each in inspect.signature(function).parameters.values()]
    return kinds.index(inspect.Parameter.VAR_POSITIONAL)


def _of_text(text: str) -> int:
    return _given(eval(text))
