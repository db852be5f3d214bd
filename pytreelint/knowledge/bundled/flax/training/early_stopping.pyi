# What pytreelint knows of flax.training.early_stopping (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
import flax
from pytreelint.bundled import of, one, put

class EarlyStopping(flax.struct.PyTreeNode):
    min_delta: float = 0
    patience: int = 0
    best_metric: float = of('float')
    patience_count: int = 0
    should_stop: bool = False
    has_improved: bool = False
    def reset(self):
        return put(self, best_metric=of('float'), patience_count=0, should_stop=False, has_improved=False)
    def update(self, metric):
        return put(self, best_metric=one(metric, self.best_metric), patience_count=one(0, of('int'), 1), should_stop=one(self.should_stop, of('bool'), False, of('unknown')), has_improved=one(True, False))
