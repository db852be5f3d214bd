# What pytreelint knows of optax._src.factorized (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import dataclasses
import jax
import typing
from pytreelint.bundled import made, of, one

def _decay_rate_pow(i, exponent=0.8):
    return of('array:jax:?', declared=True)

@dataclasses.dataclass
class _UpdateResult:
    update: typing.Any
    v_row: typing.Any
    v_col: typing.Any
    v: typing.Any

class FactoredState(typing.NamedTuple):
    count: typing.Any
    v_row: typing.Any
    v_col: typing.Any
    v: typing.Any

def scale_by_factored_rms(factored: bool=True, decay_rate=0.8, step_offset=0, min_dim_size_to_factor: int=128, epsilon=1e-30, decay_rate_fn=_decay_rate_pow):
    return made(GradientTransformation, init=((lambda params: made(FactoredState, count=of('array:jax:inexact'), v_row=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda param: made(_UpdateResult, update=of('array:jax:?'), v_row=of('array:jax:?', declared=True), v_col=of('array:jax:?', declared=True), v=of('array:jax:?'))), params)), v_col=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda param: made(_UpdateResult, update=of('array:jax:?'), v_row=of('array:jax:?', declared=True), v_col=of('array:jax:?', declared=True), v=of('array:jax:?'))), params)), v=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda param: made(_UpdateResult, update=of('array:jax:?'), v_row=of('array:jax:?', declared=True), v_col=of('array:jax:?', declared=True), v=of('array:jax:?'))), params)))) if factored else (lambda params: made(FactoredState, count=of('array:jax:inexact'), v_row=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda param: made(_UpdateResult, update=of('array:jax:?'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('array:jax:?'))), params)), v_col=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda param: made(_UpdateResult, update=of('array:jax:?'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('array:jax:?'))), params)), v=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda param: made(_UpdateResult, update=of('array:jax:?'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('array:jax:?'))), params))))), update=((lambda grads, state, params: (jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=one(of('unknown'), of('array:jax:?')), v_col=one(of('unknown'), of('array:jax:?')), v=one(of('array:jax:?'), of('unknown')))), grads, of('unknown'), of('unknown'), of('unknown'), params)), made(FactoredState, count=of('array:jax:?'), v_row=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=one(of('unknown'), of('array:jax:?')), v_col=one(of('unknown'), of('array:jax:?')), v=one(of('array:jax:?'), of('unknown')))), grads, of('unknown'), of('unknown'), of('unknown'), params)), v_col=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=one(of('unknown'), of('array:jax:?')), v_col=one(of('unknown'), of('array:jax:?')), v=one(of('array:jax:?'), of('unknown')))), grads, of('unknown'), of('unknown'), of('unknown'), params)), v=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=one(of('unknown'), of('array:jax:?')), v_col=one(of('unknown'), of('array:jax:?')), v=one(of('array:jax:?'), of('unknown')))), grads, of('unknown'), of('unknown'), of('unknown'), params))))) if factored else (lambda grads, state, params: (jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('unknown'))), grads, of('unknown'), of('unknown'), of('unknown'), params)), made(FactoredState, count=of('array:jax:?'), v_row=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('unknown'))), grads, of('unknown'), of('unknown'), of('unknown'), params)), v_col=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('unknown'))), grads, of('unknown'), of('unknown'), of('unknown'), params)), v=jax.tree.map((lambda o: of('unknown')), jax.tree.map((lambda *args: made(_UpdateResult, update=of('unknown'), v_row=of('array:jax:?'), v_col=of('array:jax:?'), v=of('unknown'))), grads, of('unknown'), of('unknown'), of('unknown'), params)))))))
