# What pytreelint knows of flax.nnx.visualization (flax 0.12.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of, one

in_ipython = one(of('bool'), False)

def display(*args):
    return None

def render_object_constructor(object_type, attributes: dict[typing.Any, typing.Any], path: str | None, subtree_renderer, roundtrippable: bool=False, color: str | None=None, first_line_annotation=None):
    return of('unknown')
