"""From the JSON of a notebook to its code cells; what is no notebook is said to be none, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json.decoder import JSONDecodeError

from pytreelint.knowledge.record import record
from pytreelint.model.text.notebook.spans import Value, items, members, value_of
from pytreelint.model.text.unreadable import Unreadable

_MERGE = re.compile(r"^(<<<<<<<|>>>>>>>) ", re.MULTILINE)
_EXCLUDE = "save it with Jupyter again, or exclude it"


@record(frozen=True, slots=True)
class CodeCell:
    """One cell of code.

    Attributes:
        number: among all cells, from 1.
        id: what names it while cells are moved; empty in older notebooks.
        source: where its source stands.
    """

    number: int
    id: str
    source: Value


def code_cells(path: str, text: str) -> tuple[CodeCell, ...]:
    """The cells of Python of a notebook. Raises Unreadable."""
    try:
        whole = value_of(text)
        if not isinstance(whole.content, dict):
            raise _none(path, "its JSON is no object")
        found = members(text, whole)
        cells = found.get("cells")
        if cells is None or not isinstance(cells.content, list):
            raise _without_cells(path, whole.content)
        return tuple(_cells(path, text, cells)) if _is_python(whole.content) else ()
    except JSONDecodeError as error:
        raise _broken(path, text, error) from None
    except RecursionError:
        raise _none(path, "its JSON is nested too deeply") from None


def _cells(path: str, text: str, cells: Value) -> Iterator[CodeCell]:
    for number, cell in enumerate(items(text, cells), 1):
        held = cell.content
        if not isinstance(held, dict):
            raise _none(path, f"cell {number} is no object", *_position(text, cell.start))
        if held.get("cell_type") != "code" or not _is_python_cell(held):
            continue
        source = held.get("source")
        is_list = isinstance(source, list) and all(isinstance(line, str) for line in source)
        if not isinstance(source, str) and not is_list:
            raise _none(path, f"cell {number} has no source", *_position(text, cell.start))
        name = held.get("id")
        yield CodeCell(number, name if isinstance(name, str) else "", members(text, cell)["source"])


def _is_python(notebook: dict[object, object]) -> bool:
    """Whether a notebook is for a kernel of Python; where it does not say, it is."""
    about = notebook.get("metadata")
    about = about if isinstance(about, dict) else {}
    said = [about.get("language_info"), about.get("kernelspec")]
    names = [each.get(key) for each, key in zip(said, ("name", "language"), strict=True) if isinstance(each, dict)]
    given = [name.lower() for name in names if isinstance(name, str) and name]
    return not given or any("python" in name for name in given)


def _is_python_cell(cell: dict[object, object]) -> bool:
    about = cell.get("metadata")
    editor = about.get("vscode") if isinstance(about, dict) else None
    language = editor.get("languageId") if isinstance(editor, dict) else None
    return not isinstance(language, str) or language == "python"


def _without_cells(path: str, notebook: dict[object, object]) -> Unreadable:
    if "worksheets" in notebook:
        told = "is a notebook of format 3 or older"
        return Unreadable(path, 1, 1, told, "`jupyter nbconvert --to notebook --inplace` brings it up to date")
    return _none(path, "it has no list of cells")


def _broken(path: str, text: str, error: JSONDecodeError) -> Unreadable:
    if not text.strip():
        return _none(path, "it is empty")
    merge = _MERGE.search(text)
    if merge is not None:
        row, column = _position(text, merge.start())
        return Unreadable(
            path, row, column, "is no notebook: it holds marks of an unfinished merge", "finish the merge"
        )
    return _none(path, f"its JSON is broken: {error.msg}", *_position(text, error.pos))


def _none(path: str, why: str, row: int = 1, column: int = 1) -> Unreadable:
    return Unreadable(path, row, column, f"is no notebook: {why}", _EXCLUDE)


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
