"""Hostile projects: each makes some files in the working directory. `fixable` is a program that `fix` changes."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

from tests.cli.test_fix import BROKEN

Make = Callable[[], object]

FIXABLE = BROKEN.encode()
REMOVED = b"import jax\njax.tree_map(len, [1])\n"  # what pins are read for
ESCAPES = "\x1b]0;t\x07\x1b[2J\x9b\u202e\x7f".encode()

CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "null characters": b"\0" * 10_000,
    "utf-16": BROKEN.encode("utf-16"),
    "byte order mark twice": b"\xef\xbb\xbf" * 2 + FIXABLE,
    "mark and another encoding": b"\xef\xbb\xbf# coding: latin-1\n" + FIXABLE,
    "crlf": FIXABLE.replace(b"\n", b"\r\n"),
    "cr": FIXABLE.replace(b"\n", b"\r"),
    "mixed ends": FIXABLE.replace(b"\n", b"\r\n", 3).replace(b"\n", b"\r", 1),
    "form feeds": b"\x0c" + FIXABLE.replace(b"\n\n", b"\n\x0c\n"),
    "no encoding": b"# \xe9\n" + FIXABLE,
    "latin-1": b"# coding: latin-1\n# \xe9\n" + FIXABLE,
    "several spellings": b"# coding: cp932\n# \xfa\x54\n" + FIXABLE,
    "a codec that raises": b"# coding: idna\n# a..b\n" + FIXABLE,
    "a codec for bytes": b"# coding: hex\n" + FIXABLE,
    "undefined": b"# coding: undefined\n" + FIXABLE,
    "a cookie with escapes": b"# coding: " + ESCAPES + b"\n" + FIXABLE,
    "escapes": b"x = '" + ESCAPES + b"'  # " + ESCAPES + b"\n" + FIXABLE,
    "a syntax error with escapes": b"x = " + ESCAPES + b"\n",
    "a tower of brackets": b"x = " + b"(" * 1500 + b")" * 1500,
    "a chain of operators": b"x = " + b"1 + " * 5000 + b"1\n" + FIXABLE,
    "a chain of attributes": b"x = a" + b".b" * 5000 + b"\n" + FIXABLE,
    "branches": b"if a: pass\n" + b"elif b: pass\n" * 2000 + FIXABLE,
    "one long line": b"x = '" + b"a" * 1_000_000 + b"'\n" + FIXABLE,
    "a long number": b"x = " + b"1" * 100_000 + b"\n",
    "a longer number": b"X = 0x"
    + b"f" * 20_000
    + b"\n"
    + FIXABLE.replace(b"print(", b"print(X, X ** X, 1 << X, [0] * X, "),
    "no last newline": FIXABLE.rstrip(),
    "suppressions without end": b"# pytreelint: ignore[" * 5000 + b"\n" + FIXABLE,
    "imports of itself": b"import t\nfrom t import *\nfrom .......... import x\nx = t.t.x\n" + FIXABLE,
    "classes of themselves": b"class A(A): pass\nclass B(C): pass\nclass C(B): pass\nx: 'x' = x\n" + FIXABLE,
    "annotations that are none": b"def f(a: '((((', b: \"'''\"): pass\n" + FIXABLE,
    "metadata": b"# /// script\n# dependencies = " + b"[" * 5000 + b"\n# ///\n" + REMOVED,
    "metadata of a large version": b"# /// script\n# dependencies = ['jax==" + b"9" * 5000 + b"']\n# ///\n" + REMOVED,
    "much metadata": b"# /// script\n" * 5000 + REMOVED,
    "surrogates": b"x = '\\ud800' + '\\udfff' + f'{chr(0xd800)}'\n" + FIXABLE,
    "bytes of a surrogate": b"# \xed\xa0\x80\n" + FIXABLE,
    "a mark and all ends": b"\xef\xbb\xbf"
    + FIXABLE.replace(b"\n", b"\r\n", 2).replace(b"):\n", b"):\r").replace(b"\n\n", b"\n\x0c\n"),
    "functions in functions": b"".join(b" " * n + b"def f%d(x):\n" % n for n in range(95))
    + b" " * 95
    + b"pass\n"
    + FIXABLE,
    "lambdas in lambdas": b"f = " + b"lambda x: " * 900 + b"x\n" + FIXABLE,
    "two cookies": b"# coding: utf-8\n# coding: latin-1\n# \xe9\n" + FIXABLE,
    "an encoding with shifts": b"# coding: utf-7\nx = '+AAAA-'\n" + FIXABLE,
    "names that Python folds": "\ufb01 = 1\nclass \U0001d400: \ufb01: int\nprint(fi, A)\n\xb5 = 2\n".encode() + FIXABLE,
    "tabs and blanks": b"if 1:\n\tx = 1\n        y = 2\n" + FIXABLE,
    "decorators": b"import jax\n" + b"@jax.jit\n" * 500 + b"def f(x): return x\n" + FIXABLE,
    "transforms of transforms": b"import jax\nf = "
    + b"jax.jit(jax.vmap(" * 45
    + b"abs"
    + b"))" * 45
    + b"\nf(1)\n"
    + FIXABLE,
    "work without end": b"for i in range(10 ** 18): x = [0] * 10 ** 12\n"
    b"y = 'a' * 10 ** 12, 10 ** 10 ** 10, 1 << 10 ** 12, '%1000000000d' % 1, f'{1:1000000000}', int('9' * 5000)\n"
    b"z = list(range(10 ** 18)), bytes(10 ** 12), 2.0 ** 5000, 1 // 0, 'x'.zfill(10 ** 12), [*range(10 ** 12)]\n"
    b"while y: y += y\n" + FIXABLE,
    "unpacking": b"a, (b, *c), *d = *e, *f = [*a, *(*b, *c)]\ndel (a), [b, (c)]\n(y): int = 2\n*g, = x\n" + FIXABLE,
    "names of everywhere": b"global x, t\ndef f():\n  global f, x\n  f = x = f\nf()()()\n" + FIXABLE,
    "a last backslash": FIXABLE + b"x = 1 + \\",
}
NAMES = {
    "escapes": "\x1b[31mx.py",
    "a line": "a\nb.py:1:1: PTL999 x.py",
    "no text": "\udcff\udcfe.py",
    "turned": "\u202egnp.py",
    "markup": "[bold]x[.py",
    "an option": "-x.py",
    "long": "a" * 250 + ".py",
    "shell": "a\"'\\$(x)`y %s{0}.py",
    "a standard module": "dataclasses.py",
    "a library": "jax.py",
    "home": "~.py",
}


def file(name: str, content: bytes = FIXABLE) -> None:
    """A file in the working directory, and its folders."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content)


