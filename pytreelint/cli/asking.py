"""`fix --interactive`: one question per fix."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from pytreelint.cli.output import ask, show, show_patch
from pytreelint.engine.edits import apply
from pytreelint.engine.fixing import Accept
from pytreelint.engine.writing import NotWrittenError
from pytreelint.model.text.notebook.placing import Notebooks
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.report.segments import line

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding


class Asking:
    """Accepts what the person accepts; `all` and `quit` answer for the rest."""

    def __init__(self, accept: Accept) -> None:
        """`accept` decides what is asked about at all."""
        self._accept = accept
        self._rest: bool | None = None
        self._answers: dict[tuple[str, str, str], bool] = {}

    def __call__(self, finding: Finding) -> bool:
        """Whether to fix it; asks once."""
        if not self._accept(finding):
            return False
        key = (finding.place.path, finding.code, finding.message)
        if key not in self._answers:
            self._answers[key] = self._rest if self._rest is not None else self._asked(finding)
        return self._answers[key]

    def _asked(self, finding: Finding) -> bool:
        from pytreelint.cli.fixing import difference

        assert finding.fix is not None
        path = finding.place.path
        name, row = Notebooks().row(path, finding.place.row)
        show([line(f"{os.path.relpath(name)}:{row}: {finding.code} {finding.message}")])
        with suppress(Unreadable, NotWrittenError):  # what became of it since is said when it is to be written
            source = Source.read(path)
            show_patch(difference(source, apply(source.text, finding.fix.edits)), source.encoding)
        question = f"{finding.fix.message} ({finding.fix.applicability})? [y]es, [n]o, [a]ll, [q]uit"
        answer = ask(question, ("y", "n", "a", "q"))
        if answer in ("a", "q"):
            self._rest = answer == "a"
        return answer in ("y", "a")
