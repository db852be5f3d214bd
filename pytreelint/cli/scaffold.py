"""The files of a rule of the user's own."""

from __future__ import annotations

import os
import re

from pytreelint.rules.catalogue import heads
from pytreelint.rules.extending import OWN
from pytreelint.testing.templates import BAD, OK, RULE, TESTS

_CODE, _NAME = re.compile(r"[A-Z]{2,8}\d{1,5}"), re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def refusal(code: str, name: str) -> str | None:
    """Why there can be no such rule."""
    if not _CODE.fullmatch(code) or code.startswith(OWN):
        return f"{code!r} is no code for a rule of your own: capital letters other than {OWN} and a number, as ACME001"
    if not _NAME.fullmatch(name):
        return f"{name!r} is no name: words in small letters with hyphens, as compiled-lambda"
    taken = next((rule for rule in heads() if rule.code == code or rule.name == name), None)
    return None if taken is None else f"{taken.code} ({taken.name}) exists"


class Scaffold:
    """One rule and what belongs to it."""

    def __init__(self, code: str, name: str, folder: str) -> None:
        """Nothing is written yet."""
        self.code = code
        self.name = name
        self.folder = os.path.abspath(folder)
        self.slug = name.replace("-", "_")

    def write(self) -> tuple[list[str], str]:
        """The files that were written, and what to do next. No file is replaced. Raises OSError."""
        written: list[str] = []
        for name, text in self._files().items():
            path = os.path.join(self.folder, name)
            if os.path.lexists(path) and name == TESTS_NAME:
                continue  # it tests all rules of the folder
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "x", encoding="utf-8") as file:
                file.write(text)
            written.append(path)
        page = os.path.join(self.folder, "docs", f"{self.code}.md")
        os.makedirs(os.path.dirname(page), exist_ok=True)
        with open(page, "x", encoding="utf-8") as file:
            file.write(self._page())
        return [*written, page], self._advice()

    def _files(self) -> dict[str, str]:
        title = "".join(word.title() for word in self.name.split("-"))
        given = {"code": self.code, "name": self.name, "cls": title}
        cases = os.path.join("cases", self.code)
        return {
            f"{self.slug}.py": RULE.format(**given),
            os.path.join(cases, "bad.py"): BAD.format(**given),
            os.path.join(cases, "ok.py"): OK.format(**given),
            TESTS_NAME: TESTS,
        }

    def _page(self) -> str:
        from pytreelint.report.page import markdown
        from pytreelint.rules.extending import of_folder

        return next(markdown(rule) for rule in of_folder(self.folder) if rule.code == self.code)

    def _advice(self) -> str:
        from pytreelint.engine.config import load

        if self.folder in load([self.folder]).rules:
            return f"Next: `pytest {os.path.relpath(self.folder)}`."
        named = os.path.relpath(self.folder).replace(os.sep, "/")
        return (
            f'Next: name the folder in the configuration, `rules = ["./{named}"]`, leave out its programs with bugs, '
            f'`extend-exclude = ["{named}/cases"]`, then `pytest {named}` '
            "(the fixture `pytreelint` is that of pytreelint's pytest plugin)."
        )


TESTS_NAME = "test_rules.py"
