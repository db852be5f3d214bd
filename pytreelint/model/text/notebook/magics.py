"""What IPython understands and Python does not: magics, shell lines, questions. They are masked, line for line.

IPython's own rules: https://ipython.readthedocs.io/en/stable/interactive/reference.html
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from keyword import iskeyword

from pytreelint.knowledge.record import record

# Cell magics whose body is Python that runs in the notebook's own namespace.
_PYTHON = frozenset({"capture", "debug", "memit", "prun", "pyinstrument", "time", "timeit"})
# Magics that stand without `%` where the line is no Python.
_BARE = re.compile(
    r"(?:alias|autoreload|bookmark|cat|cd|conda|cp|dhist|edit|env|history|less|load|load_ext|ls|lsmagic|"
    r"mamba|man|matplotlib|micromamba|mkdir|more|mv|paste|pdb|pip|pwd|pylab|reload_ext|rm|rmdir|run|"
    r"time|timeit|uv|who|whos)$"
)
_STATEMENT = re.compile(
    r"(?P<lead>\s*)(?P<magic>%(?:time|timeit|prun|memit)\s+(?:-\w+(?:\s*(?:[\d.]+|\$\w+|\{\w+\}))?\s+)*)"
    r"(?P<code>[^\s$-].*)$"
)
_FILLED = re.compile(r"\$\w")  # a name whose value IPython puts there
_PYTHONS = re.compile(r"\s*(?:[=(,\[]|\.(?![./\s]|$))")  # after a word at which a magic or a statement begins
_CELL = re.compile(r"%%(\w+)")
_ASSIGNED = re.compile(r"(?P<targets>\s*[\w][\w\s,.\[\]'\"*]*?\s*)=\s*[!%](?!=)\s*\S")
_UNKNOWN = "get_ipython()"  # an expression of which nothing is known
_WORD = re.compile(r"[^\W\d]\w*")
_PARTS = re.compile(r"\\.|'''|\"\"\"|['\"#()\[\]{}]", re.DOTALL)


@record(frozen=True, slots=True)
class Masked:
    """A cell as Python.

    Attributes:
        lines: as many as the cell has.
        masks: the indices of the lines that stand for something else.
        timed: by the index of a masked line whose statement is read (`%time x`), where that begins.
    """

    lines: tuple[str, ...]
    masks: frozenset[int]
    timed: Mapping[int, int]


def is_python(lines: Sequence[str]) -> bool:
    """Whether a cell runs in the notebook's namespace: the word of its cell magic decides."""
    first = next((line for line in lines if line.strip()), "")
    magic = _CELL.match(first)
    return magic is None or magic[1] in _PYTHON


def masked(lines: Sequence[str], *, bare: bool = False) -> Masked:
    """The lines of a cell with a statement of Python for each that is IPython's.

    Arguments:
        bare: whether magics without `%` are looked for as well.
    """
    found = list(lines)
    masks: set[int] = set()
    timed: dict[int, int] = {}
    state = _State()
    beginning, magic = True, False  # of a statement; within a magic that goes on
    for index, line in enumerate(lines):
        if magic:
            found[index] = "#"
            masks.add(index)
            magic = line.endswith("\\")
            continue
        if beginning:
            instead = _instead(line, bare)
            if instead is not None:
                found[index], code = instead
                masks.add(index)
                if code:
                    timed[index] = code
                magic = line.endswith("\\")
                continue
        state.read(line)
        if beginning and state.is_question:
            found[index] = _lead(line) + "pass"
            masks.add(index)
            state = _State()
        beginning = not (state.depth or state.quote or state.goes_on)
    return Masked(tuple(found), frozenset(masks), timed)


def withheld(lines: Sequence[str]) -> Masked:
    """As many lines as a cell that is no Python has: each name in it means something unknown from there on."""
    names = dict.fromkeys(word for line in lines for word in _WORD.findall(line) if not iskeyword(word))
    first = " = ".join([*names, _UNKNOWN])
    return Masked((first, *("#" for _ in lines[1:])), frozenset(range(len(lines))), {})


def _instead(line: str, bare: bool) -> tuple[str, int] | None:
    """What stands for a line that begins a statement, and where its code begins, if that is read; None for Python."""
    text = line.lstrip()
    timed = _STATEMENT.match(line)
    if (
        timed is not None
        and not line.endswith("\\")
        and not timed["code"].endswith(":")
        and not _FILLED.search(line, timed.start("code"))
    ):
        return timed["lead"] + "if 1:".ljust(len(timed["magic"])) + timed["code"], timed.start("code")
    if text[:1] in ("%", "!", "?", "/", ",", ";"):
        return _lead(line) + "pass", 0
    assigned = _ASSIGNED.match(line)
    if assigned is not None:
        return f"{assigned['targets']}= {_UNKNOWN}", 0
    word, _, rest = text.partition(" ")
    if bare and _BARE.match(word) and not _PYTHONS.match(rest):
        return _lead(line) + "pass", 0
    return None


def _lead(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


class _State:
    """What is open after the lines that were read: brackets, a string, a backslash."""

    __slots__ = ("depth", "goes_on", "is_question", "quote")

    def __init__(self) -> None:
        self.depth = 0
        self.quote = ""
        self.goes_on = False
        self.is_question = False

    def read(self, line: str) -> None:
        """One more line."""
        end = len(line)
        for match in _PARTS.finditer(line):
            sign = match[0]
            if self.quote:
                if sign == self.quote or (len(self.quote) == 1 and sign == self.quote * 3):
                    self.quote = ""
            elif sign == "#":
                end = match.start()
                break
            elif sign[0] in "'\"":
                self.quote = sign
            elif sign in "([{":
                self.depth += 1
            elif sign in ")]}":
                self.depth = max(0, self.depth - 1)
        code = line[:end].rstrip(" \t;")
        self.goes_on = end == len(line) and line.endswith("\\")
        if len(self.quote) == 1 and not self.goes_on:
            self.quote = ""  # Python ends it with the line
        self.is_question = not self.quote and not self.depth and code.endswith("?")
