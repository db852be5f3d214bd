"""What a run is told by the configuration file and the command line, checked and frozen."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from pytreelint.engine.patterns import matches
from pytreelint.knowledge.record import field, record, replace
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE

if TYPE_CHECKING:
    from pytreelint.engine.configurations import Configurations
    from pytreelint.knowledge.transform import Target
    from pytreelint.rules.catalogue import Head
    from pytreelint.rules.finding import Severity

Style = Literal["filtered", "native"]

DEFAULT_EXCLUDE = (
    ".*",  # hidden folders: .git, .venv, .tox, caches
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
BASELINE = "pytreelint-baseline.json"
"""Accepted findings, beside the configuration."""
_WHOLE = 100  # how specific a whole code or name is; a prefix counts its characters


@record(frozen=True, slots=True)
class ProjectKnowledge:
    """What a project declares about its own names; all but words are dotted and absolute.

    Attributes:
        pytree_bases: classes whose subclasses are PyTree dataclasses, as `equinox.Module`'s are.
        pytree_decorators: decorators that make a PyTree dataclass.
        static_functions: functions that declare a static field.
        transforms: own transforms, and the one of a library that each behaves like.
        words: words in names, by attributes of `knowledge.words.Words`.
    """

    pytree_bases: tuple[str, ...] = ()
    pytree_decorators: tuple[str, ...] = ()
    static_functions: tuple[str, ...] = ()
    transforms: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()


@record(frozen=True, slots=True)
class Settings:
    """All settings, defaults filled in. Paths are absolute.

    Attributes:
        root: the folder of the configuration, or of the project where there is none.
        config: the file that was read, if any.
        select, extend_select, ignore: selectors: `ALL`, prefixes, codes, names. An empty `select` means the defaults.
        baseline: the file of accepted findings, where one is configured.
        ignore_suppressions: whether comments suppress nothing.
        target_is_named: whether the configuration names the target.
        fixable, unfixable: selectors of the rules whose fixes may be applied; the more specific one wins.
        extend_safe_fixes: selectors of the rules whose unsafe fixes are applied as if they were safe.
        rules: folders of the project's own rules.
        origins: where values come from that are no defaults, by field: `pyproject.toml:12`, `--select`.
        nearest: the configurations that speak for folders further down; None where these settings speak for all.
    """

    root: str
    config: str | None = None
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    src: tuple[str, ...] = (".", "src")
    style: Style = "filtered"
    target: Target = "runtime"
    target_is_named: bool = False
    fixable: tuple[str, ...] = ("ALL",)
    unfixable: tuple[str, ...] = ()
    extend_safe_fixes: tuple[str, ...] = ()
    jax_version: str | None = None
    max_file_size: int = DEFAULT_MAX_SIZE
    fail_on: Severity = "warning"
    cache_dir: str | None = None
    baseline: str | None = None
    python: str | None = None
    respect_gitignore: bool = True
    ignore_suppressions: bool = False
    force_exclude: bool = False
    knowledge: ProjectKnowledge = field(default_factory=ProjectKnowledge)
    rules: tuple[str, ...] = ()
    origins: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    nearest: Configurations | None = field(default=None, compare=False, repr=False)

    def of(self, path: str) -> Settings:
        """The settings for a file: of the configuration that is nearest to it."""
        if self.nearest is None:
            return self
        own = self.nearest.of(path)
        return self if own is self.nearest.main else own

    def enabled(self) -> frozenset[str]:
        """The codes of the rules that are on: the more specific selector wins, `ignore` where both are as specific."""
        from pytreelint.rules.catalogue import heads

        return frozenset(rule.code for rule in heads() if self._is_on(rule))

    def may_fix(self, code: str, applicability: str, unsafe: bool = False) -> bool:
        """Whether a fix of this applicability, by the rule of this code, is applied; `unsafe`: those as well."""
        from pytreelint.rules.catalogue import heads

        rule = next((rule for rule in heads() if rule.code == code), None)
        if rule is None or _strength(rule, self.fixable) <= _strength(rule, self.unfixable, tie=1):
            return False
        trusted = unsafe or _strength(rule, self.extend_safe_fixes) >= 0
        return applicability == "safe" or (applicability == "unsafe" and trusted)

    def ignored_in(self, path: str) -> frozenset[str]:
        """The codes that per-file-ignores turns off in a file."""
        from pytreelint.rules.catalogue import heads

        given = [s for pattern, selectors in self.per_file_ignores if self._fits(pattern, path) for s in selectors]
        return frozenset(rule.code for rule in heads() if _strength(rule, given) >= 0) if given else frozenset()

    def overridden(
        self, select: tuple[str, ...] = (), ignore: tuple[str, ...] = (), extend_select: tuple[str, ...] = ()
    ) -> Settings:
        """With the command line's selection: `select` replaces the configuration's, the others add to it."""
        if select:
            return replace(self, select=select, extend_select=extend_select, ignore=ignore)
        more = (*self.extend_select, *extend_select)
        return replace(self, extend_select=more, ignore=(*self.ignore, *ignore))

    @property
    def judging_digest(self) -> str:
        """What identifies the settings that change what is found, before selection."""
        parts = (self.root, self.src, self.style, self.target, self.jax_version, self.knowledge)
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def _is_on(self, rule: Head) -> bool:
        if rule.folder and rule.folder not in self.rules:
            return False  # another project's
        selected = _strength(rule, (*self.select, *self.extend_select))
        if rule.style not in ("", self.style) and selected < _WHOLE:
            return False
        on = max(selected, 0 if rule.default and not self.select else -1)
        return on >= 0 and on > _strength(rule, self.ignore, tie=1)

    def _fits(self, pattern: str, path: str) -> bool:
        wanted = not pattern.startswith("!")
        return matches((pattern.removeprefix("!"),), os.path.abspath(path), self.root) is wanted


def _strength(rule: Head, selectors: tuple[str, ...] | list[str], tie: int = 0) -> int:
    """How specifically the selectors name a rule, -1 when none does. With `tie`, equally specific ones win."""
    strengths = [-1]
    for selector in selectors:
        if selector in (rule.code, rule.name):
            strengths.append(_WHOLE + tie)
        elif selector == "ALL":
            strengths.append(1 + tie)
        elif rule.code.startswith(selector):
            strengths.append(2 * len(selector) + tie)
    return max(strengths)
