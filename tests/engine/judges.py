"""Judges that do what no judge should, for the tests of the engine."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from pytreelint.engine.judge import Judge, Judgement
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Finding

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings
    from pytreelint.model.project.layout import Layout
    from pytreelint.model.text.source import Source


class ScriptedJudge(Judge):
    """Does what the first line of a file says."""

    def judge(self, source: Source, voting: bool = False) -> Judgement:
        """`# exit`, `# kill`, `# raise`, `# recurse`, `# process`, `# find [<path>]`; anything else is judged."""
        word, _, rest = source.line(1).removeprefix("# ").partition(" ")
        match word:
            case "exit":
                os._exit(7)
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "raise":
                raise LookupError("scripted")
            case "recurse":
                return self.judge(source, voting)
            case "process":
                return Judgement((_finding(source.path),), (("Process", str(os.getpid())),))
            case "find":
                source.tree()
                return Judgement((_finding(rest.partition("#")[0].strip() or source.path),), (("Scripted", "found"),))
        return super().judge(source, voting)


def scripted(settings: Settings, layout: Layout) -> Judge:
    """A module-level name, for workers import it."""
    return ScriptedJudge(settings, layout)


def _finding(path: str) -> Finding:
    return Finding("PTL101", "static-array", "warning", "scripted", Place(path, 1, 1, 1, 2))
