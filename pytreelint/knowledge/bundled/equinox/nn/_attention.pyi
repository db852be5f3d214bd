# What pytreelint knows of equinox.nn._attention (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.nn._dropout import Dropout
from equinox.nn._linear import Linear
import equinox
import jax
import jaxtyping
from pytreelint.bundled import drawn, made, of, one

class MultiheadAttention(equinox.Module):
    query_proj: Linear
    key_proj: Linear
    value_proj: Linear
    output_proj: Linear
    dropout: Dropout
    num_heads: int = equinox.field(static=True)
    query_size: int = equinox.field(static=True)
    key_size: int = equinox.field(static=True)
    value_size: int = equinox.field(static=True)
    output_size: int = equinox.field(static=True)
    qk_size: int = equinox.field(static=True)
    vo_size: int = equinox.field(static=True)
    use_query_bias: bool = equinox.field(static=True)
    use_key_bias: bool = equinox.field(static=True)
    use_value_bias: bool = equinox.field(static=True)
    use_output_bias: bool = equinox.field(static=True)
    def __init__(self, num_heads: int, query_size: int, key_size: int | None=None, value_size: int | None=None, output_size: int | None=None, qk_size: int | None=None, vo_size: int | None=None, use_query_bias: bool=False, use_key_bias: bool=False, use_value_bias: bool=False, use_output_bias: bool=False, dropout_p: float=0.0, inference: bool=False, dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.query_proj = made(Linear, weight=of('array:jax:?'), bias=(of('array:jax:?') if use_query_bias else None), in_features=query_size, out_features=one(of('int'), 'scalar'), use_bias=use_query_bias)
        self.key_proj = made(Linear, weight=of('array:jax:?'), bias=(of('array:jax:?') if use_key_bias else None), in_features=(query_size if key_size is None else key_size), out_features=one(of('int'), 'scalar'), use_bias=use_key_bias)
        self.value_proj = made(Linear, weight=of('array:jax:?'), bias=(of('array:jax:?') if use_value_bias else None), in_features=(query_size if value_size is None else value_size), out_features=one(of('int'), 'scalar'), use_bias=use_value_bias)
        self.output_proj = made(Linear, weight=of('array:jax:?'), bias=(of('array:jax:?') if use_output_bias else None), in_features=one(of('int'), 'scalar'), out_features=(query_size if output_size is None else output_size), use_bias=use_output_bias)
        self.dropout = made(Dropout, p=dropout_p, inference=inference)
        self.num_heads = num_heads
        self.query_size = query_size
        self.key_size = (query_size if key_size is None else key_size)
        self.value_size = (query_size if value_size is None else value_size)
        self.output_size = (query_size if output_size is None else output_size)
        self.qk_size = (of('int') if qk_size is None else qk_size)
        self.vo_size = (of('int') if vo_size is None else vo_size)
        self.use_query_bias = use_query_bias
        self.use_key_bias = use_key_bias
        self.use_value_bias = use_value_bias
        self.use_output_bias = use_output_bias
    def __call__(self, query: jaxtyping.Float[jax.Array, '...'], key_: jaxtyping.Float[jax.Array, '...'], value: jaxtyping.Float[jax.Array, '...'], mask: None | jaxtyping.Bool[jax.Array, '...']=None, *, key: jax.random.PRNGKey | None=None, inference: bool | None=None, deterministic: bool | None=None, process_heads=None):
        return (of('array:jax:?') if process_heads is None else of('array:jax:inexact'))
