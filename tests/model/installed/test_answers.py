"""What the files of this room answer: a table of questions, `answers.txt`."""

from __future__ import annotations

import pytest

from tests.model.answers import asked, questions


@pytest.mark.parametrize(("file", "question", "expected"), questions("installed"))
def test_answer(file: str, question: str, expected: str) -> None:
    assert asked("installed", file, question) == expected
