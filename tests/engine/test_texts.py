"""Files that a run keeps once it has read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.texts import Texts
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE
from pytreelint.model.text.source import Source, Unreadable


def test_a_kept_file_is_read_once_and_each_reader_has_a_tree_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    texts = Texts(DEFAULT_MAX_SIZE)
    source = Source.read(str(path))
    texts.keep(source)
    path.unlink()
    again = texts.read(str(path))
    assert (again.text, again.digest, again.encoding) == (source.text, source.digest, source.encoding)
    assert again.tree() is not source.tree()
    texts.forget()
    with pytest.raises(Unreadable):
        texts.read(str(path))


def test_a_file_for_which_there_is_no_room_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytreelint.engine.texts._MOST", 10)
    texts = Texts(DEFAULT_MAX_SIZE)
    for name, text in (("a.py", "x = 1\n"), ("b.py", "y = 12\n")):
        (tmp_path / name).write_text(text)
        texts.keep(Source.read(str(tmp_path / name)))
        (tmp_path / name).write_text("z = 3\n")
    assert [texts.read(str(tmp_path / name)).text for name in ("a.py", "b.py")] == ["x = 1\n", "z = 3\n"]
