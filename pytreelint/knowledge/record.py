"""Dataclasses that are frozen for the type checker, which sees all code that could change one, and cheap at run time.

`@record(frozen=True, slots=True)` is `dataclasses.dataclass` to the type checker. At run time the class is not frozen:
in Python 3.11 a frozen `__init__` takes 0.57 us instead of 0.14, and the model makes little else than values. Its
methods are compiled when they are first called: a run defines 160 classes, at 0.5 ms each for `dataclasses`, which
itself takes 10 ms to import. `dataclasses.fields` and `dataclasses.replace` take these classes, too.

The compiled build has plain classes in the place of most of them (`tools/compiling`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from copy import copy as copied
    from dataclasses import dataclass, field, replace
    from dataclasses import dataclass as record
else:
    _MISSING = object()
    _COMPARISONS = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}

    class field:  # noqa: N801  named as in `dataclasses`
        """A field of a record: its options, as those of `dataclasses.field`."""

        __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "name", "repr", "type")

        def __init__(
            self,
            *,
            default: Any = _MISSING,
            default_factory: Any = _MISSING,
            init: bool = True,
            repr: bool = True,  # noqa: A002
            compare: bool = True,
            kw_only: bool = False,
        ) -> None:
            self.name = self.type = ""
            self.default = default
            self.default_factory = default_factory
            self.init = init
            self.repr = repr
            self.compare = compare
            self.kw_only = kw_only

        def options(self) -> dict[str, Any]:
            """What `dataclasses.field` is to be given."""
            given = {name: getattr(self, name) for name in ("init", "repr", "compare", "kw_only")}
            for name in ("default", "default_factory"):
                if getattr(self, name) is not _MISSING:
                    given[name] = getattr(self, name)
            return given

    def record(frozen: bool, slots: bool, eq: bool = True, order: bool = False) -> Any:
        """A dataclass with the equality and the hash of a frozen one."""
        compared = (["__eq__", "__hash__"] if eq else []) + (["__lt__", "__le__", "__gt__", "__ge__"] if order else [])
        return lambda cls: _made(cls, compared)

    def dataclass(slots: bool, eq: bool = True) -> Any:
        """A dataclass whose fields change."""
        return lambda cls: _made(cls, ["__eq__"] if eq else [])

    def _made(cls: type, compared: list[str]) -> type:
        """The class with slots for its fields, and methods that are compiled when they are first called."""
        own = [_field_of(cls, name, kind) for name, kind in cls.__annotations__.items() if "ClassVar" not in kind]
        inherited = {name: each for base in reversed(cls.__mro__[1:]) for name, each in _fields_of(base).items()}
        namespace = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        for each in own:
            namespace.pop(each.name, None)
        fields = inherited | {each.name: each for each in own}
        namespace["__slots__"] = tuple(each.name for each in own if each.name not in inherited)
        namespace["__fields__"] = fields
        namespace["__dataclass_fields__"] = _ForDataclasses()
        positional = (each.name for each in fields.values() if each.init and not each.kw_only)
        namespace.setdefault("__match_args__", tuple(positional))
        namespace.setdefault("__repr__", _repr)
        written = [name for name in ("__init__", *compared) if name not in namespace]
        if "__eq__" in written and "__hash__" not in namespace:
            namespace["__hash__"] = None
        made = type(cls)(cls.__name__, cls.__bases__, namespace)
        for name in written:
            setattr(made, name, _first_call(made, name))
        return made

    def _field_of(cls: type, name: str, kind: str) -> field:
        given = vars(cls).get(name, _MISSING)
        own = given if isinstance(given, field) else field(default=given)
        own.name, own.type = name, kind
        return own

    def _fields_of(cls: type) -> dict[str, field]:
        return vars(cls).get("__fields__", {})

    def _first_call(cls: type, name: str) -> Any:
        """Stands for a method until it is called; then compiles it, and puts it in its place."""

        def first(self: object, *given: Any, **named: Any) -> Any:
            namespace: dict[str, Any] = {}
            known = {"_MISSING": _MISSING}
            exec(_text(name, cls.__fields__, known), known, namespace)
            method = namespace[name]
            method.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
            return method(self, *given, **named)

        return first

    def _text(name: str, fields: dict[str, field], known: dict[str, Any]) -> str:
        """The text of a method; `known` gets what it reads."""
        if name == "__init__":
            return _init(fields.values(), known)
        compared = [each.name for each in fields.values() if each.compare]
        ours, theirs = (f"({''.join(f'{whose}.{each}, ' for each in compared)})" for whose in ("self", "other"))
        if name == "__hash__":
            return f"def __hash__(self):\n return hash({ours})"
        same = "other.__class__ is self.__class__"
        answer = f"{ours} {_COMPARISONS[name]} {theirs} if {same} else NotImplemented"
        return f"def {name}(self, other):\n return {answer}"

    def _init(fields: Any, known: dict[str, Any]) -> str:
        parameters: list[str] = []
        named: list[str] = []
        lines = [" pass"]
        for each in fields:
            name, parameter, value = each.name, each.name, each.name
            if each.default is not _MISSING:
                known[f"_default_{name}"] = each.default
                parameter = f"{name}=_default_{name}"
            elif each.default_factory is not _MISSING:
                known[f"_make_{name}"] = each.default_factory
                parameter = f"{name}=_MISSING"
                value = f"_make_{name}() if {name} is _MISSING else {name}"
            if each.init:
                (named if each.kw_only else parameters).append(parameter)
            elif parameter == name:
                continue
            else:
                value = f"_default_{name}" if each.default is not _MISSING else f"_make_{name}()"
            lines.append(f" self.{name} = {value}")
        return f"def __init__({', '.join(['self', *parameters, *(['*', *named] if named else [])])}):\n" + "\n".join(
            lines
        )

    class _ForDataclasses:
        """`__dataclass_fields__`, which `dataclasses` asks for: made when it does."""

        def __get__(self, instance: object, owner: type) -> dict[str, Any]:
            import dataclasses

            cls = next(each for each in owner.__mro__ if "__fields__" in vars(each))
            fields = [(each.name, each.type, dataclasses.field(**each.options())) for each in cls.__fields__.values()]
            cls.__dataclass_fields__ = dataclasses.make_dataclass(cls.__name__, fields).__dataclass_fields__
            return cls.__dataclass_fields__

    _T = TypeVar("_T")
    _FIELDS: dict[type, tuple[str, ...]] = {}

    def replace(value: _T, /, **changes: Any) -> _T:
        """A copy with other values in some fields (one may be called `value`), as `dataclasses.replace`."""
        kind = type(value)
        names = _FIELDS.get(kind)
        if names is None:
            written = getattr(kind, "__init_fields__", None)  # by `tools/compiling`
            names = written or tuple(each.name for each in kind.__fields__.values() if each.init)
            _FIELDS[kind] = names
        for name in names:
            if name not in changes:
                changes[name] = getattr(value, name)
        return kind(**changes)

    _SLOTS: dict[type, tuple[str, ...]] = {}

    def copied(value: _T, /) -> _T:
        """A copy with the same in all fields, in a third of the time of `replace`."""
        kind = type(value)
        names = _SLOTS.get(kind)
        if names is None:
            names = _SLOTS[kind] = tuple(kind.__fields__)
        copy = object.__new__(kind)
        for name in names:
            setattr(copy, name, getattr(value, name))
        return copy

    def _repr(self: object) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in self.__fields__.values() if each.repr)
        return f"{type(self).__name__}({', '.join(shown)})"


__all__ = ["copied", "dataclass", "field", "record", "replace"]
