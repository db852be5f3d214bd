"""What the files of this room answer: a table of questions, `answers.txt`."""

from __future__ import annotations

import pytest

from tests.model.answers import asked, questions


@pytest.mark.parametrize(("file", "question", "expected"), questions("project"))
def test_answer(file: str, question: str, expected: str) -> None:
    assert asked("project", file, question) == expected
