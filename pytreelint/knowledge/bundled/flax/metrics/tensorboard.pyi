# What pytreelint knows of flax.metrics.tensorboard (flax 0.12.8); see tools/generate_bundles.py.

from flax import io as io
import functools
from pytreelint.bundled import many, of

def _as_default(summary_writer, auto_flush: bool):
    return many('iterator', rest=summary_writer)

class SummaryWriter:
    def __init__(self, log_dir, auto_flush=True):
        self._event_writer = of('unknown')
        self._as_default = (functools.partial(_as_default, auto_flush=True) if auto_flush else functools.partial(_as_default, auto_flush=False))
        self._closed = False
    def close(self):
        return None
    def flush(self):
        return None
    def scalar(self, tag, value, step):
        return None
    def image(self, tag, image, step, max_outputs=3):
        return None
    def audio(self, tag, audiodata, step, sample_rate=44100, max_outputs=3):
        return None
    def histogram(self, tag, values, step, bins=None):
        return None
    def text(self, tag, textdata, step):
        return None
    def write(self, tag, tensor, step, metadata=None):
        return None
    def hparams(self, hparams):
        return None
