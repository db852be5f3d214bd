# What pytreelint knows of equinox.nn._rnn (equinox 0.13.8); see tools/generate_bundles.py.

import equinox
import jax
from pytreelint.bundled import drawn, of

class GRUCell(equinox.Module):
    weight_ih: jax.Array
    weight_hh: jax.Array
    bias: jax.Array | None
    bias_n: jax.Array | None
    input_size: int = equinox.field(static=True)
    hidden_size: int = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    def __init__(self, input_size: int, hidden_size: int, use_bias: bool=True, dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight_ih = of('array:jax:?')
        self.weight_hh = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.bias_n = (of('array:jax:?') if use_bias else None)
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.use_bias = use_bias
    def __call__(self, input: jax.Array, hidden: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:inexact')

class LSTMCell(equinox.Module):
    weight_ih: jax.Array
    weight_hh: jax.Array
    bias: jax.Array | None
    input_size: int = equinox.field(static=True)
    hidden_size: int = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    def __init__(self, input_size: int, hidden_size: int, use_bias: bool=True, dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight_ih = of('array:jax:?')
        self.weight_hh = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.use_bias = use_bias
    def __call__(self, input, hidden, *, key=None):
        return (of('array:jax:inexact'), of('array:jax:inexact'))
