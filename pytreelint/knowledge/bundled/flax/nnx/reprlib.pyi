# What pytreelint knows of flax.nnx.reprlib (flax 0.12.8); see tools/generate_bundles.py.

from flax import config as flax_config
import dataclasses
import functools
import threading
import typing
from pytreelint.bundled import made, many, of, one

A = of('object')

B = of('object')

def supports_color():
    return one(of('bool'), False)

class Color(typing.NamedTuple):
    TYPE: str
    ATTRIBUTE: str
    SEP: str
    PAREN: str
    COMMENT: str
    INT: str
    STRING: str
    FLOAT: str
    BOOL: str
    NONE: str
    END: str

NO_COLOR = made(Color, TYPE='', ATTRIBUTE='', SEP='', PAREN='', COMMENT='', INT='', STRING='', FLOAT='', BOOL='', NONE='', END='')

COLOR = made(Color, TYPE=one('\x1b[38;2;79;201;177m', ''), ATTRIBUTE=one('\x1b[38;2;156;220;254m', ''), SEP=one('\x1b[38;2;212;212;212m', ''), PAREN=one('\x1b[38;2;255;213;3m', ''), COMMENT=one('\x1b[38;2;105;105;105m', ''), INT=one('\x1b[38;2;182;207;169m', ''), STRING=one('\x1b[38;2;207;144;120m', ''), FLOAT=one('\x1b[38;2;182;207;169m', ''), BOOL=one('\x1b[38;2;86;156;214m', ''), NONE=one('\x1b[38;2;86;156;214m', ''), END=one('\x1b[0m', ''))

@dataclasses.dataclass
class ReprContext(threading.local, of('unknown')):
    current_color: Color = made(Color, TYPE=one('\x1b[38;2;79;201;177m', ''), ATTRIBUTE=one('\x1b[38;2;156;220;254m', ''), SEP=one('\x1b[38;2;212;212;212m', ''), PAREN=one('\x1b[38;2;255;213;3m', ''), COMMENT=one('\x1b[38;2;105;105;105m', ''), INT=one('\x1b[38;2;182;207;169m', ''), STRING=one('\x1b[38;2;207;144;120m', ''), FLOAT=one('\x1b[38;2;182;207;169m', ''), BOOL=one('\x1b[38;2;86;156;214m', ''), NONE=one('\x1b[38;2;86;156;214m', ''), END=one('\x1b[0m', ''))
    depth: int = 0

def colorized(x, /):
    return of('str')

@dataclasses.dataclass
class Object:
    type: typing.Any
    start: str = '('
    end: str = ')'
    kv_sep: str = '='
    indent: str = '  '
    empty_repr: str = ''
    comment: str = ''
    same_line: bool = False
    @property
    def elem_sep(self):
        return one(', ', ',\n')

@dataclasses.dataclass
class Attr:
    key: str
    value: typing.Any
    start: str = ''
    end: str = ''
    use_raw_value: bool = False
    use_raw_key: bool = False

class Representable:
    def __nnx_repr__(self):
        return of('unknown')

def get_repr(obj: Representable):
    return of('str')

class MappingReprMixin(Representable):
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=MappingReprMixin, start='({', end='})', kv_sep=': ', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key=of('str'), value=of('unknown'), start='', end='', use_raw_value=False, use_raw_key=True)))

@functools.partial(dataclasses.dataclass, repr=False)
class PrettyMapping(Representable):
    mapping: dict[typing.Any, typing.Any]
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=PrettyMapping, start='({', end='})', kv_sep=': ', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key=of('str'), value=of('unknown'), start='', end='', use_raw_value=False, use_raw_key=True)))

@functools.partial(dataclasses.dataclass, repr=False)
class SequenceReprMixin(Representable):
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=SequenceReprMixin, start='([', end='])', kv_sep='', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='', value=of('unknown'), start='', end='', use_raw_value=False, use_raw_key=True)))

@functools.partial(dataclasses.dataclass, repr=False)
class PrettySequence(Representable):
    sequence: list[typing.Any]
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=PrettySequence, start='([', end='])', kv_sep='', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='', value=of('unknown'), start='', end='', use_raw_value=False, use_raw_key=True)))
