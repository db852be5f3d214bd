"""Words in texts, found in a tenth of the time that a pattern takes that does not begin with them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BETWEEN = "\0"  # which is in no pattern


def has_word(text: str, word: str) -> bool:
    """Whether a word stands in a text by itself, as no part of a longer name."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not _goes_on(text[at - 1 : at]) and not _goes_on(text[end : end + 1]):
            return True
        at = text.find(word, end)
    return False


def asked_for(pattern: re.Pattern[str], words: tuple[str, ...] = ()) -> str:
    """What stands for a search: a pattern, and words of which one is in whatever it matches, if any are given."""
    return _BETWEEN.join((pattern.pattern, *words))


def is_found(asked: str, text: str) -> bool:
    """Whether a search finds something in a text: words are looked for first, in less time than a pattern takes."""
    pattern, *words = asked.split(_BETWEEN)
    return (not words or any(word in text for word in words)) and re.search(pattern, text) is not None


def lines_with(sign: str, text: str) -> Iterator[str]:
    """The lines of a text that have a sign in them, such as a dot and a word."""
    at = text.find(sign)
    while at >= 0:
        end = text.find("\n", at)
        end = end if end >= 0 else len(text)
        yield text[text.rfind("\n", 0, at) + 1 : end]
        at = text.find(sign, end)


def _goes_on(letter: str) -> bool:
    return letter == "_" or letter.isalnum()
