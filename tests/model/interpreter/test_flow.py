"""What a name holds where flows meet: branches, loops, exceptions, changes in place, calls, closures, recursion."""

from __future__ import annotations

import pytest

from pytreelint.model.values.limits import ENTRY_STEPS
from pytreelint.model.values.value import FUEL, Scalar
from tests.model.snippets import Snippet, evaluated, show

BRANCHES = {
    "x = 1\nx = 'a'": "'a'",
    "x = 1\nif unknown(): x = 'a'": "'a' | 1",
    "if unknown(): x = 1\nelse: x = 'a'": "1 | 'a'",
    "x = 1\nif True: x = 2": "2",
    "x = 1\nif 1 > 2: x = 2\nelse: x = 3": "3",
    "x = None\nif x is None: x = array": "jax:inexact",
    "x = 'a'\nif x in ('a', 'b'): x = array": "jax:inexact",
    "x = 'c'\nif x not in ('a', 'b'): x = array": "jax:inexact",
    "x = function\nif not callable(x): x = 1": "lambda",
    "x = array\nif eqx.is_array(x): x = 1": "1",
    "x = 'a'\nif eqx.is_array(x): x = 1": "'a'",
    "x = 'a'\nif isinstance(x, (jax.Array, np.ndarray)): x = 1": "'a'",
    "x = array\nif isinstance(x, jax.Array): x = 1": "1",
    "x = f'{array}'\nif isinstance(x, str): x = 1": "1",
    "x: int = unknown()": "int",
    "x = unknown()\nif isinstance(x, int): y = 1\nx": "int | ?",
    "x, *y = 1, 2, 3": "1",
    "*x, y = 1, 2, 3": "[1, 2]",
    "(a, x), b = (1, array), 2": "jax:inexact",
    "x, y = unknown()": "?",
    "x, y = array": "jax:inexact",
    "x = 1\nx += 1": "2",
    "x = [1]\nx += [array]": "[1, jax:inexact]",
    "a = x = 'a'": "'a'",
    "match 'a':\n case 'b': x = 1\n case _: x = 2": "2",
    "x = 0\nmatch unknown():\n case 1: x = 1": "1 | 0",
    "x = 0\nmatch unknown():\n case y if y > 1: x = 1": "1 | 0",
    "match unknown():\n case [x, _]: pass": "?",
    "x = 1\ndef f():\n global x\n x = 2\nf()": "?",
}

NARROWED = {
    "if v is not None: x = v\nelse: x = 1": "jax:inexact | 1",
    "if not (v is None): x = v\nelse: x = 1": "jax:inexact | 1",
    "if v is None: x = 1\nelse: x = v": "1 | jax:inexact",
    "x = v if v is not None else 'a'": "jax:inexact | 'a'",
    "if v is not None and unknown(): x = v\nelse: x = 1": "jax:inexact | 1",
    "if v is None or unknown(): x = 1\nelse: x = v": "1 | jax:inexact",
    "if eqx.is_array(v): x = v\nelse: x = 1": "jax:inexact | 1",
    "if w: x = w\nelse: x = 1": "def unknown | 1",
    "if callable(w): x = w\nelse: x = 1": "def unknown | 1",
    "if isinstance(w, (int, str)): x = w\nelse: x = 1": "1",
    "class C: pass\nc = C()\nc.v = v\nif c.v is not None: x = c.v\nelse: x = 1": "jax:inexact | 1",
    "class C: pass\nc = C()\nc.v = v\nx = c.v if c.v else 'a'": "jax:inexact | 'a'",
    "class C: pass\nd = C()\nd.c = C()\nd.c.w = w\nif callable(d.c.w): x = d.c.w\nelse: x = 1": "def unknown | 1",
    "class C: pass\nc = C()\nc.v = v\nif c.v is None: c.v = 1\nx = c.v": "1 | jax:inexact",
    "class C: pass\nx = 1\nif isinstance(C(), unknown()): x = 2": "2 | 1",
    "class C: pass\nc = C()\nx = c if isinstance(c, unknown()) else 1": "? | 1",
    "x = 1 if unknown() and True else 2": "1 | 2",
    "x = 1 if unknown() and False else 2": "2",
    "x = 1 if unknown() or False else 2": "1 | 2",
    "x = 1 if unknown() or True else 2": "1",
}

