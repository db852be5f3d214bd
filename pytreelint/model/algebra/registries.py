"""Registries: dicts of a module, or of an instance that a module holds, by which definitions all over a package are
decorated.

    MODELS = {}

    def register(name):
        def wrap(cls):
            MODELS[name] = cls
            return cls

        return wrap

So does a method of an instance: `self.items[name] = cls`; and one of a class, or its `__init_subclass__`, which runs
for each subclass: `cls.items[name] = cls`. What such a dict holds at some time nobody knows, but an item of it, where
there is one, is what was registered so: `registered.py`. And lists of a module: `HOOKS.append(hook)`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeGuard

from pytreelint.knowledge.bases import PREPARING
from pytreelint.knowledge.record import field, record, replace
from pytreelint.model.syntax.changing import CHANGING, changed_attributes, changed_by, changed_parameters
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.questions import spelled
from pytreelint.model.syntax.stores import changed_parts
from pytreelint.model.syntax.walking import children, inside
from pytreelint.model.values.value import Container, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo

HOOK = "__init_subclass__"
_OF_CLASSES = ("classmethod", "staticmethod")
_INNER = "<registry>"
ITEMS = "<items>"  # the field of an instance that is a dict
NOBODY = ast.FunctionDef("", ast.arguments([], [], None, [], [], None, []), [], [])
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BUILDING = ("__init__", "__post_init__", "__new__", *PREPARING)


@record(frozen=True, slots=True)
class Filled:
    """How a dict or a list of a module is filled.

    Attributes:
        module, name: where it is: a name of a module, or a class that has it; first: what it holds before.
        filler: the function that modules call, which assigns items, itself or a function in it.
            `NOBODY` where modules assign items, and nothing else: `STEPS["sgd"] = sgd`.
        attribute, instance: of which instance it is which attribute, where it is one.
        owner: the class in whose body the filler stands, where it fills a dict of the module, or of a class.
        run: the filler as it is run: a dict of a class is a name in it, and what is put into a list an item of that.
    """

    module: ModuleInfo
    name: str
    first: Container
    filler: ast.FunctionDef = NOBODY
    attribute: str = ""
    instance: Object | None = None
    owner: str = ""
    run: ast.FunctionDef | None = None

    @property
    def is_hook(self) -> bool:
        """Whether it is filled by the definition of each subclass."""
        return self.filler.name == HOOK

    @property
    def in_list(self) -> bool:
        """Whether it is a list."""
        return self.first.kind == "list"

    @property
    def inner(self) -> str:
        """The name of the dict in the filler, as that is run."""
        return self.name if self.run is None else _INNER


@record(frozen=True, slots=True)
class Registry(Unknown):
    """A dict that a function of its module fills: unknown, but for its items."""

    filled: Filled | None = None


@record(frozen=True, slots=True)
class Recording(Container):
    """A dict that stays empty: what is put in is noted, with the keys that lead to it."""

    put: list[tuple[tuple[object, ...], Value | None, Value]] = field(default_factory=list, compare=False, repr=False)
    path: tuple[object, ...] = ()

    def note(self, key: Value | None, value: Value) -> None:
        """Notes an item that is put in; not the dict in it that has got one."""
        if not isinstance(value, Recording):
            self.put.append((self.path, key, value))


def found(module: ModuleInfo, name: str, value: Value) -> Registry | None:
    """The registry that a module's dict is: one function at most changes it, and puts in what it is given.

    Statements of modules may assign items of it besides: `STEPS["sgd"] = sgd`, `HOOKS.append(hook)`.
    """
    in_list = isinstance(value, Container) and value.kind == "list" and value.rest is None
    if module.origin != "project" or not (_is_dict(value) or in_list):
        return None
    if not module.ways_of_change(name) <= {"append" if in_list else ""}:
        return None
    changing = [each for each in _outermost(module.tree) if name in changed_by(each)]
    if not changes_by_statements(module, name, in_list) or len(changing) > 1 or not isinstance(value, Container):
        return None
    filled = Filled(module, name, value)
    return Registry("global", filled=filled) if not changing else _with_filler(filled, changing[0])


def changes_by_statements(module: ModuleInfo, name: str, in_list: bool = False) -> bool:
    """Whether all that a module's own statements change of a dict is that they assign an item: none is in a loop."""
    statements = [each for each in module.tree.body if not isinstance(each, _DEFINITIONS) and name in changed_by(each)]
    if in_list:
        return all(appended(each, name) is not None for each in statements)
    return all(isinstance(each, ast.Assign) and _target(each) == name for each in statements)


