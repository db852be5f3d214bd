"""What statements of a module set that no definition shows: attributes of classes, and names by `globals()`.

A class body says `x = 1`, and `A.x = 2`, `cls.x = 2` or `type(self).x = 2` makes it say something else.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from pytreelint.knowledge.record import dataclass, field
from pytreelint.model.syntax.changing import CHANGING, SETTERS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import own_statements, statements, walk

ANY = "__bases__"  # an attribute that says nothing of which attributes are set: any of them may be
_SETTING = frozenset([ast.Assign, ast.Delete, ast.AugAssign, ast.AnnAssign, ast.For, ast.With, ast.Expr])
_HELD = 1_024  # functions and statements of which it is remembered what they change
_OF_CLASSES = ("classmethod", "staticmethod")
_METHODS_OF_CLASSES = ("__init_subclass__", "__new__", "__class_getitem__")


@dataclass(slots=True, eq=False)
class Stores:
    """What the statements of a module set elsewhere.

    Attributes:
        attributes: attributes that are set on something else than a method's own instance, with the names of what they
            are set on ("": something without a name).
        parts: attributes whose objects are changed in place.
        any: something may be given any attribute, by a name that is computed.
    """

    attributes: dict[str, set[str]] = field(default_factory=dict)
    parts: set[str] = field(default_factory=set)
    any: bool = False

    def sets(self, name: str, holder: str) -> bool:
        """Whether an attribute may be set on a class; a special one, which many classes have, by the class's name."""
        if holder in self.attributes.get(ANY, ()):
            return True
        holders = self.attributes.get(name)
        return holders is not None and (holder in holders or not (name.startswith("__") and name.endswith("__")))


def stores(tree: ast.Module) -> Stores:
    """What the statements of a module set elsewhere."""
    found = Stores()
    targets: list[ast.expr] = []
    own, classes = set[str](), set[str]()
    for statement in statements(tree):
        if type(statement) is ast.ClassDef:
            classes.add(statement.name)
            if not any(getattr(base, "id", "") == "type" for base in statement.bases):
                own.update(_instance(each) for each in statement.body if isinstance(each, ast.FunctionDef))
            for name in _set_by_itself(statement, tree):
                found.attributes.setdefault(name, set()).add(statement.name)
        elif type(statement) in _SETTING:
            targets += _targets(statement, tree)
            own.update(_made_bare(statement))
    for target in targets:
        _note(found, target, own)
    found.any = not found.attributes.get(ANY, set()) <= classes
    return found


def made_here(tree: ast.Module) -> frozenset[str]:
    """The names that nothing but calls, displays and definitions bind: no module, unless the call imports one."""
    made, bound = set[str](), Counter[str]()
    for node in walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _makes(value):
                made.add(name)
                bound[name] -= 1
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                made.add(name)
            case ast.arg(arg=name):
                bound[name] += 1
            case ast.alias(name=imported, asname=name):
                bound[name or imported.partition(".")[0]] += 1
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
    return frozenset(name for name in made if bound[name] <= 0)


def _makes(value: ast.expr) -> bool:
    """Whether an expression is a call that imports nothing, or a choice between such."""
    if isinstance(value, ast.IfExp):
        return _makes(value.body) and _makes(value.orelse)
    return isinstance(value, ast.Call) and not _imports(value.func)


def _imports(called: ast.expr) -> bool:
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return "import" in name or "module" in name


@lru_cache(maxsize=_HELD)
def changed_parts(node: ast.stmt) -> frozenset[str]:
    """The attributes whose objects a function or statement changes in place."""
    found = Stores()
    for each in walk(node):
        for target in _targets(each) if type(each) in _SETTING else ():  # type: ignore[arg-type]
            _note(found, target, set())
    return frozenset(found.parts)


def _instance(method: ast.FunctionDef) -> str:
    parameters = (*method.args.posonlyargs, *method.args.args)
    of_class = any(getattr(each, "id", "") in _OF_CLASSES for each in method.decorator_list)
    return "" if of_class or method.name in _METHODS_OF_CLASSES or not parameters else parameters[0].arg


def _made_bare(statement: ast.stmt) -> Iterator[str]:
    """The name of an instance that is made without its constructor: `new = object.__new__(cls)`."""
    match statement:
        case ast.Assign([ast.Name(id=name)], ast.Call(ast.Attribute(attr="__new__"))):
            yield name


def _set_by_itself(cls: ast.ClassDef, tree: ast.Module) -> Iterator[str]:
    """The attributes that methods of a class set on it: `cls.__setattr__ = write` in `__new__`."""
    for method in cls.body:
        parameters = method.args.args[:1] if isinstance(method, ast.FunctionDef) and not _instance(method) else []
        targets = [target for each in own_statements(method) for target in _targets(each, tree)] if parameters else []
        for target in targets:
            if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == parameters[0].arg:
                yield target.attr