LOOPS = {
    "d = {'a': 1}\nd['a'] += 1\nx = d['a']": "2",
    "d = {'a': [1]}\nd['a'] += ['b']\nx = d['a']": "[1, 'b']",
    "d = [array]\nd[0] += 1\nx = d[0]": "jax:inexact",
    "x = None\nfor _ in range(3): x = array": "jax:inexact",
    "x = None\nfor _ in unknown(): x = array": "None | jax:inexact",
    "x = None\nwhile unknown(): x = array": "None | jax:inexact",
    "x = y = None\nfor _ in unknown(): x, y = y, array": "None | jax:inexact",
    "x = []\nfor i in (1, 2): x.append(i)": "[1, 2]",
    "x = []\nfor i in range(9): x.append(array)": "[*jax:inexact]",
    "x = []\nfor i in unknown(): x.append(array); x.append('a')": "[*jax:inexact & 'a']",
    "for x in []: pass\nelse: x = 1": "1",
    "x = 1\nfor i in unknown():\n if i: x = 'a'; break\n x = 2": "1 | 2 | 'a'",
    "x = 1\nfor i in unknown():\n if i: x = 'a'; continue\n x = 2": "1 | 2 | 'a'",
    "x = 1\nwhile True:\n x = 2\n if unknown(): break": "1 | 2",
    "x = 0\nfor k, v in {'a': array}.items(): x = v": "jax:inexact",
}

ENDS = {
    "try: x = 1\nexcept KeyError: x = 'a'": "1 | 'a'",
    "try: x = 1\nfinally: x = 2": "2",
    "try: y = 1\nexcept Exception as x: pass\nelse: x = 2": "2 | ?",
    "with unknown() as x: pass": "?",
    "with unknown(): x = 1": "1",
    "x = 1\ndel x\nx = 2": "2",
    "def f(a):\n if a: return 1\n return 'a'\nx = f(unknown())": "1 | 'a'",
    "def f(a):\n if a: raise ValueError\n return 'a'\nx = f(unknown())": "'a'",
    "def f(a):\n if a is None: return 1\n return a\nx = f(array)": "jax:inexact",
    "def f(): pass\nx = f()": "None",
    "def f():\n raise ValueError\nx = f()": "?",
    "def f() -> int: ...\nx = f()": "int",
    "def f() -> int: return unknown()\nx = f()": "int",
    "def f():\n yield 1\n yield 'a'\nx = list(f())": "[*1 | 'a']",
    "def f():\n yield from (1, 2)\nx = tuple(f())": "(*1 | 2)",
    "async def f(): return 1\nx = f()": "?",
}

CALLS = {
    "def f(a): return a\nx = f(array)": "jax:inexact",
    "def f(a, *, b=1): return b\nx = f(0)": "1",
    "def f(a: int): return a\nx = f(unknown())": "int",
    "def f(a, /, *b, **c): return (a, b, c)\nx = f(1, 2, d=3)": "(1, (2), {'d': 3})",
    "def f(n):\n def g(): return n\n return g\nx = f('a')()": "'a'",
    "def f(n):\n def g(): return m\n m = n\n return g\nx = f('a')()": "'a'",
    "def f(n): return 0 if n == 0 else f(n - 1)\nx = f(1)": "0",
    "def f(n): return f(n)\nx = f(1)": "?",
    "def f(n): return 1 if unknown() else f(n)\nx = f(1)": "1 | ?",
    "def f(n) -> int: return 1 if unknown() else f(n)\nx = f(1)": "1 | int",
    "def f(*a: int): return a\nx = f(*unknown())": "(*int)",
    "def f(a):\n if isinstance(a, (list, dict)): return a\n return 0\nx = f(unknown())": "[*?] | {**?} | 0",
    "def f(a):\n if isinstance(a, jax.Array): return a\n return 0\nx = f(unknown())": "jax | 0",
    "from collections.abc import Sequence\nx = isinstance(3, Sequence), isinstance('a', Sequence)": "(False, True)",
    "class A: pass\nclass B: pass\ndef f(a: A | B):\n assert isinstance(a, A)\n return a\nx = f(unknown())": "A~()",
    "def f() -> tuple[int, Array]: return unknown(), array\nx = f()": "(int, jax:inexact)",
    "def f(a: list[int]): return a\nx = f([unknown()])": "[int]",
    "x = (lambda f: f(1))(lambda y: y + 1)": "2",
    "def d(f):\n def g(*a): return ('d', f(*a))\n return g\n@d\ndef h(y): return y\nx = h(1)": "('d', 1)",
    "@missing_name\ndef h(): return 1\nx = h()": "?",
    "@functools.wraps(unknown)\ndef h(): return 1\nx = h()": "1",
    "@functools.lru_cache(maxsize=None)\ndef h(): return 1\nx = h()": "1",
    "def f():\n n = 'a'\n def g():\n  nonlocal n\n  n = 1\n g()\n return n\nx = f()": "1",
}

