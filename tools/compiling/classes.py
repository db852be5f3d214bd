"""A record as a plain class: the methods that `dataclasses` would make at run time, as source.

`mypyc` makes native what stands in the source; what `dataclasses` makes stays interpreted, and its decorator evaluates
annotations that only type checkers import.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tools.compiling.records import Field, Record, fields

PRELUDE = "from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final, Self as _Self"
GIVEN = "_GIVEN: _Any = object()  # what a parameter holds that nothing was given for"
COPIED, REPLACED = "_copied", "_replaced"


def methods(known: Mapping[str, Record], name: str) -> list[str]:
    """Returns the lines that stand for the decorator at the end of a record's class."""
    record = known[name]
    every = fields(known, name)
    written = record.methods
    lines = [*_names(every), ""]
    if "__init__" not in written:
        lines += _init(record, every)
    if record.is_compared and "__eq__" not in written:
        lines += _equality(record, [each.name for each in every if each.compared])
    if record.is_compared and "__hash__" not in written:
        compared = "".join(f"self.{each.name}, " for each in every if each.compared)
        lines += ["def __hash__(self) -> int:", f"    return hash(({compared}))"]
    if "__repr__" not in written:
        shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in every if each.shown)
        lines += ["def __repr__(self) -> str:", f'    return f"{{type(self).__name__}}({shown})"']
    return ["    " + line for line in (*lines, *_copies(record, every))]


def annotation(record: Record, field: Field) -> str:
    """Returns the type of an attribute in the plain class.

    `mypyc` trusts that an attribute which was tested against None, or assigned, still holds that after a call. What may
    be None in a record whose attributes are assigned is therefore of no type.
    """
    return "_Any" if record.is_mutable and "None" in field.annotation else field.annotation


def _names(every: Sequence[Field]) -> Iterator[str]:
    positional = "".join(f"{each.name!r}, " for each in every if each.given and not each.keyword)
    given = "".join(f"{each.name!r}, " for each in every if each.given)
    yield f"__match_args__: _Final = ({positional})"
    yield f"__init_fields__: _ClassVar[tuple[str, ...]] = ({given})"


def _init(record: Record, every: Sequence[Field]) -> Iterator[str]:
    positional = [_parameter(record, each) for each in every if each.given and not each.keyword]
    keywords = [_parameter(record, each) for each in every if each.given and each.keyword]
    yield f"def __init__({', '.join(['self', *positional, *(['*', *keywords] if keywords else [])])}) -> None:"
    for each in every:
        yield f"    self.{each.name} = {_initial(each)}"
    if not every:
        yield "    pass"


def _parameter(record: Record, field: Field) -> str:
    kind = "_Any" if field.made or field.module != record.module else field.annotation
    default = "_GIVEN" if field.made else field.default
    return f"{field.name}: {kind}" if default is None else f"{field.name}: {kind} = {default}"


def _initial(field: Field) -> str:
    if not field.given:
        return field.default or "None"
    return f"{field.default} if {field.name} is _GIVEN else {field.name}" if field.made else field.name


def _equality(record: Record, compared: Sequence[str]) -> Iterator[str]:
    yield "def __eq__(self, other: object) -> _Any:"
    yield "    if self is other:"
    yield "        return True"
    yield f"    if not isinstance(other, {record.node.name}) or self.__class__ is not other.__class__:"
    yield "        return NotImplemented"
    equal = (f"(self.{name} is other.{name} or self.{name} == other.{name})" for name in compared)
    yield f"    return {' and '.join(equal) or 'True'}"


def _copies(record: Record, every: Sequence[Field]) -> Iterator[str]:
    """The methods that stand for `copied` and `replace`: a copy of this very class, with or without what is derived."""
    given = [each for each in every if each.given]
    yield f"def {COPIED}(self) -> _Self:"
    yield f"    copy = {record.node.name}({_passed(given, 'self.{0}')})"
    for each in every:
        if not each.given:
            yield f"    copy.{each.name} = self.{each.name}"
    yield "    return copy  # type: ignore[return-value]"
    if given:
        parameters = ", ".join(f"{each.name}: _Any = _GIVEN" for each in given)
        yield f"def {REPLACED}(self, *, {parameters}) -> _Self:"
        passed = _passed(given, "self.{0} if {0} is _GIVEN else {0}")
        yield f"    return {record.node.name}({passed})  # type: ignore[return-value]"


def _passed(given: Sequence[Field], form: str) -> str:
    positional = [form.format(each.name) for each in given if not each.keyword]
    keywords = [f"{each.name}={form.format(each.name)}" for each in given if each.keyword]
    return ", ".join((*positional, *keywords))
