"""The compiled build: its sources mean what the interpreted ones mean, and it finds the same, byte for byte."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.hostile import CONTENTS
from tests.cli.running import environment
from tests.project.files import ROOT
from tools.compiling.build import compiled
from tools.compiling.finals import with_finals
from tools.compiling.records import fields, records
from tools.compiling.rooms import modules
from tools.compiling.sources import with_evaluator, with_methods, write_out, written_out

RECORDS = '''"""Records."""

from __future__ import annotations

from pytreelint.knowledge.record import copied, dataclass, field, record, replace


@record(frozen=True, slots=True)
class Value:
    """A base."""

    declared: bool = field(default=False, repr=False, kw_only=True)
    token: object = field(default=None, init=False, compare=False, repr=False)


@record(frozen=True, slots=True)
class Number(Value):
    """What has a kind."""

    value: int
    kind: str = "int"
    note: str = field(default="", compare=False)

    def next(self) -> Number:
        """Returns the number after it."""
        return replace(self, value=replace(self, value=self.value + 1).value)


@record(frozen=True, slots=True, eq=False)
class Place:
    """What equals only itself."""

    row: int


@dataclass(slots=True)
class Notes:
    """What is assigned."""

    names: list[str] = field(default_factory=list)
    env: dict[str, int] | None = field(default_factory=dict)
'''


@pytest.fixture(scope="module")
def both() -> list[Any]:
    """The module of records, and the one with its records written out."""
    texts = {"sample": RECORDS}
    built: list[Any] = []
    for text in (RECORDS, written_out(records(texts), "sample", RECORDS)):
        space: dict[str, Any] = {"__name__": "sample"}
        sys.modules["sample"] = SimpleNamespace(__dict__=space)  # type: ignore[assignment]  # where `dataclasses` looks
        exec(compile(text, "sample.py", "exec"), space)
        built.append(SimpleNamespace(**space))
    del sys.modules["sample"]
    return built


QUESTIONS = """
Number(1) == Number(1)
Number(1) == Number(2)
Number(1) == Number(1, note="x")
Number(1) == Number(1, declared=True)
Number(1) == 1
Number(1) != Number(1)
hash(Number(1)) == hash(Number(1, note="x"))
{Number(1): 2}[Number(1)]
Value() == Number(1)
repr(Number(1, "bool", "x", declared=True))
repr(Value())
Number(1).next()
Number(1, "bool", declared=True).next().declared
Number(1).token
Number.__match_args__
Place(1) == Place(1)
repr(Place(row=3))
Notes().names is Notes().names
Notes(["a"], None).env
Notes().env
Notes() == Notes()
Notes(["a"]) == Notes()
Number()
Number(1, color=2)
Number(1, "int", "", True)
""".strip().splitlines()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_record_that_is_written_out_answers_as_a_dataclass(both: list[Any], question: str) -> None:
    said = []
    for module in both:
        try:
            said.append(repr(eval(question, vars(module))))
        except TypeError as error:
            said.append(type(error).__name__)
    assert said[0] == said[1]


def test_a_record_that_is_written_out_has_no_decorator_and_no_default() -> None:
    text = written_out(records({"sample": RECORDS}), "sample", RECORDS)
    assert "@" not in text
    assert "field(" not in text
    assert "    env: _Any\n" in text
    assert "return (self)._replaced(value=(self)._replaced(value=self.value + 1).value)" in text


def test_a_copy_keeps_what_is_derived_and_a_changed_one_does_not(both: list[Any]) -> None:
    _, written = both
    number = written.Number(1)
    number.token = "t"
    assert number._copied().token == "t"
    assert number._replaced(value=2).token is None


def test_fields_come_in_the_order_of_the_bases() -> None:
    known = records({"sample": RECORDS})
    assert [each.name for each in fields(known, "sample.Number")] == ["declared", "token", "value", "kind", "note"]


def test_calls_with_unknown_changes_stay_calls() -> None:
    text = "from pytreelint.knowledge.record import replace\nx = replace(y, **z)\n"
    assert with_methods(text) == text


CONSTANTS = '''"""Constants."""

from __future__ import annotations

import ast
from typing import TypeVar

from pytreelint.knowledge.bases import WRAPPED
from pytreelint.model.values.limits import ENTRY_STEPS

_T = TypeVar("_T")
Block = tuple[ast.AST, str]
KINDS = (ast.Name, ast.Attribute)
_FIRST: dict[str, int] = {"a": 1}
COUNT = 1
COUNT = 2


def grow(node: ast.Call | None = None) -> list[ast.expr]:
    """Reads them."""
    found: list[ast.expr] = []
    match node:
        case ast.Call(args=[ast.Name() as one]) if isinstance(one, ast.Name) and WRAPPED:
            found.append(one)
    return found if isinstance(node, (ast.Call, ast.Name)) and ENTRY_STEPS else [ast.Name("x")]
'''


def test_constants_are_final_and_types_stay_types() -> None:
    text = with_finals(CONSTANTS, {"pytreelint.model.values.limits"})
    assert "import WRAPPED as _read_WRAPPED\n" in text
    assert "import ENTRY_STEPS\n" in text  # compiled too, so it is `Final` there
    added = ["WRAPPED: _IsFinal = _read_WRAPPED", "_ast_Name: _IsFinal = ast.Name", "_ast_Call: _IsFinal = ast.Call"]
    assert set(added) <= set(text.splitlines())
    assert "KINDS: _IsFinal = (ast.Name, ast.Attribute)\n_FIRST: _IsFinal[dict[str, int]] = {" in text
    assert "Block = tuple[ast.AST, str]\n" in text
    assert '_T = TypeVar("_T")\n' in text
    assert "COUNT = 1\nCOUNT = 2\n" in text
    assert "def grow(node: ast.Call | None = None) -> list[ast.expr]:" in text
    assert "case ast.Call(args=[ast.Name() as one]) if isinstance(one, _ast_Name) and WRAPPED:" in text
    assert text.endswith('if isinstance(node, (_ast_Call, _ast_Name)) and ENTRY_STEPS else [_ast_Name("x")]\n')
    compile(text, "constants.py", "exec")


def test_a_module_without_constants_stays_as_it_is() -> None:
    text = "from collections.abc import Sequence\n\nAny_ = Sequence[int]\n"
    assert with_finals(text, ()) == text


def test_the_evaluator_is_known_by_its_class() -> None:
    """The protocol has one implementation, which `with_evaluator` trusts in."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "pytreelint").rglob("*.py")}
    assert [path.stem for path, text in sources.items() if "(Interpreter):" in text] == []
    for name, path in modules(ROOT).items():
        left = [line for line in with_evaluator(sources[path]).splitlines() if "protocol import" in line]
        assert not any("Interpreter" in line for line in left), name


