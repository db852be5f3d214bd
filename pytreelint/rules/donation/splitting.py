"""The fix of a key that is drawn from twice: the first draw, or each iteration, gets a key of its own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import SPLITTER
from pytreelint.model.algebra.split_keys import is_folded
from pytreelint.model.project.importing import spelling
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS, signature
from pytreelint.model.syntax.standing import around, nearest, outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.text.place import Place
from pytreelint.model.values.frame import at_its_end
from pytreelint.model.values.value import Container, Object, Transformed, options_of
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.inserting import block_holds, insertable, is_bound_in, scope_of

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import KeyReused
    from pytreelint.model.values.states import Event

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_OTHER_NUMBERS = Condition("other keys give other numbers", False)


def split_before(module: ModuleInfo, first: ast.AST, second: ast.AST) -> Fix | None:
    """A split of the key before the first of two draws; None where no place for it is certain.

    Args:
        first, second: the expressions of the key; one node if each iteration draws from it.
    """
    if not (isinstance(first, ast.Name) and isinstance(second, ast.Name) and first.id == second.id):
        return None
    outer = around(module.tree, first)
    inside = nearest(outer, (*_COMPREHENSIONS, ast.stmt))
    if isinstance(inside, _COMPREHENSIONS):
        return _in_comprehension(module, first, inside) if first is second else None
    scope = scope_of(outer)
    if scope is None or scope_of(around(module.tree, second)) is not scope or not is_bound_in(scope, first.id):
        return None
    statement = insertable(module, outer)
    if statement is None or not block_holds(module.tree, statement, second):
        return None
    if first is second and not any(isinstance(each, _LOOPS) for each in outer[outer.index(scope) :]):
        return None
    split, name = spelling(module, SPLITTER, first), _new_name(module)
    if split is None:
        return None
    source, row = module.source, statement.lineno
    line = source.line(row)
    text = f"{line[: len(line) - len(line.lstrip())]}{first.id}, {name} = {split.code}({first.id}){source.line_end}"
    edits = [Edit(Place(source.path, row, 1, row, 1), text), Edit(source.place(first), name)]
    return fix_of(source, f"Split `{first.id}` first", edits, [split], [_OTHER_NUMBERS], never_safe=True)


def is_one_key(model: Model, site: KeyReused) -> bool:
    """Whether what is drawn from twice is a key, which `split` takes: not a state that holds one, nor a key per row,
    nor one that `fold_in` gives anew."""
    if not isinstance(site.before.node, ast.Name):
        return False
    with model.aside():
        held = model.expression(site.before.node, at_its_end(site.frame))
    if any(isinstance(option, (Object, Container)) for option in options_of(held)) or is_folded(held):
        return False  # what is folded in again gives the same key, split or not
    inner = [each for event in (site.before, site.again) for each in event.inwards() if each is not event]
    return all(_is_parameter(each) for each in inner) and not _is_of_rows(model, site)


def _is_parameter(event: Event) -> bool:
    """Whether a function draws from what it was given, and not from a part of it."""
    own = nearest(around(event.module.tree, event.node), FUNCTIONS)
    if not isinstance(event.node, ast.Name) or not isinstance(own, FUNCTIONS):
        return False
    given = signature(own.args)
    return event.node.id in given.positions or any(each.arg == event.node.id for each in given.keyword_only)


def _is_of_rows(model: Model, site: KeyReused) -> bool:
    """Whether a key is several, of which a map gives one to each row."""
    for event in (site.before, site.again):
        call = next(outwards(event.module.tree, event.node), None)
        if isinstance(call, ast.Call) and event.module is site.module:
            with model.aside():
                called = model.expression(call.func, at_its_end(site.frame))
            if isinstance(called, Transformed) and called.transform.family == "map":
                return True
    return False


def _in_comprehension(module: ModuleInfo, key: ast.Name, inside: ast.expr) -> Fix | None:
    """`[layer(k) for k in split(key, n)]` for `[layer(key) for _ in range(n)]`."""
    assert isinstance(inside, _COMPREHENSIONS)
    generator = inside.generators[0]
    number = _number(generator.iter)
    plain = len(inside.generators) == 1 and not generator.ifs and isinstance(generator.target, ast.Name)
    split, name = spelling(module, SPLITTER, key), _new_name(module)
    if number is None or split is None or not plain or any(node is key for node in walk(generator)):
        return None
    source, target = module.source, text_of(module, generator.target)
    keys = f"{split.code}({key.id}, {text_of(module, number)})"
    parts = [inside.key, inside.value] if isinstance(inside, ast.DictComp) else [inside.elt]
    if any(target in free_names(part) for part in parts):
        edits = [
            Edit(source.place(generator.target), f"{target}, {name}"),
            Edit(source.place(generator.iter), f"zip({text_of(module, generator.iter)}, {keys})"),
        ]
    else:
        edits = [Edit(source.place(generator.target), name), Edit(source.place(generator.iter), keys)]
    edits.append(Edit(source.place(key), name))
    return fix_of(source, f"Split `{key.id}` for each", edits, [split], [_OTHER_NUMBERS], never_safe=True)


def _number(items: ast.expr) -> ast.expr | None:
    """The number of items of a plain `range(n)`, where `n` is the same whenever it is asked for."""
    match items:
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Name() | ast.Constant() | ast.Attribute() as n], keywords=[]
        ):
            return n
        case ast.Call(
            func=ast.Name(id="range"),
            args=[ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Attribute()], keywords=[]) as n],
            keywords=[],
        ):
            return n
    return None


def _new_name(module: ModuleInfo) -> str:
    taken = occurrences(module.tree).names.keys() | module.bindings.keys()
    taken |= {node.arg for node in walk(module.tree) if isinstance(node, ast.arg)}
    name, count = "subkey", 2
    while name in taken:
        name, count = f"subkey_{count}", count + 1
    return name
