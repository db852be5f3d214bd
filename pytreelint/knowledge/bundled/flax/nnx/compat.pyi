# What pytreelint knows of flax.nnx.compat (flax 0.12.8); see tools/generate_bundles.py.

import functools
from pytreelint.bundled import of

split = functools.partial(of('unknown'), graph=True)

state = functools.partial(of('unknown'), graph=True)

clone = functools.partial(of('unknown'), graph=True)

graphdef = functools.partial(of('unknown'), graph=True)

flatten = functools.partial(of('unknown'), graph=True)

iter_graph = functools.partial(of('unknown'), graph=True)

recursive_map = functools.partial(of('unknown'), graph=True)

cached_partial = functools.partial(of('unknown'), graph=True, graph_updates=True)

view = functools.partial(of('unknown'), graph=True)

view_info = functools.partial(of('unknown'), graph=True)

iter_modules = functools.partial(of('unknown'), graph=True)

iter_children = functools.partial(of('unknown'), graph=True)

split_rngs = functools.partial(of('unknown'), graph=True, graph_updates=True)

fork_rngs = functools.partial(of('unknown'), graph=True, graph_updates=True)

reseed = functools.partial(of('unknown'), graph=True)

backup_keys = functools.partial(of('unknown'), graph=True)

jit = functools.partial(of('unknown'), graph=True, graph_updates=True)

shard_map = functools.partial(of('unknown'), graph=True, graph_updates=True)

grad = functools.partial(of('unknown'), graph=True, graph_updates=True)

value_and_grad = functools.partial(of('unknown'), graph=True, graph_updates=True)

custom_vjp = functools.partial(of('unknown'), graph=True, graph_updates=True)

vjp = functools.partial(of('unknown'), graph=True, graph_updates=True)

jvp = functools.partial(of('unknown'), graph=True, graph_updates=True)

remat = functools.partial(of('unknown'), graph=True, graph_updates=True)

vmap = functools.partial(of('unknown'), graph=True, graph_updates=True)

scan = functools.partial(of('unknown'), graph=True, graph_updates=True)

pmap = functools.partial(of('unknown'), graph=True, graph_updates=True)

while_loop = functools.partial(of('unknown'), graph=True, graph_updates=True)

fori_loop = functools.partial(of('unknown'), graph=True, graph_updates=True)

eval_shape = functools.partial(of('unknown'), graph=True, graph_updates=True)

cond = functools.partial(of('unknown'), graph=True, graph_updates=True)

switch = functools.partial(of('unknown'), graph=True, graph_updates=True)

checkify = functools.partial(of('unknown'), graph=True, graph_updates=True)

get_abstract_model = functools.partial(of('unknown'), graph=True)
