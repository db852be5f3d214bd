"""Files in which values, classes or loops grow with each line: a finding elsewhere in them is told within seconds."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import pytreelint

HEAD = """import functools
import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    table: jax.Array = eqx.field(static=True)


"""
USE = "jax.jit(lambda v: v)(x)\n"
GROWING = {
    "tuple": "x = ('a',)\n" + "x = (x, x)\n" * 60 + USE,
    "module": "class Pair(eqx.Module):\n    a: object\n    b: object\nx = Pair(jnp.ones(1), 1)\n"
    + "x = Pair(x, x)\n" * 60
    + USE,
    "dict": "x = {'a': 1}\n" + "x = {'a': x, 'b': x, **x}\n" * 50 + USE,
    "item": "d = {'a': (1,)}\n" + "d['a'] = (d['a'], d['a'])\n" * 60 + "x = d['a']\n" + USE,
    "calls": "def two(x): return (x, x)\nx = " + "two(" * 60 + "1" + ")" * 60 + "\n" + USE,
    "partial": "x = lambda *a: a\n" + "x = functools.partial(x, x, x)\n" * 60 + USE,
    "branches": "x = (1,)\n" + "if len(jax.devices()) > 1:\n    x = (x, x)\nelse:\n    x = [x, x]\n" * 40 + USE,
    "annotations": "class A0(eqx.Module):\n    x: str\n"
    + "".join(f"class A{i}(eqx.Module):\n    a: A{i - 1}\n    b: A{i - 1}\n" for i in range(1, 60))
    + "@jax.jit\ndef f(x: A59): return x\n",
    "bases": "class K0(eqx.Module):\n    x: str\n"
    + "".join(f"class K{i}(K{i - 1}):\n    x{i}: str\n" for i in range(1, 1500))
    + "x = K1499\n"
    + USE,
    "loops": "".join("    " * i + "for i in range(9):\n" for i in range(19)) + "    " * 19 + "x = jnp.ones(i)\n",
    "whiles": "def f(x):\n"
    + "".join("  " * i + "while x > 0:\n" for i in range(1, 19))
    + "  " * 19
    + "x = x - 1\nf(1)\n",
    "hooks": "class H:\n    def __init_subclass__(cls):\n        class K(H): pass\n        register_(K)\n"
    f"class L(H): pass\nx = L()\n{USE}",
}


def test_what_grows_hides_nothing(tmp_path: Path) -> None:
    for what, text in GROWING.items():
        (tmp_path / f"growing_{what}.py").write_text(HEAD + text)
        (tmp_path / f"other_{what}.py").write_text(f"from growing_{what} import x\n{HEAD}{USE}")
    outcome = pytreelint("check", ".", "--no-cache", "--output-format", "concise", cwd=tmp_path)  # ends within a minute
    assert outcome.code == 1
    assert "internal error" not in outcome.err
    told = {line.partition("[")[0].strip() for line in outcome.out.splitlines() if "PTL101" in line}
    assert told == {f"growing_{w}.py:8:5: PTL101" for w in GROWING} | {f"other_{w}.py:9:5: PTL101" for w in GROWING}


def test_a_suppression_of_many_names_is_read_in_time(tmp_path: Path) -> None:
    names = ",".join(["static-array"] * 30_000)
    (tmp_path / "net.py").write_text(f"{HEAD}# pytreelint: ignore[{names}]\n")
    outcome = pytreelint("check", ".", "--no-cache", "--output-format", "concise", cwd=tmp_path)
    assert outcome.code == 1
    assert outcome.out.count("PTL902") == 30_000
