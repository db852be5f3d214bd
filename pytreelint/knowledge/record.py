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
            known = {"_MISSING": _MISSING}
            method = _compiled(name, _lines(name, cls.__fields__, known), known)
            method.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
            return method(self, *given, **named)

        return first

    def _compiled(name: str, lines: list[str], known: dict[str, Any]) -> Any:
        """The function of these lines, which may read what is known."""
        exec("\n".join(lines), known)
        return known[name]

    def _lines(name: str, fields: dict[str, field], known: dict[str, Any]) -> list[str]:
        """The lines of a method; `known` gets what it reads."""
        if name == "__init__":
            return _init(fields.values(), known)
        compared = [each.name for each in fields.values() if each.compare]
        ours, theirs = (f"({''.join(f'{whose}.{each}, ' for each in compared)})" for whose in ("self", "other"))
        if name == "__hash__":
            return ["def __hash__(self):", f" return hash({ours})"]
        same = "other.__class__ is self.__class__"
        answer = f"{ours} {_COMPARISONS[name]} {theirs} if {same} else NotImplemented"
        return [f"def {name}(self, other):", f" return {answer}"]

    def _init(fields: Any, known: dict[str, Any]) -> list[str]:
        parameters: list[str] = []
        named: list[str] = []
        lines = [" pass"]
        for each in fields:
            anew = _anew(each, known)
            value = each.name if each.init else anew
            if each.init:
                default = "" if anew is None else f"={anew}" if each.default is not _MISSING else "=_MISSING"
                (named if each.kw_only else parameters).append(each.name + default)
                if default == "=_MISSING":
                    value = f"{anew} if {each.name} is _MISSING else {each.name}"
            if value is not None:
                lines.append(f" self.{each.name} = {value}")
        given = ", ".join(["self", *parameters, *(["*", *named] if named else [])])
        return [f"def __init__({given}):", *lines]

    class _ForDataclasses:
        """`__dataclass_fields__`, which `dataclasses` asks for: made when it does."""

        def __get__(self, instance: object, owner: type) -> dict[str, Any]:
            import dataclasses

            cls = next(each for each in owner.__mro__ if "__fields__" in vars(each))
            fields = [(each.name, each.type, dataclasses.field(**each.options())) for each in cls.__fields__.values()]
            cls.__dataclass_fields__ = dataclasses.make_dataclass(cls.__name__, fields).__dataclass_fields__
            return cls.__dataclass_fields__

    _T = TypeVar("_T")
    _COPYING: dict[type, Any] = {}
    _REPLACING: dict[tuple[Any, ...], Any] = {}  # by the class and the names of what changes

    def copied(value: _T, /) -> _T:
        """A copy with the same in all fields, in a tenth of the time of `dataclasses.replace`."""
        kind = type(value)
        if kind not in _COPYING:
            _COPYING[kind] = _copying(kind, {name: f"value.{name}" for name in kind.__fields__}, {})
        return _COPYING[kind](value)

    def replace(value: _T, /, **changes: Any) -> _T:
        """A copy with other values in some fields (one may be called `value`), as `dataclasses.replace`.

        Raises:
            TypeError: a change is of no field that is an argument.
        """
        wanted = (type(value), *changes)
        if wanted not in _REPLACING:
            _REPLACING[wanted] = _replacing(*wanted)
        return _REPLACING[wanted](value, changes)

    def _replacing(kind: type, *changed: str) -> Any:
        """A function that copies the arguments but for those that change, and sets the other fields anew."""
        written = getattr(kind, "__init_fields__", None)  # by `tools/compiling`, which has its own copies
        if written is not None:
            return lambda value, changes: kind(**{name: getattr(value, name) for name in written} | changes)
        names = {each.name for each in kind.__fields__.values() if each.init}
        if not names.issuperset(changed):
            raise TypeError(f"{kind.__name__} has no {', '.join(sorted(set(changed) - names))}")
        known: dict[str, Any] = {}
        given: dict[str, str] = {}
        for each in kind.__fields__.values():
            anew = _anew(each, known)
            if each.name in changed:
                given[each.name] = f"changes[{each.name!r}]"
            elif each.init or anew is not None:
                given[each.name] = f"value.{each.name}" if each.init else anew
        return _copying(kind, given, known)

    def _anew(each: field, known: dict[str, Any]) -> str | None:
        """The expression for a field that is not given, of what is then known; None where it must be."""
        if each.default is not _MISSING:
            known[f"_default_{each.name}"] = each.default
            return f"_default_{each.name}"
        if each.default_factory is not _MISSING:
            known[f"_make_{each.name}"] = each.default_factory
            return f"_make_{each.name}()"
        return None

    def _copying(kind: type, given: dict[str, str], known: dict[str, Any]) -> Any:
        """A function that gives a copy whose fields are these expressions of `value`, and what is known."""
        fields = [f" copy.{name} = {text}" for name, text in given.items()]
        lines = ["def copying(value, changes=None):", " copy = new(kind)", *fields, " return copy"]
        return _compiled("copying", lines, known | {"new": object.__new__, "kind": kind})

    def _repr(self: object) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in self.__fields__.values() if each.repr)
        return f"{type(self).__name__}({', '.join(shown)})"


__all__ = ["copied", "dataclass", "field", "record", "replace"]