def with_program(*makes: Make) -> Make:
    """The fixable program, and something beside it."""
    return together(content("t.py", FIXABLE + REMOVED), *makes)


def together(*makes: Make) -> Make:
    def make() -> None:
        for one in makes:
            one()

    return make


def link(target: str, name: str) -> Make:
    return lambda: os.symlink(target, name)


def pipe(name: str) -> Make:
    return together(lambda: Path(name).parent.mkdir(parents=True, exist_ok=True), lambda: os.mkfifo(name))


def content(name: str, text: bytes) -> Make:
    return lambda: file(name, text)


PACKAGES = ".venv/lib/python3.11/site-packages/"
PLACES: dict[str, Make] = {
    "a folder": lambda: file("t.py/x.py"),
    "a pipe": with_program(pipe("u.py")),
    "a socket": with_program(lambda: socket.socket(socket.AF_UNIX).bind("u.py")),
    "a link to nothing": with_program(link("gone", "u.py")),
    "links in a circle": with_program(link("v.py", "u.py"), link("u.py", "v.py")),
    "folders in a circle": with_program(lambda: os.makedirs("a/b"), link("..", "a/b/c")),
    "a device without end": with_program(link("/dev/zero", "u.py")),
    "a terminal": with_program(link("/dev/tty", "u.py")),
    "memory": with_program(link("/proc/self/mem", "u.py")),
    "a notebook that is a folder": with_program(lambda: os.makedirs("u.ipynb/v.py")),
    "links upwards": with_program(link("..", "up.py"), link(".", "here.ipynb")),
    "settings nested deeply": with_program(content("pyproject.toml", b"a = " + b"[" * 3000 + b"]" * 3000)),
    "another encoding beside": with_program(content("u.py", b"# coding: unicode_escape\nx = '\\u0041'\n" + FIXABLE)),
    "nobody may write": with_program(lambda: os.chmod("t.py", 0o444)),
    "two names": with_program(lambda: os.link("t.py", "u.py")),
    "a sparse file": with_program(lambda: open("u.py", "wb").truncate(10**10)),  # noqa: SIM115
    "deep folders": lambda: file("d/" * 300 + "t.py"),
    "patterns: a pipe": with_program(pipe(".gitignore"), pipe(".git/info/exclude")),
    "patterns: without end": with_program(link("/dev/zero", ".gitignore")),
    "patterns: stars": with_program(
        content(".gitignore", b"\xff\0[\n!\n\\\n" + b"*a" * 30 + b"b\n"), content("a" * 200 + ".py", b"")
    ),
    "configuration: a pipe": with_program(pipe("pyproject.toml"), pipe("pytreelint.toml")),
    "configuration: without end": with_program(link("/dev/zero", "pytreelint.toml")),
    "configuration: deep": with_program(content("pytreelint.toml", b"x=" + b"[" * 5000)),
    "configuration: a long key": with_program(content("pyproject.toml", b"# pytreelint\n" + b"a." * 50_000 + b"b=1\n")),
    "configuration: escapes": with_program(content("pytreelint.toml", b'"\\u001b\\n" = 1\n')),
    "configuration: null": with_program(content("pytreelint.toml", b'python = "\\u0000"\n')),
    "configuration: a size": with_program(content("pytreelint.toml", b'max-file-size = "' + b"9" * 400 + b'GB"\n')),
    "configuration: a folder": with_program(lambda: os.makedirs("pyproject.toml"), lambda: os.makedirs("uv.lock")),
    "configuration: extends a pipe": with_program(pipe("b.toml"), content("pytreelint.toml", b'extend = "b.toml"\n')),
    "configuration: extends a folder": with_program(content("pytreelint.toml", b'extend = ".."\n')),
    "configuration: extends itself": with_program(
        content("pytreelint.toml", b'extend = "b.toml"\n'), link("pytreelint.toml", "b.toml")
    ),
    "configuration: rules in a pipe": with_program(
        pipe("rules/x.py"), content("pytreelint.toml", b'rules = ["./rules"]\n')
    ),
    "configuration: rules that end": with_program(
        content("rules/x.py", b"raise SystemExit('\x1b[2J')\n"), content("pytreelint.toml", b'rules = ["./rules"]\n')
    ),
    "baseline: a pipe": with_program(pipe("pytreelint-baseline.json")),
    "baseline: deep": with_program(content("pytreelint-baseline.json", b"[" * 100_000)),
    "baseline: odd": with_program(
        content(
            "pytreelint-baseline.json",
            b'{"version": 1, "findings": {"t.py": {"PTL201": {"f": NaN, "\\ud800": 1e999}}, "\\u001b": []}}',
        )
    ),
    "cache: here": with_program(content("pytreelint.toml", b'cache-dir = "."\n')),
    "cache: home": with_program(content("pytreelint.toml", b'cache-dir = "~/x"\n')),
    "cache: null": with_program(content("pytreelint.toml", b'cache-dir = "\\u0000"\n')),
    "cache: a file": with_program(content("pytreelint.toml", b'cache-dir = "t.py"\n')),
    "cache: a link": with_program(content("pytreelint.toml", b""), link("/", ".pytreelint_cache")),
    "cache: not ours": with_program(content("pytreelint.toml", b""), content(".pytreelint_cache/thesis", b"important")),
    "pins: pipes": with_program(pipe("uv.lock"), link("/dev/zero", "requirements.txt"), pipe("setup.cfg")),
    "pins: damaged": with_program(
        content("setup.cfg", b"jax [\n"),
        content("setup.py", b"jax " + b"(" * 5000),
        content("Pipfile.lock", b"[" * 100_000 + b"jax"),
        content("uv.lock", b"\xff jax\n"),
    ),
    "environment: damaged": with_program(
        content(".venv/pyvenv.cfg", b"\xff\0home=\nversion = " + b"9" * 5000 + b".1"),
        pipe(PACKAGES + "x.pth"),
        pipe(PACKAGES + "equinox/__init__.py"),
        link("/dev/zero", PACKAGES + "y.pth"),
    ),
    "environment: the root": with_program(link("/", ".venv")),
    "stubs: pipes": with_program(pipe("stubs/numpy.pyi"), pipe("stubs/foo.pyi"), pipe("foo.py")),
    "packages in a circle": together(
        content("__init__.py", b"from .a import *\n"),
        content("a/__init__.py", b"from . import b\nfrom .b import *\n"),
        content("a/b.py", b"from . import *\nfrom .. import a\n" + FIXABLE),
    ),
}


