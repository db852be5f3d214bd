# What pytreelint knows of chex._src.warnings (chex 0.1.92); see tools/generate_bundles.py.

import functools
from pytreelint.bundled import of

def warn_only_n_pos_args_in_future(fun, n):
    return (lambda *args, **kwargs: of('unknown'))

warn_keyword_args_only_in_future = functools.partial(warn_only_n_pos_args_in_future, n=0)

def warn_deprecated_function(fun, replacement: str | None=None):
    return (lambda *args, **kwargs: of('unknown'))

def create_deprecated_function_alias(fun, new_name, deprecated_alias):
    return (lambda *args, **kwargs: of('unknown'))
