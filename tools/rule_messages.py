"""Write `tools/rule_messages.toml`: for each rule the shortest of its fixtures, and what JAX says when it is run.

`python -m tools.rule_messages`, under the jax of this environment; `tools.rule_pages` shows both.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from tests.fixtures.cases import Case, all_cases
from tests.fixtures.oracle import Oracle, Outcome, versions

FILE = Path(__file__).with_name("rule_messages.toml")


def shown() -> dict[str, Case]:
    """By the codes of the rules, the fixtures whose error or warning their pages show: of one file, the shortest."""
    found: dict[str, Case] = {}
    for case in all_cases():
        single = (case.folder / "bad.py").is_file() and case.symptom.get("exception") != "AssertionError"
        if single and kind(case) and (case.code not in found or _key(case) < _key(found[case.code])):
            found[case.code] = case
    return found


def kind(case: Case) -> str:
    """How a case shows itself, where JAX or a library says something: an exception or a warning; else ""."""
    return next((kind for kind in ("exception", "warning") if kind in case.symptom), "")


def text(case: Case) -> str:
    """Its program."""
    return (case.folder / "bad.py").read_text(encoding="utf-8")


def _key(case: Case) -> tuple[int, str]:
    return len(text(case)), case.id


def message(case: Case, outcome: Outcome) -> str:
    """The first paragraph of what is said, of some 300 characters at most."""
    if kind(case) == "exception":
        name, said = outcome.exceptions[0], outcome.message
    else:
        wanted = (w for w in outcome.warnings if case.symptom["text"] in w[1])
        names, said, _ = next(wanted)
        name = names[0]
    before, _, rest = said.partition(case.symptom["text"])
    whole = before.rpartition("\n\n")[2] + case.symptom["text"] + rest.partition("\n\n")[0]
    first = " ".join(whole.split())
    first = re.sub(r"/\S*/site-packages/", "", first.replace(f"{case.folder}/", ""))
    first = re.sub(r" at 0x[0-9a-f]+", "", first.removeprefix(f"{name}: "))
    return f"{name}: {first if len(first) <= 300 else first[:300].rpartition(' ')[0] + ' ...'}"


def written() -> dict[str, dict[str, str]]:
    """What the file says: by code, the case, its message, the version of jax."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def main() -> int:
    """Run each and write the file."""
    oracle, jax = Oracle(), versions()["jax"]
    futures = {code: (case, oracle.run(case.folder / "bad.py")) for code, case in sorted(shown().items())}
    rows = [
        f"[{code}]\ncase = '{case.id}'\njax = '{jax}'\nmessage = '''\n{message(case, future.result())}'''\n"
        for code, (case, future) in futures.items()
    ]
    FILE.write_text("# Written by `python -m tools.rule_messages`.\n\n" + "\n".join(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
