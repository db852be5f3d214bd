"""Calls that take more than their share of the fuel: what follows is evaluated, and nothing is taken for unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.interpreter.fuel import allowance, is_too_little
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.limits import CALL_STEPS, ENTRY_STEPS, LIBRARY_STEPS, STEPS_PER_ENTRY_LINE
from pytreelint.model.values.sites import Demanded
from pytreelint.model.values.value import Function, constant
from tests.model.snippets import Project, Snippet, evaluated, show

LONG = "    a = 1 + 2\n" * (CALL_STEPS // 3 + 1)
LONG_METHOD = LONG.replace("    a", "        a")
CLASSES = f"""
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
{LONG_METHOD}        self.name = "a"
"""
HEAVY = f"def heavy(o, *rest):\n{LONG}    o.name = 2\n    return 1\n"
PAIRS = f"""
def pair(o):
    if o:
        return 0, o
{LONG}    return 1, o
def odd(o):
    if o:
        return 0, o, o
{LONG}    return 1, o
def perhaps(o):
{LONG}    if o:
        return 1, o
def starred(o):
{LONG}    return 1, *o
def generator(o):
{LONG}    yield o
    return 1, o
"""

MAKERS = f"""
class Made(eqx.Module):
    name: int = 1
    @classmethod
    def create(cls, n):
        if n:
            return cls(n)
{LONG_METHOD}        return cls(3)
    @classmethod
    def either(cls, n):
        if n:
            return Plain()
{LONG_METHOD}        return cls(3)
class Odd(Made):
    def __new__(cls, n):
        return 3
def make(n):
{LONG}    return Made(n)
def bound(Made):
{LONG}    return Made(3)
def rebound(n):
    Made = n
{LONG}    return Made(3)
def made_by(n):
{LONG}    return make(n)
"""

AFTER = {
    "return Made.create(0)": "Made~(name=int | 1)",
    "return Odd.create(0)": "?",
    "return Made.either(0)": "?",
    "return make(0)": "Made~(name=int | 1)",
    "return bound(len)": "?",
    "return bound(Made)": "Made~(name=int | 1)",
    "return rebound(0)": "?",
    "return made_by(0)": "?",
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
    "return pair(0)": "(?, ?)",
    "return odd(0)": "?",
    "return perhaps(0)": "? | None",
    "return starred(())": "?",
    "return generator(0)": "?",
}


@pytest.mark.parametrize(("body", "expected"), AFTER.items(), ids=list(AFTER))
def test_what_is_known_after_a_call_that_was_cut_short(body: str, expected: str) -> None:
    text = f"{CLASSES}{HEAVY}{PAIRS}{MAKERS}"
    text += f"def later(o): heavy(o)\ndef rename(o): o.name = 'b'\ndef main():\n    {body}\nx = main()\n"
    assert evaluated(text) == expected


def test_a_result_for_want_of_fuel_is_not_kept_for_those_who_have_more() -> None:
    snippet = Snippet("def work():\n" + "    a = 1 + 2\n" * 200 + "    return 1\ndef main(): return work()\n")
    frame = snippet.run()
    call = snippet.module.tree.body[0]
    main = snippet.value("main")
    snippet.ev.bounds.steps = ENTRY_STEPS - 300
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "?"  # type: ignore[arg-type]
    snippet.ev.bounds.refuel()
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "1"  # type: ignore[arg-type]


def work(n: int) -> str:
    """Returns the source of a function of a little more than `3 * n` steps."""
    return "def work():\n" + "    a = 1 + 2\n" * n + "    return 1\n"


def test_a_call_takes_its_share_and_leaves_the_rest() -> None:
    snippet = Snippet(f"{HEAVY}def main(): return heavy(1)\n")
    frame, main = snippet.run(), snippet.value("main")
    snippet.ev.bounds.refuel()
    snippet.ev.call(main, (), {}, snippet.module.tree.body[0], frame)  # type: ignore[arg-type]
    assert CALL_STEPS - 50 <= snippet.ev.bounds.steps < CALL_STEPS + 50
    assert snippet.ev.bounds.limit == ENTRY_STEPS


def test_calls_that_are_cut_short_leave_fuel_for_what_follows() -> None:
    """The last one's own share is more than there is left."""
    others = "".join(HEAVY.replace("def heavy", f"def heavy{i}") for i in range(3))
    calls = "".join(f"    heavy{i}(1)\n" for i in range(3))
    text = f"{others}def main():\n{calls}    return 3\n"
    snippet = Snippet(text)
    frame, main = snippet.run(), snippet.value("main")
    snippet.ev.bounds.refuel()
    assert show(snippet.ev.call(main, (), {}, snippet.module.tree.body[0], frame)) == "3"  # type: ignore[arg-type]
    assert not snippet.ev.bounds.exhausted


