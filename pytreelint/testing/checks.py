"""What rules find in a program, and what their fixes make of it."""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.engine.fixing import plan
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.rules.extending import of_folder

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding

_EXPECT = re.compile(r"#\s*expect:\s*(?P<codes>[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)")
_PROGRAM = "program.py"

Files = Mapping[str, str]
_NONE: Files = MappingProxyType({})


def find(text: str, *, files: Files = _NONE, rules: Sequence[str] = (), select: Sequence[str] = ()) -> list[Finding]:
    """The findings in a program.

    Args:
        text: the program.
        files: other modules beside it, by name.
        rules: folders of rules, as `rules` in a configuration.
        select: which rules are on; by default all that are.
    """
    with _project(text, files, rules, select) as (path, settings):
        report = check([path], settings, cache=False, jobs=1)
        assert not report.errors, report.errors[0]
        return [finding for finding in report.findings if finding.place.path == path]


def fix(
    text: str, *, files: Files = _NONE, rules: Sequence[str] = (), select: Sequence[str] = (), unsafe: bool = False
) -> str:
    """The program after its fixes. The arguments are those of `find`; `unsafe`: also the unsafe ones."""
    with _project(text, files, rules, select) as (path, settings):

        def accept(finding: Finding) -> bool:
            assert finding.fix is not None
            return settings.may_fix(finding.code, finding.fix.applicability, unsafe)

        report = check([path], settings, cache=False, jobs=1)
        planned = plan([path], settings, accept, report, {})
        assert path not in planned.withheld, planned.withheld[path]
        return planned.fixed[path].text if path in planned.fixed else text


def assert_findings(
    text: str, *, files: Files = _NONE, rules: Sequence[str] = (), select: Sequence[str] = ()
) -> list[Finding]:
    """Assert that what is found is what the program's comments say: `# expect: ACME001` on each line, nothing besides.

    Returns the findings.
    """
    found = find(text, files=files, rules=rules, select=select)
    told = Counter((row, code) for row, code in _expected(text))
    there = Counter((finding.place.row, finding.code) for finding in found)
    missed, extra = told - there, there - told
    rows = [f"line {row}: {code} is expected and not found" for row, code in sorted(missed.elements())]
    rows += [f"line {f.place.row}: {f.code} is found: {f.message}" for f in found if (f.place.row, f.code) in extra]
    assert not rows, "\n".join(rows)
    return found


def assert_fixed(
    before: str,
    after: str,
    *,
    files: Files = _NONE,
    rules: Sequence[str] = (),
    select: Sequence[str] = (),
    unsafe: bool = False,
) -> None:
    """Assert that fixes make one program of another, and that nothing is left to be fixed in that."""
    fixed = fix(before, files=files, rules=rules, select=select, unsafe=unsafe)
    assert fixed == after, f"the fixes give another program:\n{fixed}"
    again = fix(after, files=files, rules=rules, select=select, unsafe=unsafe)
    assert again == after, f"fixed once more, it changes again:\n{again}"


def _expected(text: str) -> Iterator[tuple[int, str]]:
    for row, line in enumerate(text.split("\n"), 1):
        match = _EXPECT.search(line)
        if match is not None:
            yield from ((row, code.strip()) for code in match["codes"].split(","))


@contextmanager
def _project(text: str, files: Files, rules: Sequence[str], select: Sequence[str]) -> Iterator[tuple[str, Settings]]:
    """The program in a folder of its own, and the settings of a check."""
    folders = tuple(os.path.abspath(folder) for folder in rules)
    for folder in folders:
        of_folder(folder)
    with tempfile.TemporaryDirectory(prefix="pytreelint-") as folder:
        root = os.path.realpath(folder)
        for name, content in {**files, _PROGRAM: text}.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(content)
        yield os.path.join(root, _PROGRAM), Settings(root, rules=folders, select=tuple(select))
