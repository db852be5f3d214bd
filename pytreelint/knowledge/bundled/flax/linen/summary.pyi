# What pytreelint knows of flax.linen.summary (flax 0.12.8); see tools/generate_bundles.py.

from flax.core import meta as meta
from flax.core.frozen_dict import unfreeze
from flax.core.scope import CollectionFilter
from flax.core.scope import DenyList
from flax.core.scope import LazyRng
from flax.linen import module as module_lib
from flax.typing import FrozenVariableDict
from flax.typing import LogicalNames
from flax.typing import MutableVariableDict
from flax.typing import RNGSequences
import dataclasses
import jax
import typing
from pytreelint.bundled import made, many, of, one

@dataclasses.dataclass
class Row:
    path: tuple[str, ...]
    module_copy: typing.Any
    method: str
    inputs: typing.Any
    outputs: typing.Any
    module_variables: dict[typing.Any, dict[typing.Any, typing.Any]]
    counted_variables: dict[typing.Any, dict[typing.Any, typing.Any]]
    flops: int
    vjp_flops: int
    def __post_init__(self):
        pass
    def size_and_bytes(self, collections):
        return many('dict', rest=(one(of('int'), 0), one(of('int'), 0)))

class Table(list):
    def __init__(self, module, collections: list[str], rows):
        self.module = module
        self.collections = collections

def tabulate(module, rngs: jax.random.PRNGKey | dict[typing.Any, jax.random.PRNGKey], depth: int | None=None, show_repeated: bool=False, mutable=made(DenyList, deny='intermediates'), console_kwargs: dict[typing.Any, typing.Any] | None=None, table_kwargs: dict[typing.Any, typing.Any]=of('object'), column_kwargs: dict[typing.Any, typing.Any]=of('object'), compute_flops: bool=False, compute_vjp_flops: bool=False, **kwargs):
    return (lambda *fn_args, **fn_kwargs: of('str'))
