# What pytreelint knows of lineax._solver.qr (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import made, many, of, some

class QR(AbstractLinearSolver):
    def init(self, operator, options):
        return ((of('array:jax:inexact'), of('array:jax:inexact')), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')), some(Static))
    def compute(self, state: tuple[tuple[jax.Array, jax.Array], Static, Static], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[tuple[jax.Array, jax.Array], Static, Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?', declared=True), of('array:jax:?', declared=True)), made(Static, _leaves=[of('bool')], _treedef=of('object:jax.tree_util.PyTreeDef')), some(Static)), {})
    def conj(self, state: tuple[tuple[jax.Array, jax.Array], Static, Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?', declared=True), of('array:jax:?', declared=True)), some(Static), some(Static)), {})
    def assume_full_rank(self):
        return True