def test_every_room_is_there_and_every_module_can_be_read() -> None:
    found = modules(ROOT)
    known = records({name: path.read_text(encoding="utf-8") for name, path in found.items()})
    assert {f"pytreelint.model.{name}" for name in ("driver.evaluator", "values.value", "algebra.methods")} <= set(
        found
    )
    for name, path in found.items():
        compile(written_out(known, name, path.read_text(encoding="utf-8")), str(path), "exec")


def test_nothing_is_looked_for_in_a_generator() -> None:
    """A compiled generator cannot be asked `x in generator()`."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in modules(ROOT).values()}
    functions = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    generators = {node.name for node in functions if node.returns and "Iterator" in ast.unparse(node.returns)}
    asked = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn))
        for called in [node.comparators[0]]
        if isinstance(called, ast.Call) and ast.unparse(called.func).rpartition(".")[2] in generators
    ]
    assert asked == []


def test_nothing_is_looked_for_in_a_tuple_with_a_star() -> None:
    """mypyc (mypy 2.4.1) stops with an internal error at `x in (*these, *those)`."""
    asked = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path in modules(ROOT).values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare) and any(isinstance(operator, (ast.In, ast.NotIn)) for operator in node.ops)
        for compared in node.comparators
        if isinstance(compared, (ast.Tuple, ast.List, ast.Set))
        if any(isinstance(item, ast.Starred) for item in compared.elts)
    ]
    assert asked == []


def test_what_as_names_is_a_class_or_a_value() -> None:
    """Over a sequence mypyc (mypy 2.4.1) binds an element, over None nothing: `case [1, 2] as pair`."""
    named = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path in modules(ROOT).values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.MatchAs) and node.pattern is not None
        for pattern in (node.pattern.patterns if isinstance(node.pattern, ast.MatchOr) else [node.pattern])
        if not isinstance(pattern, (ast.MatchClass, ast.MatchValue))
    ]
    assert named == []


def test_no_call_names_an_argument_that_its_type_does_not_take() -> None:
    """Such a call runs without the argument once mypyc has compiled it (mypy 2.4.1)."""
    texts = {path: path.read_text(encoding="utf-8") for path in modules(ROOT).values()}
    assert texts
    assert [path for path, text in texts.items() if "type: ignore[call-arg]" in text] == []


def test_what_evaluates_is_not_left_to_a_generator_expression_that_is_held() -> None:
    """Compiled, it goes through all at once; interpreted, as far as somebody asks: other steps, another fuel."""
    held = [
        f"{path}:{node.lineno}: {ast.unparse(generator)}"
        for path in modules(ROOT).values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return, ast.YieldFrom))
        for generator in [node.value]
        if isinstance(generator, ast.GeneratorExp) and _evaluates(generator)
    ]
    assert held == []


def _evaluates(node: ast.AST) -> bool:
    """Whether a call in it is given the evaluator, or is one of its own."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return any(isinstance(each, ast.Name) and each.id == "ev" for call in calls for each in ast.walk(call))


