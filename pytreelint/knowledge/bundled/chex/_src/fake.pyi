# What pytreelint knows of chex._src.fake (chex 0.1.92); see tools/generate_bundles.py.

import contextlib
from pytreelint.bundled import of, some

def set_n_cpu_devices(n: int | None=None):
    return None

class FakeContext(contextlib.ExitStack, of('unknown')):
    def start(self):
        return None
    def stop(self):
        return None

def fake_jit(enable_patching: bool=True):
    return some(FakeContext)

def fake_pmap(enable_patching: bool=True, jit_result: bool=False, ignore_axis_index_groups: bool=False, fake_parallel_axis: bool=False):
    return some(FakeContext)

def fake_pmap_and_jit(enable_pmap_patching: bool=True, enable_jit_patching: bool=True):
    return some(FakeContext)
