# What pytreelint knows of flax.core.axes_scan (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import made, of

ScanAxis = int | None

class _Broadcast:
    pass

broadcast = made(_Broadcast)

def build_shaped_array(x, batch_dim: bool=False):
    return of('shape-struct')

def scan(fn, in_axes, out_axes, length: int | None=None, reverse: bool=False, unroll: int=1, _split_transpose: bool=False, check_constancy_invariants: bool=True):
    return ((lambda broadcast_in, init, *args: (of('unknown'), init, of('unknown'))) if check_constancy_invariants else (lambda broadcast_in, init, *args: (broadcast_in, init, of('unknown'))))
