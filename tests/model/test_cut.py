"""Calls that take more than their share of the fuel: what follows is evaluated, and nothing is taken for unchanged."""

from __future__ import annotations

import pytest

from pytreelint.model.evaluator import CALL_STEPS, STEPS
from tests.model.snippets import Snippet, evaluated, show

LONG = "    a = 1 + 2\n" * (CALL_STEPS // 3 + 1)
CLASSES = """
class Plain:
    def __init__(self):
        self.name = 1
@dataclass(frozen=True)
class Frozen:
    name: int = 1
class Module(eqx.Module):
    name: int = 1
class Heavy(eqx.Module):
    name: object = 1
    def __init__(self):
        self.name = 2
{long}        self.name = "a"
""".format(long=LONG.replace("    a", "        a"))
HEAVY = f"def heavy(o, *rest):\n{LONG}    o.name = 2\n    return 1\n"

AFTER = {
    "heavy(1)\n    return 3": "3",
    "return heavy(1)": "?",
    "o = Plain(); heavy(o)\n    return o.name": "?",
    "o = Plain(); heavy(o=o)\n    return o.name": "?",
    "o = Plain(); later(o)\n    return o.name": "?",
    "o = Frozen(); heavy(o)\n    return o.name": "1",
    "o = Module(); heavy(o)\n    return o.name": "1",
    "o = [1]; heavy(o)\n    return o": "?",
    "o = (1, 2); heavy(o)\n    return o": "(1, 2)",
    "return Heavy().name": "?",
    "o = Plain(); rename(o=o)\n    return o.name": "'b'",
    "o = Plain(); heavy(1, o)\n    return o.name": "1",
}


@pytest.mark.parametrize(("body", "expected"), AFTER.items(), ids=list(AFTER))
def test_what_is_known_after_a_call_that_was_cut_short(body: str, expected: str) -> None:
    text = f"{CLASSES}{HEAVY}def later(o): heavy(o)\ndef rename(o): o.name = 'b'\ndef main():\n    {body}\nx = main()\n"
    assert evaluated(text) == expected


def test_a_result_for_want_of_fuel_is_not_kept_for_those_who_have_more() -> None:
    snippet = Snippet("def work():\n" + "    a = 1 + 2\n" * 200 + "    return 1\ndef main(): return work()\n")
    frame = snippet.run()
    call = snippet.module.tree.body[0]
    main = snippet.value("main")
    snippet.ev.steps = STEPS - 300
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "?"  # type: ignore[arg-type]
    snippet.ev.refuel()
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "1"  # type: ignore[arg-type]
