"""The mutants that read one key for another one."""

from __future__ import annotations

from pathlib import Path

from benchmarks.corpus import Package
from benchmarks.key_mutants import mutants_of
from benchmarks.mutants.counting import drawn
from benchmarks.mutants.mutant import sources

SOURCE = """
import jax
import jax.numpy as jnp

def draw(key):
    a, b, c = jax.random.split(key, 3)
    é = jax.random.normal(a), jax.random.normal(b)
    return é, jax.random.normal(b), jax.random.normal(c)

def rebound(key):
    key, used = jax.random.split(key)
    key = jax.random.fold_in(key, 1)
    return jax.random.normal(used), key

def arrays(x):
    a, b = jnp.split(x, 2)
    return a + b
"""


def test_the_second_key_is_read_as_the_first(tmp_path: Path) -> None:
    file = tmp_path / "draws.py"
    file.write_text(SOURCE, encoding="utf-8")
    package = Package("draws", "1", tmp_path)
    found = {each.what: each for each in mutants_of(package, file)}
    assert set(found) == {"`a` for `b`", "`b` for `c`"}, "keys alone, and none that is bound again"
    text = found["`a` for `b`"].text()
    assert text.count("normal(a)") == 3 and "normal(b)" not in text and "normal(c)" in text
    assert text.replace("normal(a)", "") == SOURCE.replace("normal(a)", "").replace("normal(b)", "")


def test_few_are_of_one_file_and_none_of_tests(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    body = "def f{0}(key):\n    a, b = jr.split(key)\n    return g(a), g(b)\n"
    for file in (tmp_path / "many.py", tmp_path / "tests" / "many.py"):
        file.write_text("".join(body.format(n) for n in range(5)), encoding="utf-8")
    package = Package("many", "1", tmp_path)
    every = [mutant for source in sources(package) for mutant in mutants_of(package, source)]
    assert [each.file.parent for each in drawn(every, 0)] == [tmp_path, tmp_path]
