"""Layers of libraries that give one array, whatever they are given, in the words of `results.py`.

Their source says no more, in some fifty expressions a call (flax 0.12.8, dm-haiku 0.0.17).
"""

from __future__ import annotations

# What the names are -> the names, by module or class.
LAYERS: dict[str, dict[str, str]] = {
    **{
        f"flax.linen.{module}.{name}": {"function array:jax:inexact": "__call__"}
        for module, names in {
            "linear": "Dense DenseGeneral Einsum Conv _Conv ConvTranspose ConvLocal Embed",
            "normalization": "LayerNorm RMSNorm GroupNorm BatchNorm InstanceNorm",
            "attention": "MultiHeadDotProductAttention MultiHeadAttention SelfAttention",
        }.items()
        for name in names.split()
    },
    "haiku": {
        "class object:haiku.Linear": "Linear Bias Conv1D Conv2D Conv3D Conv1DTranspose Conv2DTranspose Conv3DTranspose "
        "DepthwiseConv2D LayerNorm GroupNorm RMSNorm InstanceNorm BatchNorm MultiHeadAttention Flatten AvgPool MaxPool",
        "function array:jax:?": "dropout avg_pool max_pool",
        "function key": "next_rng_key",
    },
    "haiku.nets": {"class object:haiku.Linear": "MLP ResNet18 ResNet34 ResNet50 ResNet101 MobileNetV1"},
    "haiku.Linear": {"function array:jax:?": "__call__"},
}
