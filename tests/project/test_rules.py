"""What every rule says of itself, and that the pages say the same."""

from __future__ import annotations

import ast
import re

import pytest

from pytreelint.report.page import explanation, title
from pytreelint.rules.catalogue import OWN_HEADS, Head, rules_for
from pytreelint.rules.rule import HEADINGS, AnyRule, all_rules, own_rules
from tests.fixtures.cases import all_cases
from tests.project.files import PACKAGE, modules, parsed
from tools.rule_messages import written
from tools.rule_pages import ROOT, stale

RULES = all_rules()


def identity(rule: AnyRule) -> str:
    return f"{rule.code}-{rule.name}"


def test_codes_and_names_are_unique() -> None:
    spellings = [spelling for rule in RULES for spelling in (rule.code, rule.name)]
    assert len(spellings) == len(set(spellings))


@pytest.mark.parametrize("rule", RULES, ids=identity)
def test_metadata(rule: AnyRule) -> None:
    assert re.fullmatch(r"PTL[1-9]\d\d", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.severity in ("error", "warning", "advice")
    assert rule.status in ("preview", "stable", "deprecated")
    assert type(rule).__module__.rpartition(".")[2] == rule.name.replace("-", "_"), "the file's name is the rule's"


@pytest.mark.parametrize("rule", RULES, ids=identity)
def test_the_page_has_the_fixed_headings(rule: AnyRule) -> None:
    sections = re.split(r"^## (.*)\n", explanation(rule), flags=re.MULTILINE)
    assert sections[0].strip(), "the page begins with one sentence"
    assert "\n\n" not in sections[0].strip()
    assert tuple(sections[1::2]) == HEADINGS
    assert all(text.strip() for text in sections[2::2]), "no heading stands alone"
    assert len(title(rule)) <= 100


@pytest.mark.parametrize("rule", RULES, ids=identity)
def test_examples_are_python(rule: AnyRule) -> None:
    if rule.code == "PTL901":  # its example is what is no Python
        assert "```python" in explanation(rule)
        return
    blocks = re.findall(r"^```python\n(.*?)^```", explanation(rule), flags=re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        assert compile(block, rule.code, "exec", dont_inherit=True)


def test_the_written_pages_are_the_docstrings() -> None:
    assert not [path.relative_to(ROOT).as_posix() for path in stale()], "python -m tools.rule_pages"


def test_heads_are_what_the_rules_say() -> None:
    def said(head: Head) -> tuple[object, ...]:
        return tuple(getattr(head, name) for name in vars(Head) if not name.startswith("_"))

    assert [said(head) for head in OWN_HEADS] == [said(rule) for rule in own_rules()], "python -m tools.rule_pages"
    for rule in own_rules():
        assert all(rule in rules_for(kind) for kind in rule.sites)


def test_rules_ask_and_change_nothing() -> None:
    """The evaluator's tables, and what moves it on, are for the rooms of the model."""
    text = (PACKAGE / "model" / "values" / "protocol.py").read_text(encoding="utf-8")
    own = set(re.findall(r"    (?:def )?(\w+)[(:]", text[text.index("    supposed:") :]))
    assert {"memory", "events", "bounds", "emit", "body"} <= own
    paths = (path for path in modules("pytreelint") if "rules" in path.relative_to(PACKAGE).parts)
    used = [
        f"{path.name}:{node.lineno}"
        for path in paths
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id == "model" and node.attr in own
    ]
    assert used == []


@pytest.mark.parametrize(("code", "said"), written().items(), ids=list(written()))
def test_the_message_on_a_page_is_what_its_fixture_shows(code: str, said: dict[str, str]) -> None:
    """`tests/fixtures` runs that program and looks for the text; a fixture that is gone: `tools.rule_messages`."""
    case = next((case for case in all_cases() if case.id == said["case"]), None)
    assert case is not None
    assert case.code == code
    assert " ".join(case.symptom["text"].split()) in said["message"]
    assert not re.search(r"(?<![\w.:/-])/\w", said["message"]), "the path of a machine"