def test_a_chain_of_calls_leaves_each_caller_what_its_text_needs() -> None:
    text = f"{HEAVY}def outer():\n    heavy(1)\n    return 2\ndef main():\n    return outer()\n"
    snippet = Snippet(text)
    frame, main = snippet.run(), snippet.value("main")
    assert show(snippet.ev.call(main, (), {}, snippet.module.tree.body[0], frame)) == "2"  # type: ignore[arg-type]


def test_a_call_with_fewer_steps_than_lines_is_not_begun() -> None:
    text = "".join(f"    a{i} = 1\n" for i in range(100))
    snippet = Snippet(f"def work(x):\n{text}    return float(x)\ndef main(x): return work(x)\nmain = jax.jit(main)\n")
    frame, main, array = snippet.run(), snippet.value("main"), snippet.value("array")
    for left, begun in (110, False), (300, True):
        snippet.ev.bounds.refuel()
        snippet.ev.bounds.steps = ENTRY_STEPS - left
        snippet.ev.call(main, (array,), {}, snippet.module.tree.body[0], frame)  # type: ignore[arg-type]
        assert (snippet.ev.bounds.steps > ENTRY_STEPS - left + 100) is begun
        assert any(isinstance(site, Demanded) for site in snippet.ev.events.sites) is begun


def test_what_is_not_begun_is_what_its_annotation_says() -> None:
    text = "    a = 1\n" * 100
    snippet = Snippet(f"def work() -> jax.Array:\n{text}    return 1\ndef main(): return work()\n")
    frame, main = snippet.run(), snippet.value("main")
    snippet.ev.bounds.steps = ENTRY_STEPS - 60
    assert show(snippet.ev.call(main, (), {}, snippet.module.tree.body[0], frame)) == "jax"  # type: ignore[arg-type]


