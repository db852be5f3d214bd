# What pytreelint knows of flax.linen.kw_only_dataclasses (flax 0.12.8); see tools/generate_bundles.py.

import dataclasses
import typing
from pytreelint.bundled import made, many, of, one

M = of('object')

FieldName = str

Annotation = typing.Any

Default = typing.Any

class _KwOnlyType:
    pass

KW_ONLY = made(_KwOnlyType)

def field(*, metadata=None, kw_only=dataclasses.MISSING, **kwargs):
    return (dataclasses.field(metadata=one(many('dict', rest=True), None)) if metadata is None else dataclasses.field(metadata=metadata))

def dataclass(cls=None, extra_fields=None, **kwargs):
    return ((lambda cls: of('object')) if cls is None else of('object'))
