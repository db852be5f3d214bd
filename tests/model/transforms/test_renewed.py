"""What is another program in each iteration of a loop: the sites of snippets, in short."""

from __future__ import annotations

import pytest

from pytreelint.model.values.sites import FreshArgument, FreshField, Remade, Site
from tests.model.snippets import Snippet

STEP = """
compiled = jax.jit(lambda act, x: x, static_argnums=0)
def power(k, x): return x ** k
raised = jax.jit(power, static_argnums=0)
def shown(k, x): return f"{k}"
labelled = jax.jit(shown, static_argnums=0)
"""


def passed(body: str) -> list[str]:
    """Returns the sites of a function with the given statements in short, each place once."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    sites = Snippet(f"{STEP}def main(xs, flag):\n{lines}main(jnp.ones(3), True)\n").sites()
    return [kind for kind, _ in dict.fromkeys((short(site), site.node) for site in sites) if kind]


def short(site: Site) -> str:
    match site:
        case FreshArgument():
            return "argument counter" if site.counter else "argument"
        case Remade():
            return "remade"
    return ""


ARGUMENTS = {
    "for x in xs: compiled(lambda y: y, x)": ["argument"],
    "while flag: compiled(lambda y: y, xs)": ["argument"],
    "[compiled(lambda y: y, x) for x in xs]": ["argument"],
    "compiled(lambda y: y, xs)": [],
    "act = lambda y: y\nfor x in xs: compiled(act, x)": [],
    "for x in xs:\n    if flag: compiled(lambda y: y, x)": ["argument"],
    "for x in xs: compiled((lambda y: y, 1), x)": ["argument"],
    "for x in xs: compiled.lower(lambda y: y, x)": [],
    "for k in range(9): raised(k, xs)": ["argument counter"],
    "for k, x in enumerate(xs): raised(k, x)": ["argument counter"],
    "for k in range(9): raised(k + 1, xs)": ["argument counter"],
    "k = 0\nwhile flag:\n    k += 1\n    raised(k, xs)": ["argument counter"],
    "for k in (1, 2): raised(k, xs)": [],
    "for x in xs: raised(2, x)": [],
    "for x in xs: jax.jit(power, static_argnums=0)(lambda y: y, x)": ["argument"],  # found again by the function
    "for k in range(9): labelled(k, xs)": [],  # it could not take a tracer
}


@pytest.mark.parametrize(("body", "expected"), ARGUMENTS.items(), ids=list(ARGUMENTS))
def test_static_arguments_that_are_new_in_each_iteration(body: str, expected: list[str]) -> None:
    assert passed(body) == expected


def test_what_a_new_wrapper_is_given_is_no_further_cause() -> None:
    """The wrapper is another one in each iteration: its arguments cost nothing on top."""
    body = "for x in xs:\n    again = jax.jit(lambda a, y: y, static_argnums=0)\n    again(lambda y: y, x)"
    assert passed(body) == ["remade"]


def test_a_counter_of_an_outer_loop_that_makes_the_wrapper_is_no_cause() -> None:
    body = (
        "for k in range(3):\n    again = jax.jit(lambda n, y: y ** n, static_argnums=0)\n    for x in xs: again(k, x)"
    )
    assert "argument counter" not in passed(body)


REMADE = {
    "for x in xs: jax.jit(lambda y: y)(x)": ["remade"],
    "for x in xs: jax.jit(power)(2, x)": [],  # found again by the function
    "f = jax.jit(lambda y: y)\nfor x in xs: f(x)": ["remade"],  # once per call of `main`
}


@pytest.mark.parametrize(("body", "expected"), REMADE.items(), ids=list(REMADE))
def test_wrappers_that_are_made_anew(body: str, expected: list[str]) -> None:
    assert passed(body) == expected


FIELDS = """
class Net(eqx.Module):
    act: object = eqx.field(static=True)
    w: Array
run = jax.jit(lambda net, x: net.w + x)
def main(xs):
    {body}
main(jnp.ones(3))
"""


@pytest.mark.parametrize(
    ("body", "n"),
    [
        ("for x in xs: run(Net(lambda y: y, x), x)", 1),
        ("net = Net(lambda y: y, xs)\n    for x in xs: run(net, x)", 0),
        ("for x in xs: run(Net(jnp.sin, x), x)", 0),
        ("for x in xs: run([Net(lambda y: y, x)], x)", 1),
    ],
)
def test_instances_with_a_static_function_that_is_new_in_each_iteration(body: str, n: int) -> None:
    sites = Snippet(FIELDS.format(body=body)).sites()
    assert len({site.node for site in sites if isinstance(site, FreshField)}) == n


INSTANCES = """
class Plain:
    def __init__(self, rate): self.rate = rate
class Equal(Plain):
    def __eq__(self, other): return True
    def __hash__(self): return 1
@dataclass(frozen=True)
class ByValue:
    part: object
    rate: float = field(default=0.1, compare=False)
class Owner:
    kept = None
    @property
    def plain(self):
        if self.kept is None: self.kept = Plain(1)
        return self.kept
    @property
    def fresh(self): return Plain(1)
run = jax.jit(lambda x, plain: x, static_argnums=1)
def made(): return Plain(2)
def main(xs, known, kind):
    owner, held = Owner(), None
    for x in xs:
        {body}
main(jnp.ones(3), {{}}, unknown())
"""


@pytest.mark.parametrize(
    ("body", "n"),
    [
        ("run(x, Plain(1))", 1),
        ("plain = made(); run(x, plain)", 1),
        ("run(x, owner.fresh)", 1),
        ("run(x, (Plain(1), 2))", 1),
        ("run(x, ByValue(Plain(1)))", 1),
        ("run(x, dataclasses.replace(ByValue(1), part=Plain(2)))", 1),
        ("run(x, ByValue(1))", 0),
        ("run(x, Equal(1))", 0),
        ("run(x, owner.plain)", 0),
        ("held = held or Plain(1); run(x, held)", 0),
        ("if held is None: held = Plain(1)\n        run(x, held)", 0),
        ("if x not in known: known[x] = Plain(1)\n        run(x, known[x])", 0),
        ("run(x, kind(1))", 0),
    ],
)
def test_instances_that_equal_themselves_alone(body: str, n: int) -> None:
    sites = Snippet(INSTANCES.format(body=body)).sites()
    assert len({site.node for site in sites if isinstance(site, FreshArgument)}) == n
