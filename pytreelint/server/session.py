"""The questions of an editor to the model: findings, fixes, trees; answered in a thread, one at a time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.engine.adding import with_suppressions
from pytreelint.engine.baseline import BaselineError, compared, read_baseline
from pytreelint.engine.config import load, load_file
from pytreelint.engine.fixing import plan
from pytreelint.engine.live import Live
from pytreelint.engine.patterns import matches
from pytreelint.engine.settings import BASELINE, Settings
from pytreelint.engine.symbols import Symbols
from pytreelint.engine.table import ConfigError
from pytreelint.engine.target import settled
from pytreelint.knowledge.record import record, replace
from pytreelint.model.installed.environment import NoEnvironmentError
from pytreelint.model.text.unreadable import Unreadable
from pytreelint.server.trees import ClassTree, class_tree, class_trees

if TYPE_CHECKING:
    from pytreelint.model.project.program import Program
    from pytreelint.model.text.source import Source
    from pytreelint.rules.finding import Finding


@record(frozen=True, slots=True)
class ClientSettings:
    """The settings of the editor.

    Attributes:
        configuration: a file that counts for all; "" for the nearest.
        python: an interpreter or environment; "" for what the configuration says.
        unsafe: whether unsafe fixes are offered.
    """

    configuration: str = ""
    python: str = ""
    hints: bool = True
    unsafe: bool = True


@record(frozen=True, slots=True)
class Checked:
    """The findings in one document.

    Attributes:
        problem: what kept it from being checked.
    """

    findings: tuple[Finding, ...] = ()
    problem: str = ""


class Session:
    """The questions of one editor."""

    def __init__(self, client_settings: ClientSettings) -> None:
        """Nothing is read yet."""
        self.client_settings = client_settings
        self._settings: dict[str, Settings] = {}
        self._live: dict[Settings, Live] = {}

    def forget(self) -> None:
        """Files on disk have changed, or what the editor says."""
        self._settings.clear()
        self._live.clear()

    def settings(self, path: str) -> Settings:
        """The settings for a file. Raises ConfigError."""
        folder = os.path.dirname(path)
        if folder not in self._settings:
            found = self._found(path)
            known = next((each for each in self._live if each == found), found)
            self._settings[folder] = known
        return self._settings[folder]

    def _found(self, path: str) -> Settings:
        client_settings = self.client_settings
        settings = load_file(client_settings.configuration) if client_settings.configuration else load([path])
        usual = os.path.join(settings.root, BASELINE)
        if settings.baseline is None and os.path.lexists(usual):
            settings = replace(settings, baseline=usual)
        settings = replace(settings, python=client_settings.python or settings.python)
        return settled(settings)

    def _of(self, path: str) -> Live:
        settings = self.settings(path)
        if settings not in self._live:
            self._live[settings] = Live(settings)
        return self._live[settings]

    def _program(self, path: str, unsaved: Mapping[str, Source]) -> Program | None:
        """None where the configuration cannot be read, or names no environment: the check of the document says so."""
        try:
            return self._of(path).program(unsaved)[0]
        except (ConfigError, NoEnvironmentError):
            return None

    def check(self, path: str, unsaved: Mapping[str, Source]) -> Checked:
        """The findings in one open document."""
        try:
            live = self._of(path)
            settings = live.settings
            if matches(settings.exclude, path, settings.root):
                return Checked()
            report = live.check([path], unsaved)
            findings = tuple(finding for finding in report.findings if finding.place.path == path)
            return Checked(self._new(findings, settings, unsaved), "\n".join(report.errors))
        except (ConfigError, NoEnvironmentError) as error:
            return Checked(problem=str(error))

    def _new(
        self, findings: tuple[Finding, ...], settings: Settings, unsaved: Mapping[str, Source]
    ) -> tuple[Finding, ...]:
        """The findings that the baseline does not accept."""
        if settings.baseline is None or not findings:
            return findings
        try:
            baseline = read_baseline(settings.baseline)
        except BaselineError:
            return findings
        return compared(findings, baseline, Symbols(unsaved, settings.max_file_size), lambda key: False).findings

    def offers(self, finding: Finding) -> bool:
        """Whether the fix of a finding is offered."""
        try:
            settings = self.settings(finding.place.path)
        except ConfigError:  # it was written since
            return False
        fix = finding.fix
        return fix is not None and settings.may_fix(finding.code, fix.applicability, self.client_settings.unsafe)

    def fixed(self, path: str, unsaved: Mapping[str, Source]) -> str | None:
        """The text of a document after all fixes that need no second look; None where it stays as it is."""
        if self._program(path, unsaved) is None:
            return None
        live = self._of(path)
        settings = live.settings

        def accept(finding: Finding) -> bool:
            assert finding.fix is not None
            return settings.may_fix(finding.code, finding.fix.applicability)

        report = live.check([path], unsaved)
        try:
            planned = plan([path], replace(settings, nearest=None), accept, report, unsaved)
        except Unreadable:  # its cookie names an encoding that no file can have
            return None
        return planned.fixed[path].text if path in planned.fixed else None

    def suppressed(self, finding: Finding, reason: str, unsaved: Mapping[str, Source]) -> str | None:
        """The text of its document with a comment for a finding; None where no comment can answer it."""
        try:
            added = with_suppressions(unsaved[finding.place.path], [finding], reason)
        except Unreadable:
            return None
        return added.text if added.suppressed else None

    def tree(self, path: str, name: str, unsaved: Mapping[str, Source]) -> ClassTree | None:
        """The PyTree of the class that a name in a document means."""
        program = self._program(path, unsaved)
        return class_tree(program, unsaved[path], name) if program is not None else None

    def trees(self, path: str, unsaved: Mapping[str, Source]) -> tuple[ClassTree, ...]:
        """The PyTrees of the classes that a document defines."""
        program = self._program(path, unsaved)
        return tuple(class_trees(program, unsaved[path])) if program is not None else ()
