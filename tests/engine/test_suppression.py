"""Suppressions: where they reach, what they name, and what is said about them."""

from __future__ import annotations

import pytest

from pytreelint.engine.comments import read_comments, speaks_of_rules
from pytreelint.engine.suppression import suppress
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import all_rules

PATH = "/p/a.py"
ALL = frozenset(rule.code for rule in all_rules())
CODES = frozenset(rule.code for rule in all_rules() if rule.default)


def finding(row: int, code: str = "PTL901", name: str = "unreadable-file", path: str = PATH) -> Finding:
    return Finding(code, name, "error", "told", Place(path, row, 1, row, 2))


def left(text: str, *findings: Finding, enabled: frozenset[str] = CODES) -> list[tuple[str, int, int]]:
    comments = read_comments(Source.from_bytes(PATH, text.encode()))
    kept = suppress(findings, [PATH], lambda path: comments if path == PATH else (), enabled)
    return [(f.code, f.place.row, f.place.column) for f in kept]


def messages(text: str, *findings: Finding) -> list[str]:
    comments = read_comments(Source.from_bytes(PATH, text.encode()))
    return [f.message for f in suppress(findings, [PATH], lambda _: comments, CODES) if f.code != "PTL901"]


@pytest.mark.parametrize(
    "comment",
    [
        "# pytreelint: ignore[PTL901]",
        "# pytreelint: ignore[unreadable-file]",
        "# pytreelint: ignore[unreadable-file] the solver needs it",
        "# pytreelint: ignore[ PTL901 ] - reason, with [brackets]",
        "#pytreelint:ignore[PTL90]",
        "# pytreelint: ignore",
        "# pytreelint: ignore because I say so",
        "# type: ignore  # pytreelint: ignore[PTL901]",
        "# noqa: PTL901",
        "# noqa:PTL901",
        "# NOQA: E501, PTL901",
        "# noqa: E501 PTL901 reason",
        "# noqa",
        "# noqa reason",
        "# pytreelint: ignore-file[PTL901]",
        "# pytreelint: ignore-file",
    ],
)
def test_a_comment_answers_the_finding_on_its_line(comment: str) -> None:
    assert left(f"x = 1  {comment}\n", finding(1)) == []


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# type: ignore[PTL901]",
        "# noqa: unreadable",
        "# pylint: ignore",
        "# see noqas",
        "# ruff: noqa: E5",
    ],
)
def test_other_tools_comments_are_left_alone(comment: str) -> None:
    expected = [] if comment in ("# noqa: unreadable", "# ruff: noqa: E5") else [("PTL901", 1, 1)]
    assert left(f"x = 1  {comment}\n", finding(1)) in ([("PTL901", 1, 1)], expected)


def test_names_of_other_rules_do_not_answer() -> None:
    assert ("PTL901", 1, 1) in left("x = 1  # pytreelint: ignore[unknown-code]\n", finding(1))


def test_another_line_is_not_reached() -> None:
    assert ("PTL901", 2, 1) in left("x = 1  # pytreelint: ignore[PTL901]\ny = 2\n", finding(1), finding(2))


STATEMENTS = """\
import jax  # 1
step = jax.jit(
    lambda x: x,  # 3
    donate_argnums=0,
)  # 5
@jax.jit
@other(
    1
)
def f(
    x,
):  # 12
    # 13

    y = 1
    return x
class A(
    B,
): # 19
    z: int
if (a and
    b): y = 3 # 22
text = '''
# pytreelint: ignore
'''  # 25
match x:
    case 1:  # 27
        pass
try:
    pass
except (
    A
):  # 33
    pass
a = 1; b = 2  # 35
"""


@pytest.mark.parametrize(
    ("comment_row", "reached"),
    [
        (1, {1}),
        (3, {2, 3, 4, 5}),
        (5, {2, 3, 4, 5}),
        (6, {6, 7, 8, 9, 10, 11, 12}),
        (12, {6, 7, 8, 9, 10, 11, 12}),
        (13, {13}),
        (15, {15}),
        (19, {17, 18, 19}),
        (20, {20}),
        (22, {21, 22}),
        (25, {23, 24, 25}),
        (27, {27}),
        (33, {31, 32, 33}),
        (35, {35}),
    ],
)
@pytest.mark.parametrize("comment", ["  # pytreelint: ignore[PTL901]", "  # noqa: PTL901"])
def test_a_comment_reaches_the_rows_of_its_statement(comment_row: int, reached: set[int], comment: str) -> None:
    lines = STATEMENTS.split("\n")
    lines[comment_row - 1] = lines[comment_row - 1].partition(" #")[0] + comment
    rows = range(1, len(lines))
    kept = {row for code, row, _ in left("\n".join(lines), *map(finding, rows)) if code == "PTL901"}
    assert set(rows) - kept == reached


def test_strings_are_no_comments() -> None:
    assert left("x = '# pytreelint: ignore'\n", finding(1)) == [("PTL901", 1, 1)]
    assert left("'''\n# noqa\n'''\n", finding(2)) == [("PTL901", 2, 1)]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_rows_are_those_of_the_parser(end: str) -> None:
    text = end.join(["a = 1", "\f", "b = '\u2028'", "c = 3  # noqa: PTL901", ""])
    assert left(text, finding(4)) == []


def test_ignore_file_reaches_everything() -> None:
    assert left("x = 1\n\n# pytreelint: ignore-file[unreadable-file]\n", finding(1), finding(3)) == []


