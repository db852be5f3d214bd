# What pytreelint knows of flax.nnx.training.metrics (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx.statelib import State
import flax
import jax
import typing
from pytreelint.bundled import made, many, of, one

class MetricState(flax.nnx.Variable, of('unknown')):
    pass

class Metric(flax.nnx.Pytree):
    def __init__(self):
        pass
    def reset(self):
        return None
    def update(self, **kwargs):
        return None
    def compute(self):
        return of('unknown')
    def split(self, *filters):
        return many('tuple', of('unknown'), rest=one(made(State), of('unknown')))

class Average(Metric):
    def __init__(self, argname: str='values'):
        self.argname = argname
        self.total = of('array:jax:inexact')
        self.count = of('array:jax:integer')
    def reset(self):
        return None
    def update(self, mask: jax.Array | None=None, **kwargs):
        return None
    def compute(self):
        return of('array:jax:inexact')

@flax.struct.dataclass
class Statistics:
    mean: typing.Any
    standard_error_of_mean: typing.Any
    standard_deviation: typing.Any

class Welford(Metric):
    def __init__(self, argname: str='values'):
        self.argname = argname
        self.count = of('array:jax:integer')
        self.mean = of('array:jax:inexact')
        self.m2 = of('array:jax:inexact')
    def reset(self):
        return None
    def update(self, **kwargs):
        return None
    def compute(self):
        return made(Statistics, mean=of('array:jax:inexact'), standard_error_of_mean=of('array:jax:inexact'), standard_deviation=of('array:jax:inexact'))

class Accuracy(Average):
    def __init__(self, threshold: float | None=None, *args, **kwargs):
        self.threshold = threshold
        self.argname = of('str')
        self.total = of('array:jax:inexact')
        self.count = of('array:jax:integer')
    def update(self, *, logits: jax.Array, labels: jax.Array, mask: jax.Array | None=None, **_):
        return None

class MultiMetric(Metric):
    def __init__(self, **metrics):
        self._metric_names = one(many('tuple', rest=of('unknown')), of('unknown'))
    def reset(self):
        return None
    def update(self, **updates):
        return None
    def compute(self):
        return many('dict', rest=of('unknown'))
