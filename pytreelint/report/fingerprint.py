"""Fingerprints, by which later runs recognise findings: they change with a finding's line, not with lines around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytreelint.model.text.digest import blake2b
from pytreelint.report.paths import inside
from pytreelint.report.texts import Texts
from pytreelint.rules.finding import Finding

_WINDOW = 100  # characters that GitHub's hash of a line looks at
_FACTOR = 37
_WORD = (1 << 64) - 1
_END = 65_535


def fingerprints(findings: Iterable[Finding], texts: Texts, base: str) -> Iterator[str]:
    """One for each finding, in order; equal findings on equal lines are told apart by their number.

    Arguments:
        base: the folder that paths are relative to.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    for finding in findings:
        place = finding.place
        line = " ".join((texts.line(place.path, place.row) or "").split())
        parts = (finding.code, inside(place.path, base) or place.path, finding.message, line)
        seen[parts] += 1
        text = "\0".join((*parts, str(seen[parts])))
        yield blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class LineHashes:
    """GitHub's `primaryLocationLineHash` of the lines of files.

    The polynomial hash (factor 37, 64 bits) of the 100 characters from a line's beginning, without blanks and tabs, and
    how often that value came before in the file. GitHub's upload computes the same where it is missing, and warns where
    another value stands: https://docs.github.com/en/code-security/reference/code-scanning/sarif-support-for-code-scanning
    """

    def __init__(self, texts: Texts) -> None:
        """Nothing is hashed yet."""
        self._texts = texts
        self._hashes: dict[str, list[str]] = {}

    def of(self, path: str, row: int) -> str | None:
        """The hash of a line, None where the file is gone or empty, or has no such line."""
        if path not in self._hashes:
            lines = self._texts.lines(path)
            self._hashes[path] = list(_hashes(lines)) if any(lines) else []
        hashes = self._hashes[path]
        return hashes[row - 1] if 1 <= row <= len(hashes) else None


def _hashes(lines: Iterable[str]) -> Iterator[str]:
    starts: list[int] = []
    units: list[int] = []
    for line in lines:
        starts.append(len(units))
        kept = line.replace(" ", "").replace("\t", "") + "\n"
        units += _code_units(kept)
    units[-1:] = [_END, *[0] * _WINDOW]  # no line end follows the last line
    seen: Counter[int] = Counter()
    for start in starts:
        value = 0
        for unit in units[start : start + _WINDOW]:
            value = (value * _FACTOR + unit) & _WORD
        seen[value] += 1
        yield f"{value:x}:{seen[value]}"


def _code_units(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]
