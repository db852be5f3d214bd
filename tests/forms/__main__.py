"""`python -m tests.forms [--form NAME] [--rule CODE] [--of N]`: what forms lose and add, over the fixtures."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from zlib import crc32

from tests.fixtures.cases import all_cases
from tests.forms.running import difference, files_of, name_of, told, written
from tests.forms.table import FORMS
from tests.programs import cases as programs


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--form", action="append")
    parser.add_argument("--rule", action="append")
    parser.add_argument("--of", type=int, default=1, help="one in so many")
    parser.add_argument("--role", default="bad,ok")
    parser.add_argument("--programs", action="store_true", help="of tests/programs instead of fixtures")
    parser.add_argument("--keep", type=Path, help="a folder for the programs that differ")
    options = parser.parse_args()
    roles = options.role.split(",")
    tried: Counter[str] = Counter()
    for case in programs.all_cases() if options.programs else all_cases():
        if options.rule and case.code not in options.rule or not case.holds_here() or case.style:
            continue
        for program in case.programs:
            if program.role not in roles:
                continue
            files = files_of(program)
            first = None
            for name in options.form or FORMS:
                if crc32(f"{name_of(program)}{name}".encode()) % options.of:
                    continue
                form = written(files, name)
                if form is None:
                    continue
                first = told(files) if first is None else first
                tried[name] += 1
                change = difference(first, form, told(form.files))
                if change.lost or change.new or change.moved:
                    row = {
                        "form": name,
                        "program": name_of(program),
                        "lost": change.lost,
                        "moved": change.moved,
                        "new": change.new,
                    }
                    print(json.dumps(row), flush=True)
                    if options.keep:
                        for file, text in form.files.items():
                            path = options.keep / name / name_of(program) / file
                            path.parent.mkdir(parents=True, exist_ok=True)
                            path.write_text(text)
    print(json.dumps({"tried": dict(tried)}))


main()
