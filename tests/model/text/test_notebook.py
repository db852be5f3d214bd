"""Notebooks as one text, and back: byte for byte what no edit touches."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytreelint.model.text.notebook.magics import masked
from pytreelint.model.text.notebook.notebook import Notebook, NotKeptError
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source, Unreadable

CELLS = st.lists(
    st.tuples(
        st.sampled_from(["code", "markdown"]),
        st.lists(
            st.sampled_from(
                ["x = 1", "é = '\u2028'", "%time x", "!ls \\", "y?", "", "def f():", "    '''", "😀", "\tz"]
            )
        ),
        st.sampled_from(["\n", "\r\n"]),
        st.booleans(),
    ),
    max_size=5,
)


def notebook(*cells: str | dict[str, Any], **about: Any) -> str:
    """The JSON of a notebook with these cells of code, as Jupyter writes it."""
    given = [cell if isinstance(cell, dict) else code(cell, number) for number, cell in enumerate(cells)]
    whole = {"cells": given, "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | about
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def code(text: str, number: int = 0) -> dict[str, Any]:
    """A cell of code."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"id{number}",
        "metadata": {},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }


def read(text: str) -> Notebook:
    return Notebook("/p/net.ipynb", text)


def test_cells_follow_each_other() -> None:
    held = read(notebook("x = 1", {"cell_type": "markdown", "metadata": {}, "source": ["# x"]}, "x", "", "y\n"))
    assert held.text == "x = 1\n# %% cell 2\nx\n# %% cell 3\ny\n\n"
    assert [cell.told.number for cell in held.cells] == [1, 3, 5]


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("%matplotlib inline", "pass"),
        ("    !pip install x", "    pass"),
        ("?jax.jit", "pass"),
        ("jax.jit??", "pass"),
        ("jax.jit? ;", "pass"),
        ("files = !ls", "files = get_ipython()"),
        ("a, b = %sql select", "a, b = get_ipython()"),
        ("%time x = f()", "if 1: x = f()"),
        ("%timeit -n 10 f(x)", "if 1:         f(x)"),
        ("%timeit -o -n $times f(x)", "if 1:                f(x)"),
        ("%timeit -n{times} f(x)", "if 1:             f(x)"),
        ("%timeit $code", "pass"),
        ("%time f($n)", "pass"),
        ("/f x", "pass"),
        ("x = 5 % 3", "x = 5 % 3"),
        ("x != y", "x != y"),
        ("x = 'why?'", "x = 'why?'"),
        ("f(x)  # why?", "f(x)  # why?"),
        ("x = a[0] % b", "x = a[0] % b"),
    ],
)
def test_what_only_ipython_understands_is_masked(line: str, instead: str) -> None:
    assert masked([line]).lines == (instead,)


@pytest.mark.parametrize("line", ["cd ..", "cd .", "cat ./x", "ls", "cd x", "rm -rf x"])
def test_a_magic_needs_no_sign_where_the_line_is_no_python(line: str) -> None:
    assert masked([line], bare=True).lines == ("pass",)


@pytest.mark.parametrize("line", ["cd = 1", "cd .x()", "cat.y", "ls, rm = 1, 2", "more(x)", "run [0]"])
def test_a_name_like_a_magic_stays_one(line: str) -> None:
    assert masked([line], bare=True).lines == (line,)


def test_the_rest_of_a_statement_is_no_magic() -> None:
    lines = ["x = (5", "% 3)", 's = """', "!no", "really?", '"""', "y = 1 \\", "% 2", "!ls \\", "  -l", "z"]
    assert masked(lines).masks == {8, 9}


def test_bare_magics_are_known_where_the_cell_is_no_python() -> None:
    assert "pip install" not in read(notebook("pip install jax\nx = 1")).text
    assert read(notebook("cd = 1\ncd")).text == "cd = 1\ncd\n"


@pytest.mark.parametrize("first", ["%%bash", "%%html", "%%writefile x.py", "\n%%javascript"])
def test_cells_in_other_languages_are_not_read(first: str) -> None:
    assert read(notebook(f"{first}\nx = 1")).text == ""


def test_a_timed_cell_is_read() -> None:
    held = read(notebook("%%time\nx = 1"))
    assert held.text == "pass  # %magic 0\nx = 1\n"
    assert json.loads(held.changed("import y\npass  # %magic 0\nx = 1\n"))["cells"][0]["source"] == [
        "%%time\n",
        "import y\n",
        "x = 1",
    ]


@pytest.mark.parametrize(
    "about",
    [
        {"metadata": {"language_info": {"name": "julia"}}},
        {"metadata": {"kernelspec": {"language": "R"}}},
        {"cells": [{**code("x <- 1"), "metadata": {"vscode": {"languageId": "r"}}}]},
    ],
)
def test_other_languages_have_no_cells(about: dict[str, Any]) -> None:
    assert read(notebook("x = 1", **about)).cells == ()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no failure
@given(CELLS, st.booleans(), st.sampled_from([None, 0, 1, 4]))
def test_nothing_changes_where_nothing_is_edited(cells: Any, ascii_only: bool, indent: int | None) -> None:
    given_cells = []
    for kind, lines, end, as_list in cells:
        text = end.join(lines)
        source = text.splitlines(keepends=True) if as_list else text
        given_cells.append({"metadata": {}, "cell_type": kind, "outputs": [], "source": source})
    text = json.dumps({"nbformat": 4, "cells": given_cells}, indent=indent, ensure_ascii=ascii_only)
    held = read(text)
    assert held.changed(held.text) == text
    assert held.text.count("\n") == sum(len(cell.shown) + 1 for cell in held.cells) - (1 if held.cells else 0)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no failure
