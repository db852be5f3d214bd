# What pytreelint knows of flax.nnx.tracers (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax.nnx import reprlib as reprlib
from flax.nnx.reprlib import Attr
from flax.nnx.reprlib import Object
from flax.nnx.reprlib import Representable
import jax
from pytreelint.bundled import made, many, of, one

def current_jax_trace():
    return of('unknown')

class TraceState(Representable):
    def __init__(self):
        self._jax_trace = of('unknown')
    @property
    def jax_trace(self):
        return self._jax_trace
    def is_valid(self):
        return of('bool')
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type='TraceState', start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='jax_trace', value=self._jax_trace, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __getstate__(self):
        return {}
    def __setstate__(self, state):
        return None
jax.tree_util.register_pytree_node(TraceState, flatten_func=lambda trace_state: ((), None), unflatten_func=of('function'))
