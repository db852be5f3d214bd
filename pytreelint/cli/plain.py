"""Checks whose arguments are plain, read without click: to import that takes longer than to answer from the cache."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, get_args

if TYPE_CHECKING:
    from pytreelint.cli.checking import Request

_FLAGS = {"-q": "quiet", "--quiet": "quiet", "--no-cache": "no_cache", "--exit-zero": "exit_zero"}
_FLAGS |= {"--timing": "timing", "--coverage": "coverage"}
_FORMAT = "--output-format"


def plain_check(arguments: Sequence[str]) -> Callable[[], int] | None:
    """What runs a check of paths with no other options than these; None for every other command line, click's then."""
    if arguments[:1] != ["check"] or os.name == "nt" or "_PYTREELINT_COMPLETE" in os.environ:
        return None
    request = plain_request(arguments[1:])
    if request is None or not _has_folder():
        return None
    from pytreelint.cli.checking import run

    return lambda: run(request)


def plain_request(arguments: Sequence[str]) -> Request | None:
    """The options of a check that click would read here; None where that is for click to say."""
    from pytreelint.cli.checking import Request
    from pytreelint.cli.chosen import Chosen, Format

    given: dict[str, Any] = {}
    paths: list[str] = []
    wanted: Format | None = None
    left = iter(arguments)
    for word in left:
        name, equals, value = word.partition("=")
        if word in _FLAGS:
            given[_FLAGS[word]] = True
        elif name == _FORMAT:
            value = value if equals else next(left, "")
            wanted = next((known for known in get_args(Format) if known == value), None)
            if wanted is None:
                return None
        elif word.startswith("-"):
            return None
        else:
            paths.append(word)
    return Request(paths=tuple(paths), config=Chosen(), output_format=wanted, **given)


def _has_folder() -> bool:
    try:
        os.getcwd()
    except OSError:
        return False
    return True
