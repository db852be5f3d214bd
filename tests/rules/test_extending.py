"""Rules of others: folders of a project, packages with an entry point, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Outcome, pytreelint

RULE = """\
from pytreelint.model.values.sites import TransformMade
from pytreelint.rules.rule import Rule


class Compiled(Rule):
    "Something is compiled."

    code = "{code}"
    name = "{name}"
    severity = "warning"
    sites = ("TransformMade",)

    def check(self, site, model):
        yield self.finding(site.module.source.place(site.node), "compiled {where}")
"""
PROGRAM = "import jax\n\nstep = jax.jit(abs)\n"


def rule(code: str = "ACME001", name: str = "compiled-here", where: str = "here") -> str:
    return RULE.format(code=code, name=name, where=where)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "lint_rules").mkdir()
    (tmp_path / "lint_rules" / "compiled.py").write_text(rule())
    (tmp_path / "pytreelint.toml").write_text('rules = ["./lint_rules"]\nexclude = ["lint_rules", "site-packages"]\n')
    (tmp_path / "a.py").write_text(PROGRAM)
    return tmp_path


def check(project: Path, *arguments: str, **environ: str) -> Outcome:
    return pytreelint("check", "--output-format", "concise", "-q", *arguments, cwd=project, stdin=b"", **environ)


def test_a_folder_of_rules(project: Path) -> None:
    assert check(project).out == "a.py:3:8: ACME001 [compiled-here] compiled here\n"
    (project / "lint_rules" / "compiled.py").write_text(rule(where="there"))
    assert check(project).out.endswith("compiled there\n"), "the cache knows the rules that it was written with"
    assert check(project, "--select", "PTL").code == 0
    assert check(project, "--select", "ACME", "--ignore", "compiled-here").code == 0
    assert check(project, "--isolated").code == 0
    assert not list(project.rglob("__pycache__"))
    for comment in ("ignore[ACME001]", "ignore[compiled-here]", "ignore[ACME]", "ignore"):
        (project / "a.py").write_text(PROGRAM.replace("(abs)", f"(abs)  # pytreelint: {comment} why"))
        assert (check(project).out, check(project).code) == ("", 0)


def test_reports_and_pages(project: Path) -> None:
    log = json.loads(check(project, "--output-format", "sarif").out)
    assert "ACME001" in [each["id"] for each in log["runs"][0]["tool"]["driver"]["rules"]]
    assert "Something is compiled" in pytreelint("rule", "ACME001", cwd=project).out
    assert "compiled-here" in pytreelint("rules", cwd=project).out
    assert pytreelint("baseline", "create", cwd=project).code == 0
    assert check(project).code == 0


def test_rules_speak_for_the_files_of_their_configuration(project: Path) -> None:
    other = project / "other"
    (other / "own").mkdir(parents=True)
    (other / "own" / "second.py").write_text(rule("OTHER1", "other-rule"))
    (other / "pytreelint.toml").write_text('rules = ["own"]\nexclude = ["own"]\n')
    (other / "a.py").write_text(PROGRAM)
    assert [row.split()[1] for row in check(project).out.splitlines()] == ["ACME001", "OTHER1"]


def test_several_processes_know_them(project: Path) -> None:
    for number in range(3):
        (project / f"m{number}.py").write_text(PROGRAM)
    assert check(project, "-j", "2", "--no-cache").out.count("ACME001") == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import nowhere_at_all\n", "ModuleNotFoundError"),
        ("def f(:\n", "SyntaxError"),
        (rule(code="PTL999"), "`PTL` is for the rules of pytreelint"),
        (rule(code="acme"), "capital letters and a number"),
        (rule(name="Compiled"), "words in small letters"),
        (rule(name="static-array"), "is taken"),
        (rule().replace('("TransformMade",)', '("Transform",)'), "there is no site `Transform`"),
        (rule().replace('"warning"', '"bad"'), "its severity is 'bad'"),
        (rule().replace("def check", "def other"), "it has no `check`"),
    ],
)
def test_mistakes(project: Path, text: str, told: str) -> None:
    (project / "lint_rules" / "compiled.py").write_text(text)
    done = check(project)
    assert done.code == 2
    assert told in done.err
    assert "pytreelint.toml:1: `rules`:" in done.err
    assert "Traceback" not in done.err


def test_nothing_is_imported_where_that_is_forbidden(project: Path) -> None:
    (project / "lint_rules" / "compiled.py").write_text("raise SystemExit('imported')\n")
    done = check(project, PYTREELINT_NO_PROJECT_RULES="1")
    assert done.code == 2
    assert "is forbidden by PYTREELINT_NO_PROJECT_RULES" in done.err
    assert "imported'" not in done.err
    (project / "pytreelint.toml").write_text('rules = ["nowhere"]\n')
    assert "there is no such folder" in check(project).err


def test_an_installed_package_of_rules(project: Path) -> None:
    site = project / "site-packages"
    (site / "acme_lint").mkdir(parents=True)
    (site / "acme_lint" / "__init__.py").write_text("")
    (site / "acme_lint" / "rules.py").write_text(rule("ACME002", "packaged-rule"))
    (site / "acme-1.0.dist-info").mkdir()
    entry = site / "acme-1.0.dist-info" / "entry_points.txt"
    entry.write_text("[console_scripts]\nx = y:z\n\n[pytreelint.rules]\nacme = acme_lint.rules\n")
    (project / "pytreelint.toml").write_text("exclude = ['site-packages', 'lint_rules']\n")
    root = str(Path(__file__).parents[2])

    def run() -> Outcome:
        return check(project, PYTHONPATH=f"{root}:{site}", PYTHONDONTWRITEBYTECODE="1")

    assert run().out.startswith("a.py:3:8: ACME002 [packaged-rule]")
    (site / "acme_lint" / "rules.py").write_text(rule("ACME003", "packaged-rule"))
    assert run().out.startswith("a.py:3:8: ACME003")
    assert check(project, PYTHONPATH=f"{root}:{site.rename(project / 'project')}").code == 0, "it is installed nowhere"
    (project / "project").rename(site)
    entry.write_text("[pytreelint.rules]\nacme = acme_lint.rules:Nothing\n")
    done = run()
    assert done.code == 2
    assert done.err.startswith("Error: the entry point `acme`: cannot be loaded: AttributeError")
