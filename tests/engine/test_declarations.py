"""What judging a file depended on elsewhere: a change there is noticed, and nothing else is judged again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.engine.examine import Examiner
from pytreelint.engine.packing import Outcome
from pytreelint.engine.run import check
from pytreelint.engine.settings import Settings
from pytreelint.model.text.source import Source

PLAIN = """\
import jax

class Net:
    def __init__(self, weight):
        self.weight = weight

@jax.jit
def forward(net):
    return net

forward(Net(1.0))
"""
REGISTRATION = """\
import jax
from net import Net

jax.tree_util.register_pytree_node(Net, lambda net: ((net.weight,), None), lambda _, children: Net(*children))
"""


@pytest.mark.parametrize("there", [True, False])
def test_a_registration_that_comes_to_stand_beside_a_class(tmp_path: Path, there: bool) -> None:
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))
    (tmp_path / "net.py").write_text(PLAIN)
    if there:
        (tmp_path / "nodes.py").write_text("from net import Net\n")
    assert [f.code for f in check([str(tmp_path)], settings).findings] == ["PTL212"]
    (tmp_path / "nodes.py").write_text(REGISTRATION)
    assert [f.code for f in check([str(tmp_path)], settings).findings] == []


def test_a_registration_that_spells_the_class_in_other_letters(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(PLAIN)
    (tmp_path / "nodes.py").write_text(REGISTRATION.replace("Net", "\uff2eet"), encoding="utf-8")
    assert check([str(tmp_path)], Settings(str(tmp_path)), cache=False).findings == ()


TABLE = """\
TABLE = {"act": "relu"}
"""
TABLE_USER = """\
import jax
from table import TABLE

print(jax.jit(lambda table: table)(TABLE))
"""
FILLED = """\

def fill(act):
    TABLE["act"] = act
"""


def test_a_table_that_its_own_module_comes_to_change(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))
    (tmp_path / "table.py").write_text(TABLE)
    (tmp_path / "user.py").write_text(TABLE_USER)
    assert [f.code for f in check([str(tmp_path)], settings).findings] == ["PTL201"]
    (tmp_path / "table.py").write_text(TABLE + FILLED)
    assert [f.code for f in check([str(tmp_path)], settings).findings] == []


SETUP = """\
import net

def set_up(nodes):
    nodes.register_class({cls})
"""


@pytest.mark.parametrize("module", ["nodes", "lib.nodes"])
def test_a_module_that_comes_to_register_a_class_in_a_function(tmp_path: Path, module: str) -> None:
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))
    setup = tmp_path / (module.replace(".", "/") + ".py")
    setup.parent.mkdir(exist_ok=True)
    (tmp_path / "net.py").write_text(f"import {module}\n{PLAIN}")
    setup.write_text(SETUP.format(cls="int"))
    assert [f.code for f in check([str(tmp_path)], settings).findings] == ["PTL212"]
    setup.write_text(SETUP.format(cls="net.Net"))
    assert [f.code for f in check([str(tmp_path)], settings).findings] == []


ABSTRACT = """\
import abc
import equinox as eqx
import jax

class Net(eqx.Module):
    @abc.abstractmethod
    def __call__(self): ...

class Labelled(Net):
    label: str
    def __call__(self):
        return self.label

@jax.jit
def forward(net: Net):
    return 1
"""
ARRAYS = """\
import jax
from net import Net

class Arrays(Net):
    weight: jax.Array
    def __call__(self):
        return self.weight
"""


@pytest.mark.parametrize("there", [True, False])
def test_an_implementation_that_comes_to_stand_beside_an_abstract_class(tmp_path: Path, there: bool) -> None:
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))
    (tmp_path / "net.py").write_text(ABSTRACT)
    if there:
        (tmp_path / "more.py").write_text("from net import Net\n")
    assert [f.code for f in check([str(tmp_path)], settings).findings] == ["PTL201"]
    (tmp_path / "more.py").write_text(ARRAYS)
    assert [f.code for f in check([str(tmp_path)], settings).findings] == []


def test_another_function_beside_a_registration_concerns_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))
    (tmp_path / "net.py").write_text(PLAIN)
    (tmp_path / "nodes.py").write_text(REGISTRATION)
    first = check([str(tmp_path)], settings).findings
    (tmp_path / "nodes.py").write_text(REGISTRATION + "\n\ndef unused():\n    return 1\n")
    judged: list[str] = []
    judge = Examiner.judge

    def noted(self: Examiner, source: Source, voting: bool = False) -> Outcome:
        judged.append(source.path)
        return judge(self, source, voting)

    monkeypatch.setattr(Examiner, "judge", noted)
    assert check([str(tmp_path)], settings).findings == first
    assert judged == [str(tmp_path / "nodes.py")]


FIXTURES = Path(__file__).parents[2] / "fixtures" / "PTL209_traced_in_python"


@pytest.mark.parametrize(
    "case",
    [
        "losses_of_a_registry/losses.py",
        "losses_of_an_instance/losses.py",
        "loss_chosen_by_class/robust.py",
        "losses_of_subclasses/losses.py",
        "losses_decorated_in_both_ways/losses.py",
        "steps_put_into_a_dict/updates.py",
    ],
)
def test_what_is_chosen_at_run_time_is_looked_at_again_when_it_changes(tmp_path: Path, case: str) -> None:
    folder, changed = case.split("/")
    settings = Settings(str(tmp_path), cache_dir=str(tmp_path / ".cache"))
    for path in (FIXTURES / folder / "fixed").iterdir():
        (tmp_path / path.name).write_text(path.read_text())
    assert check([str(tmp_path)], settings).findings == ()
    (tmp_path / changed).write_text((FIXTURES / folder / "bad" / changed).read_text())
    assert [f.code for f in check([str(tmp_path)], settings).findings] == ["PTL209"]