def test_a_function_of_a_library_that_ran_out_twice_is_not_begun_with_as_little(tmp_path: Path) -> None:
    text = work(LIBRARY_STEPS // 2).replace("def work()", "def work(x)")
    main = "from lib import work\ndef main():\n    work(0)\n    work(1)\n    return 3\n"
    project = Project(tmp_path, {"net.py": main}, {"lib/__init__.py": text})
    module = project.module("net.py")
    function, frame = project.value("net.py", "work"), project.ev.top(module)
    assert isinstance(function, Function)
    given = allowance(project.ev, function, Arguments((), {}, module.tree.body[0], frame))  # type: ignore[arg-type]
    assert given == LIBRARY_STEPS and not is_too_little(project.ev, function, given)
    project.ev.call(project.value("net.py", "main"), (), {}, module.tree.body[0], frame)  # type: ignore[arg-type]
    assert is_too_little(project.ev, function, given - 100)  # the second call had a little less
    assert not is_too_little(project.ev, function, given)


@pytest.mark.parametrize("judged", ["net.py", "own.py"])
def test_so_is_one_of_another_file_of_the_project_but_none_of_the_judged_one(tmp_path: Path, judged: str) -> None:
    files = {"net.py": "from own import work\n", "own.py": work(CALL_STEPS // 2).replace("def work()", "def work(x)")}
    project = Project(tmp_path, files)
    project.ev.events.judged = project.module(judged)
    function, module = project.value("own.py", "work"), project.module("net.py")
    frame, call = project.ev.top(module), module.tree.body[0]
    for number in range(2):
        project.ev.bounds.refuel()
        project.ev.call(function, (constant(number),), {}, call, frame)  # type: ignore[arg-type]
    project.ev.bounds.refuel()
    assert isinstance(function, Function)
    assert is_too_little(project.ev, function, CALL_STEPS) is (judged == "net.py")


def test_a_call_of_a_library_takes_less(tmp_path: Path) -> None:
    n = LIBRARY_STEPS // 3 + 1
    main = "from {} import work\ndef main():\n    x = work()\n    return x, 3\n"
    files = {"net.py": main.format("lib"), "own.py": work(n), "other.py": main.format("own")}
    project = Project(tmp_path, files, {"lib/__init__.py": work(n)})
    for file, expected in (("net.py", "(?, 3)"), ("other.py", "(1, 3)")):
        module = project.module(file)
        called = project.ev.call(project.value(file, "main"), (), {}, module.tree.body[0], project.ev.top(module))  # type: ignore[arg-type]
        assert show(called) == expected


def test_what_an_outer_call_gave_for_want_of_fuel_is_not_kept_either() -> None:
    snippet = Snippet(f"{work(CALL_STEPS // 4)}def outer():\n    return work(), 1\ndef main(): return outer()\n")
    frame, main, call = snippet.run(), snippet.value("main"), snippet.module.tree.body[0]
    snippet.ev.bounds.steps = ENTRY_STEPS - 1000
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "(?, 1)"  # type: ignore[arg-type]
    snippet.ev.bounds.refuel()
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "(1, 1)"  # type: ignore[arg-type]


def test_a_result_that_more_fuel_would_not_change_is_kept() -> None:
    snippet = Snippet(f"{work(100)}def main(): return work()\n")
    frame, main, call = snippet.run(), snippet.value("main"), snippet.module.tree.body[0]
    snippet.ev.bounds.steps = ENTRY_STEPS - 1000  # enough
    assert show(snippet.ev.call(main, (), {}, call, frame)) == "1"  # type: ignore[arg-type]
    snippet.ev.bounds.refuel()
    snippet.ev.call(main, (), {}, call, frame)  # type: ignore[arg-type]
    assert snippet.ev.bounds.steps < 10


def test_what_a_library_calls_for_a_number_is_followed_to_its_end() -> None:
    lines = "    a = 1 + 2\n" * 40
    snippet = Snippet(
        f"import optax\ndef schedule(count):\n{lines}    return max(1 - count / 10, 0)\n"
        "optimizer = optax.adam(schedule)\ndef step(p): return optimizer.update(p, optimizer.init(p), p)\n"
        "step = jax.jit(step)\n"
    )
    frame, step = snippet.run(), snippet.value("step")
    snippet.ev.bounds.steps = ENTRY_STEPS - 60
    snippet.ev.call(step, (snippet.value("array"),), {}, snippet.module.tree.body[0], frame)  # type: ignore[arg-type]
    assert any(isinstance(site, Demanded) for site in snippet.ev.events.sites)


def test_a_function_that_is_entered_has_fuel_for_each_of_its_lines() -> None:
    """Training programs are one function of hundreds of lines, and donate at its end."""
    snippet = Snippet(work(100))
    snippet.ev.begin(snippet.module.tree.body[-1])
    assert snippet.ev.bounds.limit == ENTRY_STEPS + 102 * STEPS_PER_ENTRY_LINE
    snippet.ev.begin(None)
    assert snippet.ev.bounds.limit == ENTRY_STEPS


def test_what_an_instance_by_annotation_holds_does_not_depend_on_the_fuel_of_who_asks_first() -> None:
    """It is worked out once for the whole file."""
    fields = "".join(f"    f{i}: jax.Array | float | None\n" for i in range(60))
    snippet = Snippet(f"class M(eqx.Module):\n{fields}def main(m: M): return m.f59, 1 + 1\n")
    frame, main, call = snippet.run(), snippet.value("main"), snippet.module.tree.body[0]
    snippet.ev.bounds.steps = ENTRY_STEPS - 40
    left = snippet.ev.bounds.steps
    assert show(snippet.ev.call(main, (), {}, call, frame, False)) == "(jax | float | None, 2)"  # type: ignore[arg-type]
    assert snippet.ev.bounds.steps < left + 20


def test_a_function_runs_once_for_leaves_of_which_the_same_is_known() -> None:
    """A state has hundreds of arrays: what maps over it twice leaves nothing for what follows."""
    fields = "".join(f"    f{i}: jax.Array\n" for i in range(200))
    snippet = Snippet(
        f"class M(eqx.Module):\n{fields}def main(m: M):\n"
        "    new = jax.tree.map(lambda x: jnp.zeros_like(x) * 2 + 1, m)\n    return new.f199\n"
    )
    frame, main, call = snippet.run(), snippet.value("main"), snippet.module.tree.body[0]
    snippet.ev.bounds.refuel()
    assert show(snippet.ev.call(main, (), {}, call, frame, False)) == "jax"  # type: ignore[arg-type]
    assert snippet.ev.bounds.steps < 200


def test_leaves_that_a_function_gives_back_stay_the_objects_that_they_are() -> None:
    snippet = Snippet("a, b = jnp.zeros(2), jnp.zeros(3)\nx, y = jax.tree.map(lambda leaf: leaf, (a, b))\n")
    x, y = snippet.value("x"), snippet.value("y")
    assert x == y and (x.token is None or x.token is not y.token)
