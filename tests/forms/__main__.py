"""`python -m tests.forms [--form NAME] [--rule CODE] [--of N]`: what forms lose and add, over the fixtures."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from tests.fixtures.cases import Program, all_cases
from tests.forms.running import Written, difference, files_of, name_of, told, written
from tests.forms.table import FORMS
from tests.programs import cases as programs


def main() -> None:
    options = _options()
    tried: Counter[str] = Counter()
    for program in _programs(options):
        name, files = name_of(program), files_of(program)
        for form in options.form or FORMS:
            new = written(files, form) if crc32(f"{name}{form}".encode()) % options.of == 0 else None
            if new is None:
                continue
            tried[form] += 1
            row = _row(files, new)
            if row:
                print(json.dumps({"form": form, "program": name, **row}), flush=True)
                if options.keep:
                    _keep(new, options.keep / form / name)
    print(json.dumps({"tried": dict(tried), "in all": tried.total()}))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--form", action="append", help="a form, or several at once: inner+two_files")
    parser.add_argument("--rule", action="append")
    parser.add_argument("--of", type=int, default=1, help="one program in so many, of each form")
    parser.add_argument("--role", default="bad,ok")
    parser.add_argument("--programs", action="store_true", help="of tests/programs instead of fixtures")
    parser.add_argument("--keep", type=Path, help="a folder for the programs that differ")
    return parser.parse_args()


def _programs(options: argparse.Namespace) -> Iterator[Program]:
    for case in programs.all_cases() if options.programs else all_cases():
        if case.holds_here() and not case.style and (not options.rule or case.code in options.rule):
            yield from (each for each in case.programs if each.role in options.role.split(","))


def _row(files: dict[str, str], new: Written) -> dict[str, object]:
    """What a form changes; nothing where it changes nothing."""
    try:
        change = difference(told(files), new, told(new.files))
    except AssertionError as error:  # a program that cannot be checked
        return {"error": str(error)}
    found = {"lost": change.lost, "moved": change.moved, "new": change.new}
    return {key: value for key, value in found.items() if value}


def _keep(new: Written, folder: Path) -> None:
    for file, text in new.files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
