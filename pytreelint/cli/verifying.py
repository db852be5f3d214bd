"""`fix --verify COMMAND`: the user's own tests decide; the fixes that break them are found and taken back.

The command runs on the untouched files first. Until it has succeeded with the fixes that stand on disk, whatever ends
the run (a signal, an error of ours) puts everything back; after a kill the next run does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from pytreelint.cli.command import Command
from pytreelint.cli.interrupting import Interrupted, interrupts, undisturbed
from pytreelint.cli.output import say
from pytreelint.cli.trial import Trial
from pytreelint.engine.fixing import Accept, Plan
from pytreelint.knowledge.record import replace

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.rules.finding import Finding

Key = tuple[str, str, str]


class NotProvenError(Exception):
    """Nothing is left that the command has been seen to succeed with."""


def key_of(finding: Finding) -> Key:
    """What tells fixes apart from pass to pass, while rows move."""
    return (finding.place.path, finding.code, finding.message)


def verified(
    command: Command, settings: Settings, planned: Plan, plan_with: Callable[[Accept], Plan], accept: Accept
) -> Plan:
    """The largest part of a plan with which the command succeeds; it is what then stands on disk.

    Args:
        plan_with: the plan for the original files that takes only some fixes.
        accept: what was accepted so far.

    Raises:
        ClickException: nothing was proven, and nothing of it stands on disk.
    """
    with interrupts():
        try:
            problem = command.problem()
        except Interrupted as ended:
            raise _exit(ended, "nothing was changed") from None
        if problem is not None:
            raise click.ClickException(f"`{command.text}` {problem} without any fix too; nothing was changed")
        trial = Trial(settings, {path: fixed.source for path, fixed in planned.fixed.items()})
        try:
            kept = _Search(command, trial, planned, plan_with, accept).run()
        except BaseException as error:
            with undisturbed():
                left = _taken_back(trial)
            if isinstance(error, Interrupted):
                raise _exit(error, left) from None
            if isinstance(error, NotProvenError):
                raise click.ClickException(f"{error}; {left}") from None
            raise
        trial.close()
        return kept


class _Search:
    """Looks for the fixes with which the command succeeds, by halves."""

    def __init__(
        self, command: Command, trial: Trial, planned: Plan, plan_with: Callable[[Accept], Plan], accept: Accept
    ) -> None:
        self._command = command
        self._trial = trial
        self._planned = planned
        self._plan_with = plan_with
        self._accept = accept
        self._good: list[Key] = []
        self._failed: set[frozenset[Key]] = set()
        self._stopped = False
        self._last = planned

    def run(self) -> Plan:
        """The plan that stands on disk, and with which the command has succeeded."""
        self._planned.withheld.update(self._trial.write(_texts(self._planned)))
        if not _texts(self._planned):
            return self._planned
        if self._succeeds():
            return self._planned
        keys = list(dict.fromkeys(key_of(f) for fixed in self._planned.fixed.values() for f in fixed.findings))
        self._failed.add(frozenset(keys))
        bad = self._breaking(keys, whole=True)
        kept = self._put(self._good)
        if (
            self._good and not self._stopped and not self._succeeds()
        ):  # what failed and succeeds by turns proves nothing
            raise NotProvenError(f"`{self._command.text}` succeeds and fails with the same files")
        for path, code, message in bad:
            say(f"taken back: {os.path.relpath(path)}: {code} {message}")
        return replace(kept, withheld={**self._planned.withheld, **kept.withheld})

    def _breaking(self, keys: list[Key], whole: bool = False) -> list[Key]:
        """The fixes with which the command fails; the others are added to the good ones."""
        if not keys or self._stopped:
            return keys
        if not whole and self._works([*self._good, *keys]):
            self._good += keys
            return []
        if len(keys) == 1:
            return keys
        half = len(keys) // 2
        return [*self._breaking(keys[:half]), *self._breaking(keys[half:])]

    def _works(self, keys: Sequence[Key]) -> bool:
        self._put(keys)
        works = self._succeeds()
        if works and frozenset(keys) in self._failed:
            raise NotProvenError(f"`{self._command.text}` succeeds and fails with the same files")
        if not works:
            self._failed.add(frozenset(keys))
        return works

    def _put(self, keys: Iterable[Key]) -> Plan:
        """Let the files hold some fixes only."""
        if self._stopped:
            return self._last
        wanted = set(keys)
        self._trial.write({})  # other files are read while one is planned
        self._last = self._plan_with(lambda finding: self._accept(finding) and key_of(finding) in wanted)
        self._trial.write(_texts(self._last))
        return self._last

    def _succeeds(self) -> bool:
        problem = self._command.problem()
        changed = self._trial.changed()
        names = ", ".join(map(os.path.relpath, changed))
        if problem is not None and changed:
            raise NotProvenError(f"`{self._command.text}` {problem}, and has changed {names}")
        if changed:
            say(f"note: `{self._command.text}` has changed {names}, which is left as it is now")
            self._stopped = True
        return problem is None


def _texts(planned: Plan) -> dict[str, str]:
    return {path: fixed.text for path, fixed in planned.fixed.items() if path not in planned.withheld}


def _taken_back(trial: Trial) -> str:
    """Take everything back, and say how that went."""
    left = trial.take_back()
    cleaned, mixed = (", ".join(map(os.path.relpath, paths)) for paths in (left.cleaned, left.mixed))
    if mixed:
        return f"all fixes are taken back, but for {mixed}, where they touch what was changed meanwhile: look at it"
    return f"all fixes are taken back{f', and {cleaned} keeps what else was written to it' if cleaned else ''}"


def _exit(ended: Interrupted, said: str) -> click.exceptions.Exit:
    say(f"interrupted by {ended}: {said}")
    return click.exceptions.Exit(ended.code)
