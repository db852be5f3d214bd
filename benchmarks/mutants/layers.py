"""One layer repeated where a Module made each of its own key."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from benchmarks.corpus import Package
from benchmarks.mutants.donors import last_name
from benchmarks.mutants.mutant import Edit, Mutant, added_before, lines_of, parsed, replaced, sources

LAYER = "one_layer"


def layers(package: Package) -> Iterator[Mutant]:
    """In a constructor of a Module, `[Layer(key=k) for k in keys]` becomes `[Layer(key=keys[0])] * len(keys)`.

    Likewise a list of calls that differ in their key alone, and a loop that appends one layer in each iteration.
    """
    files = [file for file in sources(package) if b"equinox" in file.read_bytes()]
    trees = {file: tree for file in files if (tree := parsed(file))}
    classes = [
        (file, node) for file, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    ]
    modules = _modules([node for _, node in classes])
    for file, cls in classes:
        if cls.name in modules:
            for function in cls.body:
                if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                    for what, edits in _repeated(function):
                        yield Mutant(package, file, cls.name, lines_of(function), what, edits)


def _modules(classes: Iterable[ast.ClassDef]) -> set[str]:
    """The names of classes that derive from a Module, through each other."""
    bases = {cls.name: {last_name(base) for base in cls.bases} for cls in classes}
    found = {"Module"}
    while new := {name for name, above in bases.items() if name not in found and above & found}:
        found |= new
    return found


def _repeated(function: ast.FunctionDef) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    fields = _kept_names(function)
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(_is_field(target) or last_name(target) in fields for target in targets):
                for part in ast.walk(node.value):
                    text = _as_repeated(part)
                    if text is not None and isinstance(part, ast.expr):
                        yield f"`{text}`", (replaced(part, text),)
        elif isinstance(node, ast.For):
            yield from _hoisted(node, fields)


def _kept_names(function: ast.FunctionDef) -> set[str]:
    """The local names that fields take a value from, as it is or inside of a call."""
    stored = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and any(map(_is_field, node.targets))]
    return {part.id for node in stored for part in ast.walk(node.value) if isinstance(part, ast.Name)}


def _is_field(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"


def _as_repeated(node: ast.AST) -> str | None:
    """A list of layers as one layer, repeated; None where they differ in more than their key."""
    match node:
        case ast.ListComp(ast.Call() as layer, [ast.comprehension(target, source, [], 0)]):
            first = _first(layer, target, source)
            return None if first is None else f"[{first}] * {_length(source)}"
        case ast.Call(
            ast.Name("tuple"), [ast.GeneratorExp(ast.Call() as layer, [ast.comprehension(target, source, [], 0)])], []
        ):
            first = _first(layer, target, source)
            return None if first is None else f"({first},) * {_length(source)}"
        case ast.List([ast.Call() as layer, *others]) | ast.Tuple([ast.Call() as layer, *others]) if others:
            same = {_without_key(each) for each in (layer, *others)}
            text = ast.unparse(layer) if len(same) == 1 and None not in same else None
            repeated = f"[{text}]" if isinstance(node, ast.List) else f"({text},)"
            return None if text is None else f"{repeated} * {len(others) + 1}"
    return None


def _hoisted(loop: ast.For, fields: set[str]) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """`for k in keys: layers.append(Layer(key=k))`: the layer is made in front of the loop."""
    match loop.body:
        case [ast.Expr(ast.Call(ast.Attribute(holder, "append"), [ast.Call() as layer], []))]:
            first = _first(layer, loop.target, loop.iter)
            if first is not None and (_is_field(holder) or last_name(holder) in fields):
                edits = (added_before(loop, f"{LAYER} = {first}"), replaced(layer, LAYER))
                yield f"`{first}` before the loop", edits


def _first(layer: ast.Call, target: ast.expr, source: ast.expr) -> str | None:
    """The call that makes the first layer, if the layers hang on the loop by their key alone."""
    names = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    marks = [node for node in ast.walk(layer) if isinstance(node, ast.Name) and node.id in names]
    keys = [each for each in (*layer.args, *layer.keywords) if "key" in ast.unparse(each)]
    if len(marks) != 1 or not any(marks[0] is node for key in keys for node in ast.walk(key)):
        return None
    first = _first_item(target, source, marks[0].id)
    return None if first is None else ast.unparse(_Renamed(marks[0].id, first).visit(ast.parse(ast.unparse(layer))))


def _first_item(target: ast.expr, source: ast.expr, name: str) -> str | None:
    """What a loop binds a name to in its first iteration, as text."""
    match target, source:
        case ast.Name(), ast.Call(ast.Name("range"), [_]):
            return "0"
        case ast.Name(), ast.Call(ast.Name("range"), [start, _]):
            return ast.unparse(start)
        case ast.Name(), ast.Call(function, [key, _]) if last_name(function) == "split":
            return ast.unparse(key)
        case ast.Name(), ast.Name() | ast.Attribute() | ast.Subscript():
            return f"{ast.unparse(source)}[0]"
        case ast.Tuple(targets), ast.Call(ast.Name("zip"), sources) if len(targets) == len(sources):
            pairs = zip(targets, sources, strict=True)
            return next((_first_item(each, one, name) for each, one in pairs if last_name(each) == name), None)
        case ast.Tuple([ast.Name(), each]), ast.Call(ast.Name("enumerate"), [one]) if last_name(each) == name:
            return _first_item(each, one, name)
    return None


def _length(source: ast.expr) -> str:
    match source:
        case ast.Call(ast.Name("range"), [start, stop]):
            return f"({ast.unparse(stop)} - {ast.unparse(start)})"
        case ast.Call(ast.Name("zip" | "enumerate"), [*_, last]):
            return _length(last)
        case ast.Call(_, [*_, last]):
            return f"({ast.unparse(last)})"
    return f"len({ast.unparse(source)})"


def _without_key(call: ast.expr) -> str | None:
    """A call without its key, as text."""
    if not isinstance(call, ast.Call) or not any(each.arg == "key" for each in call.keywords):
        return None
    rest = [each for each in call.keywords if each.arg != "key"]
    return ast.unparse(ast.Call(call.func, call.args, rest))


class _Renamed(ast.NodeTransformer):
    """Another expression for a name."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.parse(self.text, mode="eval").body if node.id == self.name else node