CHANGES = {
    "x = []\nx.append(1)\nx.extend(['a'])": "[1, 'a']",
    "x = [1]\nx.insert(0, 'a')": "['a', 1]",
    "x = ['a']\nx.clear()": "[]",
    "x = ['a', 1]\nx.remove('a')": "[*'a' | 1]",
    "x = ['a', 1]\nx.reverse()": "[1, 'a']",
    "x = ['a', 1]\nx.pop()": "['a']",
    "x = ['a', 1]\ndel x[0]": "[1]",
    "x = {'a': 1, 'b': 2}\ndel x['a']": "{'b': 2}",
    "x = {'a': 1, 'b': 2}\ndel x[unknown()]": "{**1 | 2}",
    "x = {'a': 1}\ny = x.pop(unknown())": "{**1}",
    "y = {'a': 1}\nx = y.get(unknown())": "1 | None",
    "y = {'a': 1}\nx = y.pop(unknown(), 'b')": "1 | 'b'",
    "x = {1}\nx = x.union(['a'])": "set{*1 | 'a'}",
    "x = {'a'}\nx.add(1)": "set{'a', *1}",
    "x = {'a'}\nx.discard('a')": "set{*'a'}",
    "x = {}\nx['a'] = 1": "{'a': 1}",
    "x = {}\nx[unknown()] = 1": "{**1}",
    "x = {'a': 1}\nx.update(b=2)": "{'a': 1, 'b': 2}",
    "x = {'a': 1}\nx.update(unknown())": "{'a': ?, **?}",
    "x = {'a': 1}\nx.setdefault('b', 2)": "{'a': 1, 'b': 2}",
    "x = {'a': 1, 'b': 2}\ny = x.pop('a')": "{'b': 2}",
    "x = {'a': 1}\nx.clear()": "{}",
    "y = {'a': 1}\nx = y.get('b', 'c')": "'c'",
    "x = list({'a': array}.values())": "[jax:inexact]",
    "x = list({'a': array}.keys())": "['a']",
    "x = [1, 2]\nx[0] = 'a'": "['a', 2]",
    "x = [1, 2]\nx[-1] = 'a'": "[1, 'a']",
    "x = [1, 2]\nx[2] = 'a'": "[*1 | 2 | 'a']",
    "x = [1, 2]\nfor i in range(2): x[i] = 'a'": "['a', 'a']",
    "def f(a): a.append(1)\nx = []\nf(x)": "[1]",
    "x = {'a': 'b'} if unknown() else {'a': 1}\nx['a'] = array": "{'a': jax:inexact}",
    "x = {'a': 'b'} if unknown() else {'a': 1}\nx.update(a=array)": "{'a': jax:inexact}",
    "x = {'a': 'b'} if unknown() else {'a': 1}\nx.pop('a')": "{}",
    "def f(a): a['k'] = 1\nx = {}\nf(x)": "{'k': 1}",
    "def f(a): a.pop('k')\nx = {'k': function}\nf(x)": "{}",
    "def f(a): a = list(a); a.append(1)\nx = []\nf(x)": "?",
    "def f(a): a.append(1); a = 2\nx = []\nf(x)": "?",
    "def f(a): a += [1]\nx = []\nf(x)": "[1]",
    "def f(a): a += 1\nx = 1\nf(x)": "1",
    "def f(a):\n if unknown(): a.append(1)\nx = []\nf(x)": "[*1]",
    "class C: pass\ndef f(c): c = C(); c.a = 1\nx = C()\nf(x)": "?",
    "class C: pass\ndef f(c): c = C()\nx = C()\nf(x)": "C()",
    "class C: pass\nx = C()\nx.a = 1": "C(a=1)",
    "class C: pass\nx = C()\nx.a = C()\nx.a.b = 1": "C(a=C(b=1))",
    "class C: pass\ndef f(c): c.a = 1\nx = C()\nf(x)": "C(a=1)",
    "class C:\n def set(self): self.a = 1\nx = C()\nx.set()": "C(a=1)",
    "class C: pass\nx = C()\nx.a = 'a'\nsetattr(x, 'a', 1)": "C(a=1)",
    "class C: pass\nx = C()\nx.a = 'a'\nsetattr(x, unknown(), 1)": "C~(a=?)",
    "x = {}\nx.setdefault('a', []).append(1)": "{'a': [1]}",
    "x = {}\nx.setdefault('a', {}).setdefault('b', []).append(1)": "{'a': {'b': [1]}}",
    "def f(): return []\nclass C:\n def g(self):\n  f().append(1)\n  return self\nx = C().g()": "C()",
    "class C: pass\nx = C()\nx.a = 'a'\nx.__dict__.update(a=1)": "C(a=1)",
    "class C: pass\nx = C()\nx.a = 'a'\nvars(x)['a'] = 1": "C(a=1)",
    "class C: pass\nx = C()\nx.a = 'a'\nx.__dict__ = {**x.__dict__, **unknown()}": "C~(a=?)",
    "class C: pass\nx = C()\nx.a = 'a'\nx.__dict__[1] = 2": "C(a='a')",  # no attribute can be asked for by such a name
    "class C: pass\ny = C()\ny.a = 1\nx = vars(y)": "{'a': 1}",
    "class C: pass\nx = {'k': C()}\nx['k'].a = 1": "{'k': C(a=1)}",
    "class C: pass\nx = C()\nx.a = 'a'\n[][0](x)": "C(a=?)",
    "class C:\n a = 'a'\nclass D(C): pass\nD.a = 1\nx = D().a": "?",
    "class C:\n a = 'a'\nC.a = 1\nx = C.a": "?",
}

