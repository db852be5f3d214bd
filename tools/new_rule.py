"""Scaffold a rule: `python -m tools.new_rule PTL299 my-first-rule raw`.

Writes the rule's file with the fixed headings, its page in `docs/rules/` and a fixture to fill in. `make test` then
fails in one place only: the fixture's marked line, which the rule does not find yet.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from pytreelint.rules.rule import all_rules

ROOT = Path(__file__).resolve().parent.parent

RULE = '''"""{code}: {name}."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.sites import TransformCall
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.rules.finding import Finding


class {cls}(Rule[TransformCall]):  # what it wants to see: classes of pytreelint/model/values/sites.py
    """One sentence that says what is wrong; `pytreelint rules` shows it.

    ## What it does
    Finds ...

    ## Why is this bad?
    What JAX does, and the message one sees.

    ## Example
    ```python
    step = jax.jit(train_step)
    ```

    ## Use instead
    ```python
    step = filter_jit(train_step)
    ```

    ## Fix safety
    Fix: none. Why there cannot be one, or when it is safe and when not.

    ## Known limits
    What is not seen, and why.

    ## References
    - https://docs.jax.dev/en/latest/
    """

    code = "{code}"
    name = "{name}"
    severity = "error"
    status = "preview"

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """Yield what is certain about this site; docs/architecture.md shows what a site can be asked."""
        yield from ()
'''

BAD = '''"""One bug in the words of a user: replace it."""

import jax.numpy as jnp

weights, batch = jnp.ones((3, 2)), jnp.ones(3)
print(jnp.dot(weights, batch).sum())  # expect: {code}
'''
FIXED = '''"""The same program, repaired."""

import jax.numpy as jnp

weights, batch = jnp.ones((3, 2)), jnp.ones(3)
print(jnp.dot(batch, weights).sum())
'''
OK = '''"""Looks like the bug and is right."""

import jax.numpy as jnp

weights, batch = jnp.ones((3, 3)), jnp.ones(3)
print(jnp.dot(weights, batch).sum())
'''
CASE = """why = "One line: what JAX does here."
source = "own"
needs = []

[symptom]
exception = "TypeError"
text = "contracting dimensions"
"""


# The family of a code, by its hundred: a folder of `pytreelint/rules/`.
FAMILIES = {
    "1": "static",
    "2": "raw",
    "3": "donation",
    "4": "mapped",
    "5": "mutation",
    "6": "recompile",
    "8": "upgrades",
    "9": "tool",
}


def main(arguments: list[str] | None = None) -> int:
    """Write the files, say what comes next; 2 where the code or the name is taken or malformed."""
    parser = argparse.ArgumentParser(prog="python -m tools.new_rule", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("code", help="PTL and three digits; the first one is the family's")
    parser.add_argument("name", help="lower-case words with hyphens")
    parser.add_argument("family", help="the folder: " + ", ".join(f"{name} ({n}xx)" for n, name in FAMILIES.items()))
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    trouble = refusal(given.code, given.name, given.family)
    if trouble:
        print(trouble, file=sys.stderr)
        return 2
    written = write(given.root, given.code, given.name, given.family)
    if given.root == ROOT:
        subprocess.run([sys.executable, "-m", "tools.rule_pages"], cwd=ROOT, check=True)
        written.append(ROOT / "docs" / "rules" / f"{given.code}.md")
    print("Written:", *(f"  {path.relative_to(given.root)}" for path in written), sep="\n")
    print(f"Next: fill in the fixture and `check`, then  python -m pytest tests -k {given.code}")
    return 0


def refusal(code: str, name: str, family: str) -> str | None:
    """Why such a rule cannot be, if so."""
    if not re.fullmatch(r"PTL[1-9]\d\d", code):
        return f"{code!r} is no code: PTL and three digits, as PTL105"
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        return f"{name!r} is no name: lower-case words with hyphens, as static-array"
    if code[3] not in FAMILIES:
        return f"{code} is in no family: " + ", ".join(f"PTL{n}xx {name}" for n, name in FAMILIES.items())
    if family != FAMILIES[code[3]]:
        return f"{code} belongs to the family {FAMILIES[code[3]]!r}, not {family!r}"
    for rule in all_rules():
        if code == rule.code or name == rule.name:
            return f"{rule.code} ({rule.name}) exists"
    return None


def write(root: Path, code: str, name: str, family: str) -> list[Path]:
    """The files of a new rule below `root`; gives those that were written."""
    slug = name.replace("-", "_")
    folder = root / "pytreelint" / "rules" / family
    case = root / "fixtures" / f"{code}_{slug}" / "first_case"
    contents = {
        folder / f"{slug}.py": RULE.format(code=code, name=name, cls=slug.title().replace("_", "")),
        case / "case.toml": CASE,
        case / "bad.py": BAD.format(code=code),
        case / "fixed.py": FIXED,
        case / "ok_square.py": OK,
    }
    if not (folder / "__init__.py").exists():
        contents[folder / "__init__.py"] = f'"""The rules of the family {family}."""\n'
    for path, text in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(contents)


if __name__ == "__main__":
    sys.exit(main())