def _targets(node: ast.stmt, tree: ast.Module | None = None) -> Iterator[ast.expr]:
    """What a statement assigns or deletes, or changes by a call; of a call, the attributes that it sets."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from targets
        case ast.AugAssign(target=ast.Attribute() as target):
            yield target
            yield ast.Subscript(target, ast.Constant(0))  # a list in place
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            yield node.target
        case ast.With():
            yield from (item.optional_vars for item in node.items if item.optional_vars is not None)
        case ast.Expr(ast.Call(ast.Attribute(holder, attr=method))) if method in CHANGING:
            yield ast.Subscript(holder, ast.Constant(0))
        case ast.Expr(ast.Call(ast.Name(id=called) | ast.Attribute(attr=called), [holder, name, *_])):
            if called in SETTERS:
                known = (str(name.value),) if isinstance(name, ast.Constant) else _by_loop(name, tree) or (ANY,)
                yield from (ast.Attribute(holder, each) for each in known)


def _by_loop(name: ast.expr, tree: ast.Module | None) -> tuple[str, ...]:
    """The words that a name has in a loop over them: `for method in ("step", "reset"): setattr(cls, method, ...)`."""
    if not isinstance(name, ast.Name) or tree is None:
        return ()
    loop: ast.For | None = None
    for around in outwards(tree, name):
        if loop is None and isinstance(around, ast.For) and getattr(around.target, "id", "") == name.id:
            loop = around
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            break
    if loop is None or len(_stores_of(name.id, loop)) > 1:
        return ()
    if isinstance(loop.iter, ast.Name):  # a name that is bound once, for this loop
        uses = {each for each in walk(around) if isinstance(each, ast.Name) and each.id == loop.iter.id} - {loop.iter}
        bound = [each.value for each in statements(around) if isinstance(each, ast.Assign) and {*each.targets} == uses]
        return _words(bound[0]) if bound else ()
    return _words(loop.iter)


def _stores_of(name: str, node: ast.AST) -> list[ast.Name]:
    names = [each for each in walk(node) if isinstance(each, ast.Name) and each.id == name]
    return [each for each in names if not isinstance(each.ctx, ast.Load)]


def _words(node: ast.expr) -> tuple[str, ...]:
    """The strings of a display that holds nothing else."""
    held = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []
    words = [each.value for each in held if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return tuple(words) if len(words) == len(held) else ()


def _note(found: Stores, target: ast.expr, own: set[str]) -> None:
    if type(target) is ast.Name:
        return
    for part in walk(target) if isinstance(target, (ast.Tuple, ast.List, ast.Starred)) else (target,):
        if isinstance(part, ast.Attribute):
            holder = part.value
            name = getattr(holder, "id", getattr(holder, "attr", ""))  # `A.x = 1`, `module.A.x = 1`
            if name not in own or not name:
                found.attributes.setdefault(part.attr, set()).add(name)
        while isinstance(part, (ast.Attribute, ast.Subscript)):
            part = part.value
            if isinstance(part, ast.Attribute):
                found.parts.add(part.attr)


def set_names(tree: ast.Module) -> set[str] | None:
    """The module-level names that `globals()` and its like bind; None: any may be."""
    found: set[str] = set()
    outside = [each.value if isinstance(each, ast.Expr) else each for each in own_statements(tree)]
    calls = {"locals", "vars", "globals"}  # the same outside of functions
    for node, own in (*((each, calls) for each in outside), *((each, {"globals"}) for each in walk(tree))):
        named = _by_namespace(node, own)
        if named is None:
            return None
        found |= named
    return found


def _by_namespace(node: ast.AST, calls: set[str]) -> set[str] | None:
    def is_namespace(node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and not node.args and getattr(node.func, "id", "") in calls

    match node:
        case ast.Call(ast.Name("exec")):
            return None
        case ast.Call(ast.Attribute(holder, "update"), args, keywords) if is_namespace(holder):
            named = {keyword.arg for keyword in keywords if keyword.arg}
            return None if args or len(named) < len(keywords) else named
        case ast.Call(ast.Name("setattr"), [holder, ast.Constant(str(name)), _]) if _is_own_module(holder):
            return {name}
        case ast.Assign(value=value) if is_namespace(value):
            return None
        case ast.Assign(targets=[ast.Subscript(holder, index)]) | ast.AugAssign(ast.Subscript(holder, index)):
            if is_namespace(holder):
                return {index.value} if isinstance(index, ast.Constant) and isinstance(index.value, str) else None
    return set()


def _is_own_module(node: ast.expr) -> bool:
    """`sys.modules[__name__]`."""
    return isinstance(node, ast.Subscript) and getattr(node.slice, "id", "") == "__name__"