@given(CELLS, st.booleans(), st.sampled_from([None, 0, 1, 4]))
def test_an_edit_changes_its_cell_alone(cells: Any, ascii_only: bool, indent: int | None) -> None:
    given_cells: list[dict[str, Any]] = [code("é = 1\nx = 'ü'\r\nlast")]
    for kind, lines, end, as_list in cells:
        source = end.join(lines).splitlines(keepends=True) if as_list else end.join(lines)
        given_cells.append({"cell_type": kind, "source": source, "metadata": {}})
    text = json.dumps({"cells": given_cells}, indent=indent, ensure_ascii=ascii_only)
    held = read(text)
    after = held.changed(held.text.replace("x = 'ü'", "y\nx = 'üö'", 1))
    assert json.loads(after)["cells"][1:] == json.loads(text)["cells"][1:]
    assert "".join(json.loads(after)["cells"][0]["source"]) == "é = 1\ny\nx = 'üö'\r\nlast"
    assert after.endswith(text[text.index("last") :])


def test_spellings_stay_as_they_are() -> None:
    odd = r'{ "cells":[{"source" : ["a = \"\u00e9é\"\n" ,"b\u002ec\n" ,"d"],"cell_type":"code"}],"z":1,"a":2}'
    held = read(odd)
    assert held.text == 'a = "éé"\nb.c\nd\n'
    after = held.changed('a = "éé!"\nb.c\nd\ne\n')
    assert after == odd.replace(r"\u00e9é\"\n", r"\u00e9é!\"\n").replace('"d"]', r'"d\n" ,"e"]')


def test_numbers_of_any_size_and_none() -> None:
    text = notebook("x = 1", nbformat_minor=float("nan")).replace('"nbformat": 4', f'"nbformat": {"9" * 5000}')
    assert read(text).changed("y = 1\n") == text.replace("x = 1", "y = 1")


def test_what_masks_stand_for_is_never_changed() -> None:
    held = read(notebook("!ls\nx", "%time y"))
    for text in ("x\n# %% cell 2\nif 1: y  # %magic 1\n", held.text.replace("if 1", "if 2"), "x\n", held.text + "x"):
        with pytest.raises(NotKeptError):
            held.changed(text)


def test_the_statement_of_a_magic_may_change() -> None:
    held = read(notebook("%timeit -n 10 y\nz"))
    assert (
        json.loads(held.changed(held.text.replace(" y ", " f(y) ")))["cells"][0]["source"][0] == "%timeit -n 10 f(y)\n"
    )
    for other in ("-y", "y:", "", "y\nz"):
        with pytest.raises(NotKeptError):
            held.changed(held.text.replace(" y ", f" {other} "))


def test_marks_are_no_text_of_the_notebook() -> None:
    held = read(notebook("# %% cell 2\nx  # %magic 0", "!ls"))
    assert held.changed(held.text) == notebook("# %% cell 2\nx  # %magic 0", "!ls")
    assert len(held.cells) == 2


def test_a_cell_that_is_indented_as_a_whole() -> None:
    held = read(notebook("  x = 1\n  if x:\n      y\n"))
    assert held.text == "x = 1\nif x:\n    y\n\n"
    with pytest.raises(NotKeptError, match="indented"):
        held.changed("x = 2\n")


def test_places_in_the_file() -> None:
    text = notebook("a\nbé = '\\\"' + c")
    held = read(text)
    place = held.in_file(Place("/p/net.ipynb", 2, 13, 2, 14))
    assert text.split("\n")[place.row - 1][place.column - 1 : place.end_column - 1] == "c"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it is empty"),
        ("{", "its JSON is broken"),
        ("[]", "its JSON is no object"),
        ("{}", "it has no list of cells"),
        ('{"cells": {}}', "it has no list of cells"),
        ('{"worksheets": []}', "is a notebook of format 3 or older"),
        ('{"cells": [1]}', "cell 1 is no object"),
        ('{"cells": [{"cell_type": "code"}]}', "cell 1 has no source"),
        ('{"cells": [{"cell_type": "code", "source": [1]}]}', "cell 1 has no source"),
        ('{"cells": []} x', "its JSON is broken: Extra data"),
        ('{\n<<<<<<< HEAD\n"cells"', "marks of an unfinished merge"),
        ('{"cells": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_notebook(text: str, told: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read(text)
    assert told in raised.value.message


@pytest.mark.parametrize("cells", [["x = (", "1)"], ["x = 1 + \\", "1"], ["if x:", "    y"], ["'''", "'''"]])
def test_what_is_open_in_a_cell_does_not_end_in_the_next(cells: list[str]) -> None:
    source = Source.from_bytes("/p/net.ipynb", notebook("a", *cells).encode())
    assert source.tree()
    assert source.broken[0].row == 3


def test_nothing_is_known_of_what_a_broken_cell_names() -> None:
    held = read(notebook("x = 1", "for é in f(x.y, 'z'):\n\nif x = 2", "é"))
    assert held.text.split("\n")[2:5] == [
        "é = f = x = y = z = get_ipython()  # %magic 0",
        "#  # %magic 1",
        "#  # %magic 2",
    ]
    assert [error.row for error in held.broken] == [5]
    assert held.changed(held.text.replace("x = 1", "x = 2")) == notebook(
        "x = 2", *("for é in f(x.y, 'z'):\n\nif x = 2", "é")
    )


def test_a_mark_of_byte_order_stays() -> None:
    data = b"\xef\xbb\xbf" + notebook("x = 1").encode()
    assert Source.from_bytes("/p/net.ipynb", data).text == "x = 1\n"
