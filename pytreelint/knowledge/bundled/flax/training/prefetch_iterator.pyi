# What pytreelint knows of flax.training.prefetch_iterator (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

class PrefetchIterator:
    def __init__(self, data_iter, buffer_size=1):
        self._data_iter = of('unknown')
        self.buffer_size = of('unknown')
        self._cond = of('unknown')
        self._buffer = of('unknown')
        self._active = of('unknown')
        self._thread = of('object')
        self._error = None
    def __iter__(self):
        return self
    def __next__(self):
        return of('unknown')
    def close(self):
        return None
