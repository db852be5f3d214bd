"""`fix --verify COMMAND`: the user's own tests decide; the fixes that break them are found and taken back."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from pytreelint.cli.output import say
from pytreelint.engine.fixing import Accept, Plan
from pytreelint.engine.writing import write
from pytreelint.knowledge.record import replace
from pytreelint.model.source import Source

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding

Key = tuple[str, str, str]


def key_of(finding: Finding) -> Key:
    """What tells fixes apart from pass to pass, while rows move."""
    return (finding.place.path, finding.code, finding.message)


def verified(command: str, planned: Plan, plan_with: Callable[[Accept], Plan], accept: Accept) -> Plan:
    """The largest part of a plan, already written, with which the command succeeds; it is what then stands on disk.

    Args:
        command: run by the shell, in the working directory; 0 is success.
        plan_with: the plan for the original files that takes only some fixes.
        accept: what was accepted so far.
    """
    if _succeeds(command):
        return planned
    keys = list(dict.fromkeys(key_of(f) for fixed in planned.fixed.values() for f in fixed.findings))
    originals = {path: fixed.source for path, fixed in planned.fixed.items()}
    ours = {path: fixed.text for path, fixed in planned.fixed.items() if path not in planned.withheld}

    def part(chosen: list[Key]) -> Plan:
        wanted = set(chosen)
        smaller = plan_with(lambda finding: accept(finding) and key_of(finding) in wanted)
        _put(originals, ours, {path: fixed.text for path, fixed in smaller.fixed.items()})
        return smaller

    part([])
    if not _succeeds(command):
        raise click.ClickException(f"`{command}` fails without any fix too; nothing was changed")
    good: list[Key] = []
    bad = _breaking(keys, good, lambda chosen: bool(part(chosen)) and _succeeds(command))
    kept = part(good)
    for path, code, message in bad:
        say(f"taken back: {path}: {code} {message}")
    return replace(kept, withheld={**planned.withheld, **kept.withheld})


def _breaking(keys: list[Key], good: list[Key], works: Callable[[list[Key]], bool]) -> list[Key]:
    """The fixes with which the command fails, found by halves; the others are added to `good`."""
    if not keys or works([*good, *keys]):
        good += keys
        return []
    if len(keys) == 1:
        return keys
    half = len(keys) // 2
    return [*_breaking(keys[:half], good, works), *_breaking(keys[half:], good, works)]


def _put(originals: Mapping[str, Source], ours: dict[str, str], texts: Mapping[str, str]) -> None:
    """Let the files hold these texts, or what they held at first; `ours` is what was last written by us."""
    for path in ours:
        present = Source.read(path)
        if present.text != ours[path]:
            raise click.ClickException(f"{path} was changed while `--verify` ran; all files are left as they are now")
        wanted = texts.get(path, originals[path].text)
        if present.text != wanted:
            write(present, wanted)
            ours[path] = wanted


def _succeeds(command: str) -> bool:
    say(f"verifying: {command}")
    return subprocess.run(command, shell=True, check=False, stdout=subprocess.DEVNULL).returncode == 0
