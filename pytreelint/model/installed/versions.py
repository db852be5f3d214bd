"""How new a version may be that a requirement allows: all that a claim about versions needs to know."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pytreelint.knowledge.record import record

_CLAUSE = re.compile(r"(===|==|~=|<=|<|>=|>|!=|\^|~|=)?\s*v?(\d+(?:\.(?:\d+|\*))*)")


@record(frozen=True, slots=True)
class Newest:
    """The upper bound of a version requirement.

    Attributes:
        numbers: its release numbers.
        included: whether it may be that version itself, or only what comes before it.
    """

    numbers: tuple[int, ...]
    included: bool = True

    def reaches(self, version: str) -> bool:
        """Whether a version as new as this one is allowed."""
        wanted = _numbers(version)
        return self.numbers >= wanted if self.included else self.numbers > wanted

    @property
    def words(self) -> str:
        """The bound in words: `0.10.2`, `before 0.11`."""
        return f"{'' if self.included else 'before '}{'.'.join(map(str, self.numbers))}"

    @property
    def key(self) -> tuple[tuple[int, ...], bool]:
        """The sort key: higher bounds come later."""
        return (self.numbers, self.included)


def lowest(bounds: Iterable[Newest | None]) -> Newest | None:
    """Returns the bound of several requirements together; None is no bound."""
    given = [bound for bound in bounds if bound is not None]
    return min(given, key=lambda bound: bound.key) if given else None


def highest(bounds: Iterable[Newest | None]) -> Newest | None:
    """Returns the highest bound of several alternatives; None is no bound."""
    given = list(bounds)
    if None in given or not given:
        return None
    return max((bound for bound in given if bound is not None), key=lambda bound: bound.key)


def bound_of(specifier: str, *, bare: str = "") -> Newest | None:
    """The bound of a version specifier: PEP 440's, Poetry's `^` and `~`, conda's `=`.

    Args:
        bare: the operator of a version that has none: Poetry's is exact, PEP 440 knows no such.
    """
    if "|" in specifier:  # alternatives
        return highest(bound_of(part, bare=bare) for part in specifier.split("|") if part.strip())
    return lowest(_clause(operator or bare, version) for operator, version in _CLAUSE.findall(specifier))


def exactly(version: str) -> Newest:
    """Returns a locked or installed version as a bound."""
    return Newest(_numbers(version))


def _clause(operator: str, version: str) -> Newest | None:
    given = [_number(part) for part in version.split(".") if part != "*"]
    if operator in ("==", "===", "="):
        partial = version.endswith("*") or (operator == "=" and len(given) < 3)
        return _below(given, len(given)) if partial else Newest(_numbers(version))
    if operator in ("<", "<="):
        return Newest(_numbers(version), operator == "<=")
    if operator == "~=":
        return _below(given, len(given) - 1)
    if operator == "~":
        return _below(given, min(2, len(given)))
    if operator == "^":
        nonzero = next((index for index, number in enumerate(given) if number), len(given) - 1)
        return _below(given, nonzero + 1)
    return None


def _below(numbers: list[int], count: int) -> Newest:
    """Anything that begins with the first `count` numbers."""
    kept = numbers[: max(count, 1)]
    return Newest((*kept[:-1], kept[-1] + 1), included=False)


def _number(digits: str) -> int:
    """The number that digits are; Python refuses thousands of them, and no version has more than these."""
    return int(digits[:18])


def _numbers(version: str) -> tuple[int, ...]:
    """The release numbers, without trailing zeros: 0.4 and 0.4.0 are the same."""
    found = []
    for part in version.split("."):
        digits = re.match(r"\d+", part)
        if not digits:
            break
        found.append(_number(digits[0]))
        if digits[0] != part:
            break
    while len(found) > 1 and not found[-1]:
        found.pop()
    return tuple(found)