def package(folder: Path) -> Path:
    """A copy of the package, with its records written out."""
    shutil.copytree(ROOT / "pytreelint", folder / "pytreelint", ignore=shutil.ignore_patterns("__pycache__"))
    write_out(modules(folder))
    return folder


def check(package: Path, *paths: str, cwd: Path) -> tuple[int, str, str]:
    """What a check with this package says of some paths."""
    command = [sys.executable, "-m", "pytreelint", "check", "--isolated", "--no-cache", "--coverage"]
    command += ["--output-format", "jsonl", *paths]
    environ = environment(cwd, PYTHONPATH=str(package), PYTHONSAFEPATH="1")
    done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long
def test_what_is_written_out_finds_the_same(tmp_path: Path) -> None:
    family = [f"fixtures/{path.name}" for path in sorted((ROOT / "fixtures").glob("PTL204*"))]
    code, findings, said = check(package(tmp_path), *family, "examples", cwd=ROOT)
    assert (code, findings, said) == check(ROOT, *family, "examples", cwd=ROOT)
    assert "PTL204" in findings


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, compiled; where that cannot be, the tests say why they are skipped."""
    for name in ("mypyc", "setuptools"):
        if importlib.util.find_spec(name) is None:
            raise unittest.SkipTest(f"{name} is not installed")
    compiler = (sysconfig.get_config_var("CC") or "cl").split()[0]
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    if shutil.which(compiler) is None or not header.exists():
        raise unittest.SkipTest(f"no C compiler: {compiler} and {header} are needed")
    folder = package(tmp_path_factory.mktemp("native"))
    assert compiled(ROOT, folder, level=1)
    return folder


@pytest.mark.long
def test_the_compiled_build_says_so(native: Path, tmp_path: Path) -> None:
    environ = environment(tmp_path, PYTHONPATH=str(native), PYTHONSAFEPATH="1")
    command = [sys.executable, "-m", "pytreelint", "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("(compiled)\n")


@pytest.mark.long
@pytest.mark.parametrize("part", ["fixtures", "tests/programs", "tests/mutants/programs", "examples"])
def test_the_compiled_build_finds_the_same(native: Path, part: str) -> None:
    assert check(native, part, cwd=ROOT) == check(ROOT, part, cwd=ROOT)


@pytest.mark.long
@pytest.mark.parametrize("library", ["equinox", "diffrax", "optimistix", "lineax", "flowjax"])
def test_the_compiled_build_finds_the_same_in_libraries(native: Path, library: str, tmp_path: Path) -> None:
    found = importlib.util.find_spec(library)
    assert found is not None and found.origin is not None
    shutil.copytree(Path(found.origin).parent, tmp_path / library)
    assert check(native, ".", cwd=tmp_path) == check(ROOT, ".", cwd=tmp_path)


@pytest.mark.long
def test_the_compiled_build_reads_hostile_files(native: Path, tmp_path: Path) -> None:
    for number, text in enumerate(CONTENTS.values()):
        (tmp_path / f"t{number}.py").write_bytes(text)
    code, findings, said = check(native, ".", cwd=tmp_path)
    assert (code, findings, said) == check(ROOT, ".", cwd=tmp_path)
    assert "internal error" not in said
