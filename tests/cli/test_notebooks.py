"""Notebooks by every command: found, placed by cell, fixed, suppressed, accepted, and never damaged."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

from tests.cli.running import Outcome, pytreelint
from tests.engine.test_since import commit, git
from tests.model.text.test_notebook import code, notebook
from tests.report.test_sarif import SCHEMA as SARIF

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/schema/check.v1.json").read_bytes())
CELLS = (
    "%load_ext autoreload\nimport jax\nimport jax.numpy as jnp\nimport equinox as eqx\n!pip install x \\\n  y",
    "class Net(eqx.Module):\n    w: jax.Array\n    f: object  # é",
    "%%time\nnet = Net(jnp.ones(3), jax.nn.relu)\n\n@jax.jit\ndef run(net, x):\n    return net.f(net.w * x)\n",
    "run(net, 1.0)\nrun?",
)
TEXT = {"cell_type": "markdown", "metadata": {}, "source": ["# A *net*"]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytreelint.toml").write_text("")
    write(tmp_path)
    return tmp_path


def write(folder: Path, *cells: str) -> None:
    text = notebook(*(cells or CELLS)[:2], TEXT, *(cells or CELLS)[2:])
    (folder / "net.ipynb").write_text(text, encoding="utf-8")


def check(project: Path, *arguments: str) -> Outcome:
    return pytreelint("check", "-q", *arguments, cwd=project)


def test_findings_are_placed_by_cell(project: Path) -> None:
    assert check(project, "--output-format", "concise").out.startswith("net.ipynb:cell 4:4:2: PTL201 ")
    full = check(project).out
    assert " --> net.ipynb:cell 4:4:2\n" in full
    assert "4 | @jax.jit\n" in full
    assert "5 | def run(net, x):\n" in full
    assert " ::: net.ipynb:cell 2:3:5\n3 |     f: object  # é\n" in full
    assert " ::: net.ipynb:cell 5:1:1\n1 | run(net, 1.0)\n" in full


def test_programs_are_told_the_cell(project: Path) -> None:
    found = json.loads(check(project, "--output-format", "json").out)
    jsonschema.validate(found, SCHEMA)
    assert (found[0]["cell"], found[0]["location"]) == (4, {"row": 4, "column": 2})
    assert found[0]["filename"] == str(project / "net.ipynb")
    assert {step["cell"] for step in found[0]["related"]} == {2, 4, 5}
    assert all("cell" in edit for edit in found[0]["fix"]["edits"])


def test_programs_that_know_files_are_told_its_row(project: Path) -> None:
    rows = (project / "net.ipynb").read_text(encoding="utf-8").split("\n")
    row = next(number for number, text in enumerate(rows, 1) if "@jax.jit" in text)
    assert f"file=net.ipynb,line={row},endLine={row},col=7," in check(project, "--output-format", "github").out
    log = json.loads(check(project, "--output-format", "sarif").out)
    jsonschema.validate(log, SARIF)
    result = log["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == row
    assert result["message"]["text"].count("(cell 4, line 4)") == 1
    quality = json.loads(check(project, "--output-format", "gitlab").out)
    assert quality[0]["location"]["lines"]["begin"] == row


def test_a_fix_changes_its_lines_alone(project: Path) -> None:
    before = (project / "net.ipynb").read_bytes()
    diff = pytreelint("fix", "--diff", cwd=project).out
    assert diff.count("@@ cell 1\n") == 1
    assert diff.count("@@ cell 4\n") == 1
    done = pytreelint("fix", cwd=project)
    assert done.code == 0, done.out + done.err
    after = (project / "net.ipynb").read_bytes()
    lines = after.split(b"\n")
    assert [line for line in before.split(b"\n") if line not in lines] == [b'    "@jax.jit\\n",']
    assert sum(line not in before for line in lines) == 2
    (project / "net.ipynb").write_bytes(before)
    subprocess.run(["patch", "-p0"], input=diff.encode(), cwd=project, check=True, capture_output=True)
    assert (project / "net.ipynb").read_bytes() == after
    assert check(project).out == ""


def test_the_tree_of_a_class(project: Path) -> None:
    rows = pytreelint("tree", "net.ipynb::Net", cwd=project).out.splitlines()
    assert rows[0].split()[:3] == ["Net", "node", "net.ipynb.Net"]
    assert rows[1].endswith("declared here, net.ipynb:cell 2:2")


def test_a_fix_on_stdin(project: Path) -> None:
    before = (project / "net.ipynb").read_bytes()
    done = pytreelint("fix", "-", "--stdin-filename", "net.ipynb", cwd=project, stdin=before)
    assert "@filter_jit" in done.out
    found = pytreelint("check", "-", "--stdin-filename", "new.ipynb", "-q", cwd=project, stdin=before)
    assert " --> new.ipynb:cell 4:4:2\n" in found.out
    assert "4 | @jax.jit" in found.out


def test_the_statement_of_a_magic_is_fixed(project: Path) -> None:
    broken = "%%time\nimport jax\nf = jax.tree_map\n%timeit -n 3 jax.tree_map(len, [])  # é\nx = !ls"
    (project / "net.ipynb").write_text(notebook(broken), encoding="utf-8")
    done = pytreelint("fix", cwd=project)
    assert (done.code, done.err) == (0, "")
    assert (project / "net.ipynb").read_text(encoding="utf-8") == notebook(broken.replace("tree_map", "tree.map"))


def test_the_line_of_a_magic_stays_where_it_is(project: Path) -> None:
    first = "import equinox as eqx\nimport jax.numpy as jnp\n%time from jax import jit, nn"
    net = "class Net(eqx.Module):\n    w: object\n    f: object"
    long = "x" * 120
    use = f"%time {long} = jit(lambda net: net.w)\n{long}(Net(jnp.ones(3), nn.relu))"
    (project / "net.ipynb").write_text(notebook(first, net, use))
    done = pytreelint("fix", cwd=project)
    assert (done.code, done.err) == (0, "")
    added = f"{first}\nfrom pytreelint.runtime import filter_jit"
    assert (project / "net.ipynb").read_text() == notebook(added, net, use.replace("jit(", "filter_jit("))


def test_suppressions(project: Path) -> None:
    done = check(project, "--add-suppressions", "it is a demo")
    assert done.code == 0, done.out + done.err
    assert json.loads((project / "net.ipynb").read_bytes())["cells"][3]["source"][3] == (
        "@jax.jit  # pytreelint: ignore[opaque-leaf-in-jit] it is a demo\n"
    )
    assert check(project).code == 0
    write(project, *(cell.replace("@jax.jit", "@jax.jit  # pytreelint: ignore[PTL203]") for cell in CELLS))
    assert "net.ipynb:cell 4:4:32: PTL902" in check(project, "--output-format", "concise").out


def test_the_baseline_knows_cells_by_their_names(project: Path) -> None:
    write(project, *CELLS[:3], "f = jax.jit(lambda net: net.w)\nf(net)")
    assert pytreelint("baseline", "create", cwd=project).code == 0
    held = json.loads((project / "pytreelint-baseline.json").read_bytes())
    assert {"run", "<cell id4>"} >= set(held["findings"]["net.ipynb"]["PTL201"])
    assert check(project).code == 0


def test_only_cells_that_changed(project: Path) -> None:
    git(project, "init", "--quiet")
    commit(project)
    assert check(project, "--since", "HEAD").code == 0
    write(project, *CELLS[:2], CELLS[2].replace("@jax.jit", "@jax.jit  # now"), CELLS[3])
    assert check(project, "--since", "HEAD").code == 1


def test_a_broken_cell_leaves_the_others_to_be_checked(project: Path) -> None:
    write(
        project, *CELLS[:2], CELLS[2].replace("@jax.jit", "@jax.jit  # pytreelint: ignore[PTL203]"), CELLS[3], "y = ("
    )
    rows = check(project, "--output-format", "concise").out.splitlines()
    places = ["net.ipynb:cell 4:4:2: PTL201", "net.ipynb:cell 6:1:5: PTL901"]
    assert [" ".join(row.split()[:3]) for row in rows] == places  # neither an unused suppression nor a fix
    before = (project / "net.ipynb").read_bytes()
    assert pytreelint("fix", cwd=project).code == 1
    assert (project / "net.ipynb").read_bytes() == before


@pytest.mark.parametrize("open_cell", ["net = (", "def run(net):", "run.net = net +", "x = 1\nif net"])
def test_what_a_broken_cell_names_is_unknown(project: Path, open_cell: str) -> None:
    write(project, *CELLS[:3], f"{open_cell}", CELLS[3])
    rows = check(project, "--output-format", "concise").out.splitlines()
    assert [row.split()[2] for row in rows] == ["PTL901"]


def test_a_broken_notebook(project: Path) -> None:
    (project / "net.ipynb").write_text('{"cells": [}')
    done = check(project, "--output-format", "concise")
    assert done.code == 1
    assert done.out.startswith("net.ipynb:1:12: PTL901 [unreadable-file] is no notebook: its JSON is broken")


def test_a_module_of_the_same_name_is_another_one(project: Path) -> None:
    (project / "net.py").write_text("import equinox as eqx\nclass Net(eqx.Module):\n    f: object\n")
    use = "import jax\nfrom net import Net\n\n@jax.jit\ndef run(net):\n    return net.f(1)\n\nrun(Net(jax.nn.relu))\n"
    (project / "use.ipynb").write_text(notebook(use))
    for _ in range(2):  # and again from the cache
        done = check(project, "--output-format", "concise")
        assert [row.partition(" PTL")[0] for row in done.out.splitlines()] == [
            "net.ipynb:cell 4:4:2:",
            "use.ipynb:cell 1:4:2:",
        ]


def test_checkpoints_are_no_notebooks_of_the_project(project: Path) -> None:
    (project / ".ipynb_checkpoints").mkdir()
    (project / ".ipynb_checkpoints" / "net-checkpoint.ipynb").write_text("{")
    assert check(project, "--output-format", "concise").out.count("PTL") == 1


def test_figures_may_be_large(project: Path) -> None:
    (project / "pytreelint.toml").write_text('max-file-size = "10kB"\n')
    figure = {**code("x = 1"), "outputs": [{"data": {"image/png": "A" * 100_000}}]}
    (project / "net.ipynb").write_text(notebook(figure))
    assert check(project).code == 0
    (project / "net.ipynb").write_text(notebook("x = 1  # " + "A" * 20_000))
    assert "max-file-size" in check(project).out
