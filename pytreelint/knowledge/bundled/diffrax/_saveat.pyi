# What pytreelint knows of diffrax._saveat (diffrax 0.7.2); see tools/generate_bundles.py.

import chex
import collections
import equinox
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

def save_y(t, y, args):
    return y

class SubSaveAt(equinox.Module):
    t0: bool
    t1: bool
    ts: chex.Array | None
    steps: int
    fn: collections.abc.Callable
    def __init__(self, *, t0: bool=False, t1: bool=False, ts: None | list[chex.Array | float] | chex.Array=None, steps: bool | int=0, fn=save_y):
        self.t0 = t0
        self.t1 = t1
        self.ts = (None if ts is None else one(of('array:jax:?'), None))
        self.steps = one(1, 0, steps)
        self.fn = fn
    def __check_init__(self):
        return None

class SaveAt(equinox.Module):
    subs: jaxtyping.PyTree[SubSaveAt] = None
    dense: bool = False
    solver_state: bool = False
    controller_state: bool = False
    made_jump: bool = False
    def __init__(self, *, t0: bool=False, t1: bool=False, ts: None | list[chex.Array | float] | chex.Array=None, steps: bool | int=False, fn=save_y, subs=None, dense: bool=False, solver_state: bool=False, controller_state: bool=False, made_jump: bool=False):
        self.subs = ((made(SubSaveAt, t0=True, t1=t1, ts=None, steps=(0 if steps == False else one(1, 0, steps)), fn=fn) if t0 else (made(SubSaveAt, t0=False, t1=True, ts=None, steps=(0 if steps == False else one(1, 0, steps)), fn=fn) if t1 else ((None if steps == False else one(made(SubSaveAt, t0=False, t1=False, ts=None, steps=one(1, 0, steps), fn=fn), None)) if subs is None else subs))) if ts is None else made(SubSaveAt, t0=t0, t1=t1, ts=one(of('array:jax:?'), None), steps=(0 if steps == False else one(1, 0, steps)), fn=fn))
        self.dense = dense
        self.solver_state = solver_state
        self.controller_state = controller_state
        self.made_jump = made_jump