ITERATORS = {
    "x = list(zip([1], ['a']))": "[(1, 'a')]",
    "x = zip([1], ['a'])": "iterator{(1, 'a')}",
    "x = list(enumerate(['a'], start=1))": "[(1, 'a')]",
    "x = list(enumerate(['a'], unknown()))": "[*(int, 'a')]",
    "x = [*reversed((1, 'a'))]": "['a', 1]",
    "x = (y for y in [1])": "iterator{1}",
    "x, *y = (z for z in (1, 'a'))": "1",
    "def f():\n yield 1\nx = f()": "iterator{*1}",
    "x = next(iter({'a': 1}))": "'a'",
    "x = list(filter(None, [1]))": "[*1]",
    "class C:\n def __iter__(self):\n  yield 1\nx = [y for y in C()]": "[*1]",
    "class C:\n def __iter__(self): return self\n def __next__(self): return 1\nx = list(C())": "[*1]",
    "class C:\n def __getitem__(self, i): return 'a'\nx = [y for y in C()]": "[*'a']",
    "class C: pass\nx = [y for y in C()]": "[*?]",
}

FLOWS = BRANCHES | LOOPS | ENDS | CALLS | CHANGES | ITERATORS


@pytest.mark.parametrize(("text", "expected"), FLOWS.items(), ids=list(FLOWS))
def test_flow(text: str, expected: str) -> None:
    assert evaluated(text + "\n") == expected


@pytest.mark.parametrize(("text", "expected"), NARROWED.items(), ids=list(NARROWED))
def test_a_test_narrows_what_a_name_may_be(text: str, expected: str) -> None:
    given = "v = array if unknown() else None\nw = None if unknown() else unknown\n"
    assert evaluated(given + text + "\n") == expected


GLOBALS = {
    "VALUE = 1": "1",
    "VALUE = 1\nVALUE = 'a'": "1 | 'a'",
    "if unknown(): VALUE = 1\nelse: VALUE = 'a'": "1 | 'a'",
    "VALUE = None\ndef fill():\n    global VALUE\n    VALUE = array": "?",
    "try:\n    from missing import VALUE\nexcept ImportError:\n    VALUE = None": "?",
    "try:\n    import missing as VALUE\nexcept ImportError:\n    VALUE = None": "?",
    "try:\n    from jax import Array as VALUE\nexcept ImportError:\n    VALUE = None": "jax.Array",
    "for VALUE in (1, 2): pass": "?",
    "VALUE: int": "int",
    "a, VALUE = 1, 'a'": "'a'",
    "def VALUE(): return 1\ndef VALUE(): return 2": "def VALUE | def VALUE",
    "VALUE = VALUE": "?",
    "A = B\nB = A\nVALUE = A": "?",
    "VALUE = 1\nVALUE = 2\nVALUE = 3\nVALUE = 4\nVALUE = 5": "?",
}


@pytest.mark.parametrize(("text", "expected"), GLOBALS.items(), ids=list(GLOBALS))
def test_what_a_function_sees_of_a_module_level_name(text: str, expected: str) -> None:
    snippet = Snippet(f"{text}\n")
    assert show(snippet.ev.name(snippet.module, "VALUE")) == expected


def test_fuel_ends_an_endless_evaluation() -> None:
    snippet = Snippet("def f(n):\n" + "".join(f"    a{i} = n + {i}\n" for i in range(900)) + "    return f\n")
    snippet.ev.bounds.steps = ENTRY_STEPS - 100
    function = snippet.value("f")
    value = snippet.ev.call(function, (Scalar("int"),), {}, snippet.module.tree.body[0], snippet.run())  # type: ignore[arg-type]
    assert value == FUEL
    assert not snippet.ev.bounds.exhausted  # the caller goes on


def test_deep_calls_end_in_the_unknown() -> None:
    chain = "".join(f"def f{i}(): return f{i + 1}()\n" for i in range(40)) + "def f40(): return 1\n"
    assert evaluated(chain + "x = f30()\n") == "1"
    assert evaluated(chain + "x = f0()\n") == "?"
