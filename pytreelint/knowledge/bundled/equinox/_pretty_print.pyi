# What pytreelint knows of equinox._pretty_print (equinox 0.13.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def _false(_):
    return False

def tree_pformat(pytree, *, width: int=80, indent: int=2, short_arrays: bool=True, struct_as_array: bool=False, truncate_leaf=_false):
    return of('str')

def tree_pprint(pytree, *, width: int=80, indent: int=2, short_arrays: bool=True, struct_as_array: bool=False, truncate_leaf=_false):
    return None
