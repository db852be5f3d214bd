# What pytreelint knows of equinox.debug._max_traces (equinox 0.13.8); see tools/generate_bundles.py.

import functools
from pytreelint.bundled import of, one

def assert_max_traces(fn=of('object:object'), *, max_traces: int | None):
    return (one(functools.partial(assert_max_traces, max_traces=None), of('unknown')) if max_traces is None else one(functools.partial(assert_max_traces, max_traces=max_traces), functools.partial(assert_max_traces, max_traces=one(of('int'), None)), of('unknown')))

def get_num_traces(fn):
    return of('int')
