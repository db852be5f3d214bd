"""The base of every rule, and the registry that finds them."""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin

from pytreelint.model.text.place import Place, Step
from pytreelint.rules.finding import Finding, Fix, Severity

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import Site

S = TypeVar("S", bound="Site")

HEADINGS = (
    "What it does",
    "Why is this bad?",
    "Example",
    "Use instead",
    "Fix safety",
    "Known limits",
    "References",
)


class Rule(ABC, Generic[S]):
    """One claim about JAX. Subclasses hold only what is their own: metadata, the page (docstring), `check`.

    `class MyRule(Rule[TransformCall])` judges sites of one kind (classes of `pytreelint.model.values.sites`),
    `Rule[StaticValue | StaticDeclaration]` those of several.

    Attributes:
        sites: the names of these kinds.
        default: whether the rule is on without being selected.
        style: the only style of projects in which it is on, unless its very code or name is selected.
        yields_to: codes of more specific rules; where one of them speaks, this one is silent.
        folder: of a project's own rules, which speak for its files only.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    status: ClassVar[Literal["preview", "stable", "deprecated"]] = "stable"
    default: ClassVar[bool] = True
    style: ClassVar[Literal["", "filtered", "native"]] = ""
    sites: ClassVar[tuple[str, ...]] = ()
    yields_to: ClassVar[tuple[str, ...]] = ()
    folder: str = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Rule:
                kinds = get_args(base)[0]
                cls.sites = tuple(kind.__name__ for kind in get_args(kinds) or (kinds,) if isinstance(kind, type))

    @abstractmethod
    def check(self, site: S, model: Model) -> Iterator[Finding]:
        """Yield what is certain about this site; `Unknown` is no finding."""

    def finding(
        self,
        place: Place,
        message: str,
        related: Sequence[Step] = (),
        remedy: str | None = None,
        fix: Fix | None = None,
        about: str = "",
    ) -> Finding:
        """A finding of this rule.

        Args:
            related: the way there; steps at the very place of the finding are left out.
            about: which of several causes at one place it is.
        """
        way = tuple([step for step in related if step.place != place])
        return Finding(self.code, self.name, self.severity, message, place, way, remedy, fix, about)


AnyRule = Rule[Any]


def all_rules() -> tuple[AnyRule, ...]:
    """Every rule, one instance each, sorted by code: of this package, of installed ones, of folders that were loaded.

    Raises:
        RulesError: those of an installed package cannot be used.
    """
    from pytreelint.rules.extending import installed, loaded

    installed()
    return _sorted((*own_rules(), *loaded()))


@cache
def _sorted(rules: tuple[AnyRule, ...]) -> tuple[AnyRule, ...]:
    return tuple(sorted(rules, key=lambda rule: rule.code))


@cache
def own_rules() -> tuple[AnyRule, ...]:
    """Every rule of this package, one instance each, sorted by code."""
    import pytreelint.rules as package

    names = [info.name for info in pkgutil.walk_packages(package.__path__, package.__name__ + ".") if not info.ispkg]
    found = (rule_in(importlib.import_module(name)) for name in names if name != __name__)
    return tuple(sorted((rule for rule in found if rule is not None), key=lambda rule: rule.code))


def rule_in(module: ModuleType) -> AnyRule | None:
    """The rule that a module defines, the same instance each time; None where it defines none."""
    for value in vars(module).values():
        own = isinstance(value, type) and issubclass(value, Rule) and value.__module__ == module.__name__
        if own and "code" in vars(value):
            return _instance(value)
    return None


@cache
def _instance(cls: type[AnyRule]) -> AnyRule:
    return cls()
