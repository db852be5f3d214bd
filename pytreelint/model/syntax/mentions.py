"""Where a text may speak of a name that its library left behind, told from the text alone.

What an import binds is read literally, so that `jnp.zeros` is known to be none of those names; what comes from the
project's own modules may be anything, and is a mention wherever one of the last words follows it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import record
from pytreelint.knowledge.upgrades import UPGRADES, WORDS, Upgrade

_IMPORT = re.compile(r"import\b(?:[ \t]*\(([^)]*)\)|((?:\\\n|.)*))")
_FROM = re.compile(r"(?:.*[:;])?[ \t]*from[ \t]+([.\w]+)[ \t]+$")
_COMMENT = re.compile(r"#.*")
_ATTRIBUTE = re.compile(r"\.(\w+)")
_BEFORE = re.compile(r"[\w.]*")  # in reverse
_LONGEST = 120
_ALIAS = re.compile(r"^([ \t]*)(\w+)[ \t]*(?::[^=\n]*)?=[ \t]*([A-Za-z_]\w*)(?:\.[\w.]*)?[ \t]*(?:[#;].*)?$", re.M)

# What can be followed by another part and still be one of the names, or lead to one.
_PARENTS = frozenset(
    ".".join(parts[:end]) for parts in (name.split(".") for name in UPGRADES) for end in range(1, len(parts))
)
_LIBRARIES = frozenset(name for name in _PARENTS if "." not in name)
_FOREIGN = sys.stdlib_module_names | {"numpy", "scipy"}


@record(frozen=True, slots=True)
class Mentions:
    """Where to look.

    Attributes:
        rows: 1-based, as Python's parser counts them.
        rebound: names that imports and aliases inside of functions bind anew.
    """

    rows: frozenset[int]
    rebound: frozenset[str]


def mentions(text: str) -> Mentions | None:
    """The mentions in a module's text; None where there is none, as in most."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    names = _Names()
    spans = [match.span() for match in _IMPORT.finditer(text) if names.bind(text, match)]
    if not spans and not names.live:
        return None
    attributes = [(match.span(), _chain(text, match)) for match in _ATTRIBUTE.finditer(text) if match[1] in WORDS]
    names.follow(text, {chain.partition(".")[0] for _, chain in attributes})
    spans += [span for span, chain in attributes if names.leads(chain)]
    if not spans:
        return None
    ends = _Rows(text)
    rows = frozenset(row for start, end in spans for row in range(ends.row(start), ends.row(end) + 1))
    aliases = {local for indent, local, _ in _ALIAS.findall(text) if indent}
    return Mentions(rows, frozenset(names.inner | aliases))


def _chain(text: str, match: re.Match[str]) -> str:
    """The dotted name that ends with an attribute."""
    before = _BEFORE.match(text[max(0, match.start() - _LONGEST) : match.start()][::-1])
    return (before[0][::-1] if before is not None else "") + match[0]


class _Names:
    """What the names of a text may stand for."""

    def __init__(self) -> None:
        self.live: dict[str, set[str]] = {}  # dotted names; "" for anything
        self.inner: set[str] = set()

    def bind(self, text: str, match: re.Match[str]) -> bool:
        """Note what an import statement binds; whether it names something that was left behind."""
        head = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        origin = _FROM.match(head)
        if origin is None and head.strip()[-1:] not in ("", ":", ";"):
            return False  # the word in a sentence
        base = origin[1] if origin is not None else ""
        inner = head[:1].isspace() or ":" in head
        found = False
        for name, local in _imported(match[1] or match[2]):
            whole = f"{base}.{name}" if base else name
            found |= (
                whole.partition(".")[0] in _LIBRARIES and entry(whole.removesuffix(".*"), 2, modules=True) is not None
            )
            if not base and not local:
                name = whole = name.partition(".")[0]
            self._bind(local or name, whole)
            if inner:
                self.inner.add(local or name)
        return found

    def _bind(self, local: str, whole: str) -> None:
        library = whole.partition(".")[0]
        if library in _LIBRARIES:
            targets = {whole, canonical(whole)} & _PARENTS
            if targets:
                self.live.setdefault(local, set()).update(targets)
        elif library not in _FOREIGN:
            self.live.setdefault(local, set()).add("")

    def follow(self, text: str, roots: set[str]) -> None:
        """Aliases among these names: `jtu = jax.tree_util`."""
        if not any(f"{root}{sign}" in text for root in roots - {*self.live, "self", ""} for sign in (" =", "=", ":")):
            return
        for _, local, root in _ALIAS.findall(text):
            if root in self.live:
                self.live.setdefault(local, set()).add("")

    def leads(self, chain: str) -> bool:
        """Whether a dotted name, which ends with one of the words, may be one of the names."""
        root, _, rest = chain.partition(".")
        return any(not target or f"{target}.{rest}" in UPGRADES for target in self.live.get(root, ()))


def _imported(names: str) -> Iterator[tuple[str, str]]:
    """What an import statement names, each with the name that it gets with `as`."""
    if "#" in names:
        names = _COMMENT.sub("", names)
    for part in names.replace("\\\n", " ").partition(";")[0].split(","):
        words = part.split()
        if words:
            yield words[0], words[2] if len(words) > 2 else ""


def entry(name: str, count: int, modules: bool = False) -> Upgrade | None:
    """The entry of a dotted name, or of the first of its parents, of `count` parts and more, that has one."""
    parts = name.split(".")
    entries = [UPGRADES.get(".".join(parts[:end])) for end in range(count, len(parts) + 1)]
    found = [each for each in entries if each is not None]
    named = next((each for each in found if not each.as_module), None)
    return named or (found[0] if modules and found and len(parts) > count else None)


class _Rows:
    """From offsets to rows."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset, self._row = 0, 1

    def row(self, offset: int) -> int:
        """Counted on from the last offset, as long as they rise."""
        if offset < self._offset:
            self._offset, self._row = 0, 1
        self._row += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._row
