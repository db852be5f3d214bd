"""The names that fixes write, beside the filtered twins of `transforms`."""

from __future__ import annotations

from pytreelint.knowledge.operations import FREEZE as FREEZE

# target -> where its leaf functions live: `filter`, `combine`, `is_array`, `is_inexact_array`, `if_array`.
LEAVES = {"runtime": "pytreelint.runtime", "equinox": "equinox"}
IS_ARRAY_LIKE = "pytreelint.runtime.is_array_like"
PARTIAL = "functools.partial"
ANNOTATED_FIELD = {"equinox.static_field": "equinox.field"}
DATACLASS, DATACLASS_FIELD = "dataclasses.dataclass", "dataclasses.field"
FROZEN = "frozen"
