# What pytreelint knows of flax.core.nn (flax 0.12.8); see tools/generate_bundles.py.

from flax.core.nn.attention import dot_product_attention
from flax.core.nn.attention import multi_head_dot_product_attention
from flax.core.nn.linear import Embedding
from flax.core.nn.linear import conv
from flax.core.nn.linear import conv_transpose
from flax.core.nn.linear import dense
from flax.core.nn.linear import dense_general
from flax.core.nn.linear import embedding
from flax.core.nn.normalization import batch_norm
from flax.core.nn.normalization import group_norm
from flax.core.nn.normalization import layer_norm
from flax.core.nn.stochastic import dropout
from flax.linen import activation as activation
from flax.linen import initializers as initializers
from flax.linen.pooling import avg_pool
from flax.linen.pooling import max_pool
