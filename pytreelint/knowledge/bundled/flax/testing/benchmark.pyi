# What pytreelint knows of flax.testing.benchmark (flax 0.12.8); see tools/generate_bundles.py.

from flax import io as io
import absl
import typing
from pytreelint.bundled import of

class Benchmark(absl.testing.absltest.TestCase, of('unknown')):
    def __init__(self, *args, **kwargs):
        self._benchmark_output_dir = of('unknown')
    def setUp(self):
        return None
    def tearDown(self):
        return None
    def get_tmp_model_dir(self):
        return of('str')
    def has_outstanding_fails(self):
        return of('bool')
    def read_summaries(self, path):
        return of('unknown')
    def report_wall_time(self, wall_time: float):
        return None
    def report_metrics(self, metrics: dict[typing.Any, float]):
        return None
    def report_metric(self, name: str, value: float):
        return None
    def report_extras(self, extras: dict[typing.Any, str]):
        return None
    def report_extra(self, name: str, value: str):
        return None
