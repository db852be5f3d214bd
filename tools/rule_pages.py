"""Write what is generated from the rules: `docs/rules/CODE.md`, its index, the table in `README.md`, and `rows.py`.

`python -m tools.rule_pages` writes, `--check` only compares (a test does).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pytreelint.report.page import markdown, title
from pytreelint.rules.rule import AnyRule, all_rules
from tools import rule_messages

ROOT = Path(__file__).resolve().parent.parent
# Codes that the catalogue reserves, and why no rule has them: shown below the table.
LATER = """
## Reserved codes

These are not built. What they would say is right more often than it is wrong, but nothing in the program says which.

- PTL304 undonated-state. A state that is not donated costs memory, and nothing else. Whether that counts, and who else
  keeps the old state, is not in the code.
- PTL401 legacy-pmap. `jax.pmap` does what it did; `shard_map` is another program, not a repair.
- PTL506 stale-static-self. Of a `self` that is static, and changed later, PTL206 and PTL103 speak where it is certain.
"""
ROWS = """\
\"\"\"The heads of this package's rules, as rows for `catalogue.py`. Written by `python -m tools.rule_pages`.\"\"\"

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytreelint.rules.finding import Severity

# code, name, family, severity, default, style, yields_to, sites
ROWS: tuple[tuple[str, str, str, Severity, bool, str, tuple[str, ...], tuple[str, ...]], ...] = (
"""
WIDTH = 120
BEGIN, END = "<!-- rules: begin (python -m tools.rule_pages) -->", "<!-- rules: end -->"


def pages() -> dict[Path, str]:
    """Each generated file and its text, as it should be."""
    rules = all_rules()
    folder = ROOT / "docs" / "rules"
    texts = {folder / f"{rule.code}.md": markdown(rule) + under_jax(rule) for rule in rules}
    texts[folder / "index.md"] = "# Rules\n\n" + table(rules, "") + LATER
    readme = ROOT / "README.md"
    texts[readme] = with_table(readme.read_text(encoding="utf-8"), table(rules, "docs/rules/"))
    texts[ROOT / "pytreelint" / "rules" / "rows.py"] = ROWS + "".join(map(row, rules)) + ")\n"
    return texts


def row(rule: AnyRule) -> str:
    """A rule's row for `pytreelint.rules.catalogue`, wrapped as the formatter does."""
    family = type(rule).__module__.split(".")[-2]
    head = (rule.code, rule.name, family, rule.severity, rule.default, rule.style, rule.yields_to, rule.sites)
    fields = [repr(field).replace("'", '"') for field in head]
    whole = f"    ({', '.join(fields)}),\n"
    return (
        whole
        if len(whole) <= WIDTH + 1
        else "".join(["    (\n", *(f"        {each},\n" for each in fields), "    ),\n"])
    )


def under_jax(rule: AnyRule) -> str:
    """The shortest of a rule's fixtures, and what JAX said when it was run."""
    said = rule_messages.written().get(rule.code)
    if said is None:
        return ""
    program = (ROOT / "fixtures" / said["case"] / "bad.py").read_text(encoding="utf-8")
    program = re.sub(r"# expect: (.*)", r"# \1", program).rstrip()
    where = f"`fixtures/{said['case']}`, run under jax {said['jax']}:"
    return f"\n## Under JAX\n{where}\n\n```python\n{program}\n```\n\n```text\n{said['message']}\n```\n"


def table(rules: tuple[AnyRule, ...], folder: str) -> str:
    """The rules as a Markdown table whose codes lead to their pages."""
    rows = [
        f"| [{rule.code}]({folder}{rule.code}.md) | {rule.name} | {rule.severity}{'' if rule.default else ', off'} "
        f"| {title(rule)} |"
        for rule in rules
    ]
    return "\n".join(["| code | name | severity | flags |", "|---|---|---|---|", *rows]) + "\n"


def with_table(text: str, rows: str) -> str:
    """The text with what stands between the two marks replaced."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{rows}{END}{tail}"


def stale() -> list[Path]:
    """Generated files that differ from what their rules say, and pages of rules that are gone."""
    texts = pages()
    orphans = [path for path in (ROOT / "docs" / "rules").glob("*.md") if path not in texts]
    return orphans + [
        path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Write, or with `--check` say what is stale."""
    if arguments == ["--check"]:
        for path in stale():
            print(f"{path.relative_to(ROOT)} is stale: python -m tools.rule_pages", file=sys.stderr)
        return int(bool(stale()))
    for path in stale():
        if text := pages().get(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
