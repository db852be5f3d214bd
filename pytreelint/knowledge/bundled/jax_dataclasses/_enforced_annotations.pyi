# What pytreelint knows of jax_dataclasses._enforced_annotations (jax_dataclasses 1.6.3); see tools/generate_bundles.py.

from pytreelint.bundled import many, of

class EnforcedAnnotationsMixin:
    def __post_init__(self):
        self.__batch_axes__ = None
    def get_batch_axes(self):
        return many('tuple', rest=of('int'))