def appended(node: ast.AST, name: str) -> ast.expr | None:
    """What a statement appends to a list of that name: `HOOKS.append(hook)`."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=holder), "append"), [given], [])):
            return given if holder == name else None
    return None


def _with_filler(filled: Filled, filler: ast.AST) -> Registry | None:
    owner = _owner(filled.module, filler) if isinstance(filler, ast.FunctionDef) else None
    if owner is None or not isinstance(filler, ast.FunctionDef):
        return None
    if filled.in_list:
        run = _Appending(filled.name).visit(copy.deepcopy(filler))
        if owner or filled.name in changed_by(run) or not _assigns_items(run, _INNER):
            return None
        return Registry("global", filled=replace(filled, filler=filler, run=run))
    if not _assigns_items(filler, filled.name):
        return None
    return Registry("global", filled=replace(filled, filler=filler, owner=owner))


class _Appending(ast.NodeTransformer):
    """Puts an assignment of an item where a list gets one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if (given := appended(node, self.name)) is None:
            return node
        item = ast.Subscript(ast.Name(_INNER, ast.Load()), ast.Constant(None), ast.Store())
        return ast.fix_missing_locations(ast.copy_location(ast.Assign([item], given), node))


def of_class(module: ModuleInfo, cls: str, name: str, value: Value) -> Registry | None:
    """The registry that a dict of a class body is: one function of its module alone changes such an attribute."""
    if module.origin != "project" or not _is_dict(value) or value.items:
        return None
    outside = [each for each in module.tree.body if not isinstance(each, (ast.FunctionDef, ast.ClassDef))]
    changing = [each for each in (*_outermost(module.tree), *outside) if name in changed_parts(each)]
    if len(changing) != 1 or not isinstance(changing[0], ast.FunctionDef):
        return None
    filler, owner = changing[0], _owner(module, changing[0])
    parameters = signature(filler.args).positional
    holders = {cls, parameters[0].arg} if owner and parameters else {cls}
    run = _Named(name, frozenset(holders)).visit(copy.deepcopy(filler))
    if owner is None or not _assigns_items(run, _INNER):
        return None
    return Registry("global", filled=Filled(module, cls, value, filler, name, None, owner, run))


class _Named(ast.NodeTransformer):
    """Puts a name where an attribute of one of these names stands."""

    def __init__(self, attribute: str, holders: frozenset[str]) -> None:
        self.attribute, self.holders = attribute, holders

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if node.attr == self.attribute and isinstance(node.value, ast.Name) and node.value.id in self.holders:
            return ast.copy_location(ast.Name(_INNER, node.ctx), node)
        self.generic_visit(node)
        return node


def _owner(module: ModuleInfo, function: ast.FunctionDef) -> str | None:
    """The class whose hook a function of a module is, or its method that has no instance; "" of a plain function."""
    if function in module.tree.body:
        return ""
    for cls in module.tree.body:
        if isinstance(cls, ast.ClassDef) and function in cls.body:
            of_class = any(getattr(each, "id", "") in _OF_CLASSES for each in function.decorator_list)
            return cls.name if of_class or function.name == HOOK else None
    return None


def held(module: ModuleInfo, name: str, value: Value) -> Value:
    """A module's value, with the registries that its attributes are: one method alone changes such a dict."""
    if not isinstance(value, Object) or not value.exact or value.cls.module.origin != "project":
        return value
    if _is_kind_of_dict(value.cls):
        items = _of_items(module, name, value)
        return value if items is None else value.put(ITEMS, items)
    for attribute, each in value.fields:
        if _is_dict(each) and not any(how.startswith(f".{attribute}") for how in module.ways_of_change(name)):
            registry = _of_instance(module, name, attribute, each, value)
            if registry is not None:
                value = value.put(attribute, registry)
    return value


