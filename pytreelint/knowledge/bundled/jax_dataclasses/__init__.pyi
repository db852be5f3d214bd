# What pytreelint knows of jax_dataclasses (jax_dataclasses 1.6.3); see tools/generate_bundles.py.

from jax_dataclasses._copy_and_mutate import copy_and_mutate
from jax_dataclasses._enforced_annotations import EnforcedAnnotationsMixin
