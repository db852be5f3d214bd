"""What Python 3.12 and 3.13 added to the syntax, rewritten for an older one: rows and columns stay as they are.

Type parameters are erased (`def f[T](x: T)`, `class A[T = int]`), `type X = ...` becomes an assignment, and strings in
the fields of an f-string get quotes that an older Python can tell from its own (PEP 695, 696 and 701). What nobody
can see in such a string is replaced: `'\\n'` in a field becomes `'_n'`.
"""

from __future__ import annotations

import ast
import re

from pytreelint.model.syntax.walking import holders

_TOKEN = re.compile(r"""(?P<comment>\#[^\r\n]*)|(?P<prefix>[rbufRBUF]{0,2})(?P<quote>'''|\"\"\"|'|")|\w+|\s+|.""", re.S)
# Where a comment, a string, a definition or an alias may begin: nothing between them is looked at.
_NEXT = re.compile(r"""\#|(?<!\w)[rbufRBUF]{1,2}['"]|['"]|\b(?:def|class|type)\b""")
_PLAIN = re.compile(r"""[^\\{}'"\r\n]+""")  # in a string
_DEFINED = re.compile(r"(?:def|class)[ \t]+\w+[ \t]*(?=\[)")
_ALIAS = re.compile(r"type([ \t]+)(\w+)[ \t]*")
_ASSIGNED = re.compile(r"[ \t]*=(?!=)")
_PAIRS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_OTHER = {'"': "'", "'": '"'}


class _UnclosedError(Exception):
    """A string or a bracket that never ends, or one that can't be put in an older way."""


def parse_newer(text: str) -> ast.Module | None:
    """The tree of a text that this Python calls a syntax error; None where nothing new stands in it that can be read.

    Classes that had type parameters keep a `type_params` that is not empty.

    Raises:
        SyntaxError: something else is wrong beside what is new.
    """
    rewriting = _Rewriting(text)
    try:
        rewriting.code(0, "")
    except _UnclosedError:
        return None
    older = "".join(rewriting.letters)
    if older == text:
        return None
    tree = ast.parse(older)
    for node in holders(tree) if rewriting.generic else ():
        if isinstance(node, ast.ClassDef) and node.lineno in rewriting.generic:
            node.type_params = [ast.Name("T", ast.Load())]  # type: ignore[attr-defined]
    return tree


class _Rewriting:
    """One text on its way.

    Attributes:
        letters: of the new text, by their places in the old one.
        generic: the rows of classes with type parameters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.letters = list(text)
        self.generic: set[int] = set()
        self._counted = (0, 1)  # a place, and its row

    def code(self, start: int, outer: str) -> int:
        """Go through code from `start`, to the end or to what ends a field of an f-string with `outer` quotes."""
        at, depth = start, 0
        while at < len(self.text):
            begun = None if outer else _NEXT.search(self.text, at)
            if begun is None and not outer:
                return len(self.text)
            found = _TOKEN.match(self.text, at if begun is None else begun.start())
            assert found is not None  # every letter is a token
            token = found.group()
            if found["quote"]:
                at = self._string(found, outer)
                continue
            if outer and not depth and (token in ("}", ":") or (token == "!" and self.text[at + 1 : at + 2] != "=")):
                return at
            depth += _PAIRS.get(token, 0)
            at = self._named(token, found.start()) if token in ("def", "class", "type") and not outer else found.end()
        if outer:
            raise _UnclosedError
        return at

    def _named(self, word: str, at: int) -> int:
        """Behind a word that may begin a definition with type parameters, or an alias."""
        if word != "type":
            found = _DEFINED.match(self.text, at)
            if found is None:
                return at + len(word)
            if word == "class":
                last, row = self._counted
                self._counted = at, row + self.text.count("\n", last, at)
                self.generic.add(self._counted[1])
            return self._erased(found.end())
        alias = _ALIAS.match(self.text, at)
        if alias is None or not self._begins_statement(at):
            return at + len(word)
        end = self._bracket(alias.end()) if self.text.startswith("[", alias.end()) else alias.end()
        if _ASSIGNED.match(self.text, end) is None:
            return at + len(word)
        self._blank(at, end)
        self.letters[at : at + len(alias[2])] = alias[2]
        return end

    def _begins_statement(self, at: int) -> bool:
        before = self.text[max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1 : at].strip()
        return not before or before.endswith((";", ":"))

    def _erased(self, start: int) -> int:
        end = self._bracket(start)
        self._blank(start, end)
        return end

    def _bracket(self, start: int) -> int:
        """Behind the bracket that closes the one at `start`."""
        at, depth = start, 0
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            assert found is not None
            at = self._string(found, "") if found["quote"] else found.end()
            depth += _PAIRS.get(found.group(), 0)
            if not depth:
                return at
        raise _UnclosedError

    def _blank(self, start: int, end: int) -> None:
        """Spaces, as many as there were bytes; lines go on at a backslash."""
        for at in range(start, end):
            letter = self.text[at]
            if letter not in "\r\n":
                self.letters[at] = " " * len(letter.encode())
            elif at > start and self.text[at - 1] not in "\r\n":
                self.letters[at - 1] = "\\"

    def _string(self, opened: re.Match[str], outer: str) -> int:
        """Behind a string; in a field of an f-string its quotes become others, and what a field may not hold goes."""
        quote, body = opened["quote"], opened.end()
        formatted = "f" in opened["prefix"].lower()
        at = body
        while not self.text.startswith(quote, at):
            if (plain := _PLAIN.match(self.text, at)) is not None:
                at = plain.end()
                continue
            letter = self.text[at : at + 1]
            if not letter or (letter in "\r\n" and len(quote) == 1):
                raise _UnclosedError
            if formatted and letter in "{}" and self.text[at + 1 : at + 2] != letter:
                at = self._field(at + 1, quote) if letter == "{" else at + 1
                continue
            if letter == "\\" and formatted and self.text.startswith("N{", at + 1):
                at = max(self.text.find("}", at), at) + 1
                continue
            skips = letter == "\\" and not (formatted and self.text[at + 1 : at + 2] in ("{", "}"))
            doubled = formatted and letter in "{}"
            at += 2 if skips or doubled else 1
        end = at + len(quote)
        if outer:
            self._within(opened.start("quote"), body, at, quote, outer, formatted)
        return end

    def _within(self, start: int, body: int, end: int, quote: str, outer: str, formatted: bool) -> None:
        """A string from `start`, whose letters go from `body` to `end`, in a field of a string with `outer` quotes."""
        if len(outer) == 1 and quote[0] == outer:
            for at in (*range(start, body), *range(end, end + len(quote))):
                self.letters[at] = _OTHER[outer]
        for at in range(body, end):
            if self.letters[at] in "\\'\"#":
                if formatted:
                    raise _UnclosedError  # a string in a field of a field: an older Python has no third kind of quotes
                self.letters[at] = "_"

    def _field(self, start: int, quote: str) -> int:
        """Behind a field that begins at `start`, with its conversion and format."""
        at = self.code(start, quote)
        if self.text[at] == "!":
            at = at + 1
            while self.text[at : at + 1].isalpha():
                at += 1
        if self.text.startswith(":", at):
            at += 1
            while not self.text.startswith("}", at):
                if at >= len(self.text) or self.text.startswith(quote, at):
                    raise _UnclosedError
                at = self._field(at + 1, quote) if self.text[at] == "{" else at + 1
        if not self.text.startswith("}", at):
            raise _UnclosedError
        return at + 1