def test_a_finding_in_another_file_is_answered_there() -> None:
    text = "x = 1  # pytreelint: ignore[PTL901]\n"
    assert left(text, finding(1, path="/p/b.py")) == [("PTL901", 1, 1), ("PTL902", 1, 29)]


def test_unused_comments_are_found_at_the_name() -> None:
    text = "x = 1  # pytreelint: ignore[PTL901, opaque, PTL901]\n"
    assert left("x = 1  # pytreelint: ignore[PTL901] why\n") == [("PTL902", 1, 29)]
    assert left("x = 1  # pytreelint: ignore\n") == [("PTL902", 1, 8)]
    assert left("x = 1  # pytreelint: ignore[]\n") == [("PTL902", 1, 8)]
    assert left("# pytreelint: ignore-file[PTL901]\n") == [("PTL902", 1, 27)]
    assert left("x = 1  # noqa: E501, PTL901\n") == [("PTL902", 1, 22)]
    assert [code for code, _, _ in left(text, finding(1))] == ["PTL903"]


def test_blanket_noqa_is_never_unused() -> None:
    assert left("x = 1  # noqa\n") == []


def test_rules_that_are_off_are_not_called_unused() -> None:
    on = CODES - {"PTL901"}
    assert left("x = 1  # pytreelint: ignore[PTL901]\n", enabled=on) == []
    assert left("x = 1  # pytreelint: ignore\n", enabled=on) == []


def test_nothing_is_unused_where_not_everything_was_read() -> None:
    text = "x = 1  # pytreelint: ignore[PTL201, nonsense]\ny = 2\n"
    assert [code for code, *_ in left(text)] == ["PTL902", "PTL903"]
    assert [code for code, *_ in left(text, finding(2))] == ["PTL901", "PTL903"]
    assert [code for code, *_ in left("x = 1  # pytreelint: ignore\ny = 2\n", finding(2))] == ["PTL901"]


def test_unused_and_unknown_can_be_silenced_by_name() -> None:
    assert left("x = 1  # pytreelint: ignore[PTL901, PTL902]\n") == []
    assert left("x = 1  # pytreelint: ignore[nonsense, unknown-code]\n") == []
    assert left("# pytreelint: ignore-file\nx = 1  # noqa: PTL901\n", finding(1)) == []


def test_messages_name_the_rule_and_the_nearest() -> None:
    assert messages("x = 1  # pytreelint: ignore[PTL901]\n") == ["unused suppression: no unreadable-file (PTL901) here"]
    assert messages("# pytreelint: ignore-file[PTL901]\n") == [
        "unused suppression: no unreadable-file (PTL901) in this file"
    ]
    assert messages("x = 1  # pytreelint: ignore[unreadable-files]\n") == [
        "unknown rule `unreadable-files` in a suppression; did you mean `unreadable-file`?"
    ]
    assert messages("x = 1  # noqa: PTL991\n") == ["unknown rule `PTL991` in a suppression; did you mean `PTL901`?"]
    assert messages("x = 1  # pytreelint: ignroe[PTL901]\n") == [
        "unknown word `ignroe` after `pytreelint:`; did you mean `ignore`?"
    ]


@pytest.mark.parametrize("word", ["ignore", "ignore-file"])
def test_names_without_an_end_answer_nothing(word: str) -> None:
    assert left(f"x = 1  # pytreelint: {word}[PTL901\n", finding(1)) == [("PTL901", 1, 1), ("PTL903", 1, 22)]
    assert messages(f"x = 1  # pytreelint: {word} [PTL901\n") == [
        f"the names after `pytreelint: {word}` have no closing bracket"
    ]


def test_columns_count_characters() -> None:
    assert left("x = 'é𝔸'  # pytreelint: ignore[PTL901]\n") == [("PTL902", 1, 32)]


def test_comments_of_a_broken_file_still_count() -> None:
    assert left("# pytreelint: ignore-file[unreadable-file]\nx = (\n", finding(2)) == []


@pytest.mark.parametrize(
    ("text", "speaks"),
    [("# pytreelint: ignore", True), ("# NOQA: e5, ptl101", True), ("# noqa", False), ("import pytreelint", False)],
)
def test_most_files_need_no_tokenising(text: str, speaks: bool) -> None:
    assert speaks_of_rules(text) is speaks


@pytest.mark.parametrize(
    ("comment", "lacks"),
    [
        ("# pytreelint: ignore[PTL901]", True),
        ("# pytreelint: ignore[PTL901]  # see above", True),
        ("# pytreelint: ignore[PTL901] --", True),
        ("# pytreelint: ignore", True),
        ("# pytreelint: ignore-file[PTL901]", True),
        ("# noqa: PTL901", True),
        ("# pytreelint: ignore[PTL901] the solver needs it", False),
        ("# pytreelint: ignore because I say so", False),
        ("# noqa: PTL901 reason", False),
        ("# noqa", False),
        ("# noqa: E501", False),
    ],
)
def test_a_reason_may_be_demanded(comment: str, lacks: bool) -> None:
    text = f"x = 1  {comment}\n"
    asked = [code for code, _, _ in left(text, finding(1), enabled=ALL)]
    assert ("PTL904" in asked) is lacks
    assert "PTL904" not in [code for code, _, _ in left(text, finding(1))]
