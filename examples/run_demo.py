"""The main job on a small project: check `classifier/`, show what was found, repair it, and let it train.

Needs the standard library and the installed `pytreelint` command; the training (`repair_demo.py`) needs jax, equinox
and optax. Exits with 0 only if exactly the findings of `expected.json` came out, each with evidence that leads to the
file of its cause, and none in the repaired twin; and if the copy that `fix` rewrote trains on eight devices.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """A finding that must come out, and the file (relative to `examples/`) in which its cause lies."""

    file: str
    row: int
    code: str
    cause: str

    def __str__(self) -> str:
        return f"{self.file}:{self.row}: {self.code}, caused in {self.cause}"


def main() -> int:
    """Run the demo; give its exit code."""
    shown = run_check("classifier", "full")
    if shown.returncode not in (0, 1):
        print(f"`check` ended with exit code {shown.returncode}, not with findings.", file=sys.stderr)
        return 1
    found = findings_of("classifier")
    troubles = list(compare(read_expected(), found))
    troubles += [f"unexpected   {where(item)}: {item['message']}" for item in findings_of("classifier_fixed")]
    print(summary(found))
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    if troubles:
        print(f"\nThis is not what {HERE.name}/expected.json says: {len(troubles)} differences.", file=sys.stderr)
        return 1
    print("Exactly the expected findings, and none in the repaired twin.")
    return repaired()


def repaired() -> int:
    """The second half; gives the exit code."""
    from repair_demo import repair

    trouble = repair(command())
    if trouble is not None:
        print(f"\nThis is not what should happen: {trouble}.", file=sys.stderr)
        return 1
    print("\nThe program failed, `fix` rewrote it, and it trains.")
    return 0


def command() -> list[str]:
    """The installed command of this interpreter's environment."""
    beside = shutil.which("pytreelint", path=str(Path(sys.executable).parent))
    return [beside] if beside else [sys.executable, "-m", "pytreelint"]


def run_check(project: str, output_format: str) -> subprocess.CompletedProcess[str]:
    """Check a folder of `examples/`; what is meant for the reader goes straight to the terminal."""
    arguments = ["check", f"{HERE.name}/{project}"]
    if output_format == "full":
        print("$ pytreelint", *arguments, flush=True)
        # Named: under GitHub Actions annotations are the default.
        command_line = [*command(), *arguments, "--output-format", "full"]
        return subprocess.run(command_line, cwd=ROOT, text=True, check=False)
    arguments += ["--output-format", output_format]
    return subprocess.run([*command(), *arguments], cwd=ROOT, text=True, check=False, stdout=subprocess.PIPE)


def findings_of(project: str) -> list[dict[str, Any]]:
    """The findings as the JSON report has them."""
    found: list[dict[str, Any]] = json.loads(run_check(project, "json").stdout)
    return found


def read_expected() -> list[Expected]:
    """The list beside this script."""
    items = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
    return sorted(Expected(**item) for item in items)


def compare(expected: Iterable[Expected], found: Iterable[dict[str, Any]]) -> Iterable[str]:
    """Every way in which the findings differ from the expected ones, a line each."""
    left = {(*place(item), str(item["code"])): item for item in found}
    for one in expected:
        item = left.pop((one.file, one.row, one.code), None)
        if item is None:
            yield f"missing      {one}"
        elif one.cause not in evidence_files(item):
            yield f"no evidence  {one}; it mentions {', '.join(sorted(evidence_files(item))) or 'no other place'}"
    for item in left.values():
        yield f"unexpected   {where(item)}: {item['message']}"


def evidence_files(item: dict[str, Any]) -> set[str]:
    """The files that the evidence leads through."""
    return {relative(related["filename"]) for related in item["related"]}


def summary(found: list[dict[str, Any]]) -> str:
    """How many findings of which rule, and how many rest on evidence from another file."""
    rules = Counter(f"{item['code']} {item['name']}" for item in found)
    across = sum(1 for item in found if evidence_files(item) - {relative(item["filename"])})
    lines = [f"{count:4}  {rule}" for rule, count in sorted(rules.items())]
    return "\n".join(["", *lines, f"{len(found):4}  findings, {across} of them with evidence from another file", ""])


def place(item: dict[str, Any]) -> tuple[str, int]:
    """File (relative to `examples/`) and row of a finding."""
    return relative(item["filename"]), item["location"]["row"]


def where(item: dict[str, Any]) -> str:
    """A finding's place and code, for the reader."""
    file, row = place(item)
    return f"{file}:{row}: {item['code']}"


def relative(filename: str) -> str:
    """Relative to `examples/` with forward slashes, or as it is where it lies elsewhere (a library)."""
    path = Path(filename)
    return path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else filename


if __name__ == "__main__":
    sys.exit(main())