def _is_kind_of_dict(cls: ClassInfo) -> bool:
    """Whether instances are dicts that keep what they are given as it is."""
    own = any(cls.method(name) for name in ("__init__", "__setitem__", "__getattribute__", "__new__"))
    return not own and not cls.is_open and set(cls.libraries()) == {"builtins.dict"}


def _of_items(module: ModuleInfo, name: str, value: Object) -> Registry | None:
    """The registry that an instance of a class of dicts is: one method alone puts in what it is given."""
    methods = [method for cls in value.cls.mro for method in cls.methods.values()]
    changing = [each for each in methods if _first(each) in changed_parameters(each)]
    filled = Filled(module, name, Container("dict"), attribute=ITEMS, instance=value)
    if not changing:
        return Registry("global", filled=filled)
    filler = changing[0]
    if len(changing) > 1 or not isinstance(filler, ast.FunctionDef) or filler.decorator_list:
        return None
    run = _Itself(_first(filler)).visit(copy.deepcopy(filler))
    if not _assigns_items(run, _INNER):
        return None
    return Registry("global", filled=replace(filled, filler=filler, run=run))


def _first(method: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    parameters = signature(method.args).positional
    return parameters[0].arg if parameters else ""


class _Itself(ast.NodeTransformer):
    """Puts another name where items of the instance are meant: `self[name]`, `name in self`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self._named(node.value)
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        node.comparators = [self._named(each) for each in node.comparators]
        self.generic_visit(node)
        return node

    def _named(self, node: ast.expr) -> ast.expr:
        is_it = isinstance(node, ast.Name) and node.id == self.name
        return ast.copy_location(ast.Name(_INNER, ast.Load()), node) if is_it else node


def _of_instance(module: ModuleInfo, name: str, attribute: str, first: Container, value: Object) -> Registry | None:
    methods = [method for cls in value.cls.mro for method in cls.methods.values() if method.name not in _BUILDING]
    changing = [each for each in methods if attribute in changed_attributes(each)]
    if len(changing) != 1 or not isinstance(changing[0], ast.FunctionDef) or changing[0].decorator_list:
        return None
    parameters = signature(changing[0].args).positional
    if not parameters or not _assigns_items(changing[0], f"{parameters[0].arg}.{attribute}"):
        return None
    return Registry("global", filled=Filled(module, name, first, changing[0], attribute, value))


def _is_dict(value: Value) -> TypeGuard[Container]:
    return isinstance(value, Container) and value.kind == "dict" and value.rest is None


def _outermost(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods in a module or statement, without those inside of them."""
    for each in children(node):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield each
        elif isinstance(each, ast.stmt):
            yield from _outermost(each)


def _assigns_items(function: ast.FunctionDef, name: str) -> bool:
    """Whether all that a function, and those in it, do to a dict is that they assign items."""
    nodes = inside(function)
    writes = [each for each in nodes if isinstance(each, (ast.Assign, ast.Delete)) and _target(each) == name]
    calls = [each for each in nodes if isinstance(each, ast.Attribute) and each.attr in CHANGING]
    return (
        bool(writes)
        and all(isinstance(each, ast.Assign) for each in writes)
        and not any(isinstance(each.value, (ast.Name, ast.Attribute)) and spelled(each.value) == name for each in calls)
    )


def _target(node: ast.Assign | ast.Delete) -> str:
    """The dict of which a statement sets or deletes an item, or an item of an item: a name, or `self.items`."""
    match node.targets:
        case [ast.Subscript(value=ast.Subscript(value=ast.Name() | ast.Attribute() as holder))]:
            return spelled(holder)
        case [ast.Subscript(value=ast.Name() | ast.Attribute() as holder)]:
            return spelled(holder)
    return ""
