"""What a person reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.text.place import Place, Step
from pytreelint.report.full import full
from pytreelint.report.texts import Texts
from pytreelint.rules.finding import Edit, Finding, Fix
from tests.report.making import finding, place_of, plain

NET = """import equinox as eqx


class Smooth(eqx.Module):
    kernel: jax.Array = eqx.field(static=True)
"""
TRAIN = """from net import Smooth

smooth = Smooth(
    jnp.ones(3),
)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "net.py").write_text(NET, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_source_evidence_and_help(project: Path) -> None:
    field = place_of(project / "net.py", "kernel: jax.Array = eqx.field(static=True)")
    call = Step(place_of(project / "train.py", "jnp.ones(3)"), "`jnp.ones(3)` is an array")
    one = finding(field, call, help="kernel: jax.Array")
    assert plain(full([one], Texts(), 100)) == (
        "PTL101 static-array error: `kernel` is an array\n"
        " --> net.py:5:5\n"
        "  |\n"
        "4 | class Smooth(eqx.Module):\n"
        "5 |     kernel: jax.Array = eqx.field(static=True)\n"
        "  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        " ::: train.py:4:5\n"
        "4 |     jnp.ones(3),\n"
        "  |     ----------- 1: `jnp.ones(3)` is an array\n"
        "  |\n"
        "help: kernel: jax.Array\n"
        "\n"
    )


def test_a_span_over_lines_is_marked_on_each(project: Path) -> None:
    call = finding(place_of(project / "train.py", "Smooth(\n    jnp.ones(3),\n)"))
    assert plain(full([call], Texts(), 100)).splitlines()[3:] == [
        "1 | from net import Smooth",
        "3 | smooth = Smooth(",
        "  |          ^^^^^^^",
        "4 |     jnp.ones(3),",
        "  |     ^^^^^^^^^^^^",
        "5 | )",
        "  | ^",
        "",
    ]


def test_a_long_span_is_abridged(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text("call(\n" + "    1,\n" * 50 + ")\n", encoding="utf-8")
    shown = plain(full([finding(Place(str(path), 1, 1, 52, 2))], Texts(), 100)).splitlines()
    assert len(shown) < 16
    assert "   ..." in shown
    assert "52 | )" in shown


def test_a_long_label_goes_below_its_mark(project: Path) -> None:
    call = place_of(project / "train.py", "jnp.ones(3)")
    words = "an array " * 20
    shown = plain(full([finding(call, Step(call, words.strip()))], Texts(), 80))
    assert max(len(row) for row in shown.splitlines()) <= 80
    assert shown.count("an array") == 21
    assert "  | 1: an array" in shown


def test_help_of_several_lines_is_aligned(project: Path) -> None:
    one = finding(place_of(project / "net.py", "kernel"), help="first\nsecond")
    assert "help: first\n      second\n" in plain(full([one], Texts(), 100))


def test_a_vanished_file_leaves_the_message(tmp_path: Path) -> None:
    gone = Place(str(tmp_path / "gone.py"), 3, 1, 3, 2)
    shown = plain(full([finding(gone, Step(gone, "here"))], Texts(), 100))
    assert "`kernel` is an array" in shown
    assert "= 1: here" in shown


def test_given_contents_are_shown_for_stdin(tmp_path: Path) -> None:
    path = str(tmp_path / "unsaved.py")
    shown = plain(full([finding(Place(path, 1, 1, 1, 2))], Texts({path: b"x = 1\n"}), 100))
    assert "1 | x = 1" in shown


def test_undecodable_bytes_are_shown_as_far_as_they_are_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.py"
    path.write_bytes(b'name = "caf\xe9"\n')
    shown = plain(full([finding(Place(str(path), 1, 12, 1, 13))], Texts(), 100))
    assert 'name = "caf\ufffd"' in shown
    assert "  |            ^" in shown


def test_row_and_column_beyond_the_file_do_no_harm(project: Path) -> None:
    shown = plain(full([finding(Place(str(project / "net.py"), 5, 400, 5, 402))], Texts(), 100))
    assert shown.splitlines()[-2].endswith(" ^")


def write(folder: Path, text: str, name: str = "some.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def shown(*findings: Finding) -> list[str]:
    return plain(full(findings, Texts(), 100)).splitlines()


def test_context_stands_before_and_after(project: Path) -> None:
    path = write(project, "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\n")
    rows = shown(finding(place_of(path, "d = 4")))
    assert [row for row in rows if " = " in row and row[0].isdigit()] == [
        "2 | b = 2",
        "3 | c = 3",
        "4 | d = 4",
        "5 | e = 5",
    ]


def test_a_comment_behind_a_row_is_not_marked(project: Path) -> None:
    path = write(project, 'f(  # first "\n    "# none",  # second\n    2,\n)\n')
    rows = shown(finding(place_of(path, path.read_text().rstrip())))
    assert [row.strip(" |") for row in rows if "^" in row] == ["^^", "^" * len('"# none",'), "^^", "^"]


def test_evidence_in_the_same_file_stands_in_one_frame(project: Path) -> None:
    path = write(project, "".join(f"name_{number} = {number}\n" for number in range(1, 10)))
    steps = [Step(place_of(path, f"name_{number}"), f"step {number}") for number in (9, 1, 3)]
    rows = shown(finding(place_of(path, "name_4 = 4"), *steps))
    assert [row for row in rows if "|" in row or "..." in row][1:] == [
        "1 | name_1 = 1",
        "  | ------ 2: step 1",
        "2 | name_2 = 2",
        "3 | name_3 = 3",
        "  | ------ 3: step 3",
        "4 | name_4 = 4",
        "  | ^^^^^^^^^^",
        "5 | name_5 = 5",
        "  ...",
        "9 | name_9 = 9",
        "  | ------ 1: step 9",
    ]


def test_a_shared_chain_is_shown_once(project: Path) -> None:
    path = write(project, "".join(f"name_{number} = {number}\n" for number in range(1, 10)))
    steps = [Step(place_of(path, f"name_{number}"), f"step {number}") for number in (1, 2, 3)]
    own = Step(place_of(path, "name_9"), "own")
    first, second = (
        finding(place_of(path, "name_5"), *steps),
        finding(place_of(path, "name_7"), *steps[:2], own, steps[2]),
    )
    rows = shown(first, second)
    assert sum("step 2" in row for row in rows) == 1
    assert "  = 1-2, 4: as above, at some.py:5:1" in rows
    assert "  | ------ 3: own" in rows


def test_a_deep_chain_is_cut(project: Path) -> None:
    path = write(project, "".join(f"name_{number} = {number}\n" for number in range(10, 99)))
    steps = [Step(place_of(path, f"name_{number}"), f"step {number}") for number in range(10, 90, 4)]
    rows = shown(finding(place_of(path, "name_98"), *steps, help="do it"))
    assert sum("|" in row or "..." in row for row in rows) <= 22
    assert "   = 4-18: left out here; `--output-format json` has all" in rows
    assert [row.rpartition(" ")[2] for row in rows if ": step " in row] == ["10", "14", "18", "82", "86"]


def test_a_fix_is_shown_as_lines_that_change(project: Path) -> None:
    path = project / "train.py"
    edits = (
        Edit(place_of(path, "Smooth(\n"), "Rough(\n"),
        Edit(Place(str(path), 1, 23, 1, 23), "\nfrom new import Rough"),
    )
    one = finding(place_of(path, "jnp.ones(3)"))
    rows = shown(
        Finding(one.code, one.name, one.severity, one.message, one.place, fix=Fix("unsafe", "Use Rough", edits))
    )
    assert rows[0] == "PTL101 [*] static-array error: `kernel` is an array"
    assert rows[rows.index("unsafe fix: Use Rough") :] == [
        "unsafe fix: Use Rough",
        "1 |   from net import Smooth",
        "  | + from new import Rough",
        "  ...",
        "3 | - smooth = Smooth(",
        "  | + smooth = Rough(",
        "",
    ]


def test_a_long_fix_is_cut(project: Path) -> None:
    path = write(project, "a = 1\n")
    fix = Fix("safe", "more", (Edit(Place(str(path), 1, 6, 1, 6), "\nb = 2" * 50),))
    rows = shown(Finding("PTL101", "n", "error", "m", Place(str(path), 1, 1, 1, 2), fix=fix))
    assert rows[-2] == "  ... `pytreelint fix --diff` shows the rest"
    assert len(rows) < 22