def cells(*sources: object, ascii_only: bool = False) -> bytes:
    """A notebook of code."""
    given = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources]
    return json.dumps({"cells": given, "metadata": {}}, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")


PROGRAM = FIXABLE.decode()
NOTEBOOKS: dict[str, bytes] = {
    "right": cells("%%time\n" + PROGRAM, PROGRAM.splitlines(keepends=True)),
    "empty": b"",
    "cut off": cells(PROGRAM)[:-40],
    "no text": b"\xff\xfe\x00",
    "deep": b'{"cells": ' + b"[" * 100_000,
    "deep below": b'{"metadata": ' + b"[" * 900 + b"]" * 900 + b', "cells": []}',
    "of another shape": b'{"cells": [null, 1, "x", {}, {"cell_type": "code", "source": {"a": 1}}]}',
    "twice the same key": b'{"cells": 1, "cells": ' + cells(PROGRAM)[10:],
    "two values": cells(PROGRAM) * 2,
    "half a character": cells("x = '\ud800'\n" + PROGRAM, ascii_only=True),
    "null": cells("x = 1\0\n" + PROGRAM, ascii_only=True),
    "escapes": cells("x = '" + ESCAPES.decode() + "'  # " + ESCAPES.decode() + "\n" + PROGRAM, ascii_only=True),
    "ends of lines": cells("a\rb\r\nc\u2028d\x0c\n" + PROGRAM.replace("\n", "\r\n")),
    "marks": cells("# %% cell 2\n" + PROGRAM, "x  # %magic 0", "%time x"),
    "magics": cells("%\n!\n?\n%%\n??\nx = !\n%time\n%time -x\n\\", "%%", "%%time", "! \\", "", PROGRAM),
    "a cell that is open": cells("x = (" * 1000, ")" * 1000, PROGRAM),
    "an unfinished merge": b"<<<<<<< HEAD\n" + cells(PROGRAM) + b"\n=======\n" + cells(PROGRAM) + b"\n>>>>>>> x\n",
    "one long line": cells("x = '" + "a" * 1_000_000 + "'\n" + PROGRAM),
    "no numbers": cells(PROGRAM)[:-1] + b', "x": NaN, "y": 1e999, "z": -Infinity, "a": -0.0}',
    "a long number": b'{"nbformat": ' + b"9" * 10_000 + b', "cells": ' + cells(PROGRAM)[10:],
    "one source twice": cells(PROGRAM).replace(b'"outputs"', b'"source": "x = 1", "outputs"'),
    "ends of lines between": cells(PROGRAM).replace(b", ", b",\r").replace(b": ", b":\r\n"),
    "spelled out": cells(PROGRAM).replace(b"code", b"c\\u006fde").replace(b"jax", b"j\\u0061x"),
    "a character in two lines": cells(["x = '\ud83d", "\ude00'\n", "y = 1"], PROGRAM, ascii_only=True),
    "broken cells": cells("import jax", "x = (", PROGRAM, "'''", "    if 1:", "%%time\n)", "%time x = (", "\t", "\\"),
    "nothing in cells": cells("", "\n", "   ", "%%time", "%%time\n", "!", "#", PROGRAM),
    "a long magic": cells("%timeit " + "x + " * 20_000 + "x\n" + "!" + "y" * 1_000_000, PROGRAM),
    "many cells": cells(*["x = 1\n%ls"] * 3000, PROGRAM),
}


def projects() -> dict[str, Make]:
    """All of them, by name."""
    found: dict[str, Make] = {f"content: {name}": content("t.py", text) for name, text in CONTENTS.items()}
    found |= {f"name: {name}": content(text, FIXABLE) for name, text in NAMES.items()}
    found |= {f"folder: {name}": content(text.removesuffix(".py") + "/m.py", FIXABLE) for name, text in NAMES.items()}
    found |= {f"notebook: {name}": content("t.ipynb", text) for name, text in NOTEBOOKS.items()}
    return {**found, **PLACES}
