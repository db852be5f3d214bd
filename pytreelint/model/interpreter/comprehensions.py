"""Comprehensions: item by item where the items are known, else with what any item may be."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import draws, kept_items, leaf_loops, subscripts
from pytreelint.model.algebra.demands import tested
from pytreelint.model.algebra.donated_again import donated_again
from pytreelint.model.algebra.narrowing import narrow, truth
from pytreelint.model.algebra.still_held import names_read
from pytreelint.model.interpreter import closures
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.values import ties
from pytreelint.model.values.counting import through
from pytreelint.model.values.gone_through import GoneThrough
from pytreelint.model.values.identity import any_of, now, parted, some_part
from pytreelint.model.values.occurring import every
from pytreelint.model.values.regions import Region, around_one
from pytreelint.model.values.states import facts, into, scope_in
from pytreelint.model.values.value import DYNAMIC, Constant, Container, Function, Library, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def collected(ev: Interpreter, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, frame: Frame) -> Value:
    """`[f(x) for x in xs]`, a set or a generator."""
    kind = {ast.SetComp: "set", ast.GeneratorExp: "iterator"}.get(type(node), "list")
    source = ev.expression(node.generators[0].iter, frame)
    if len(node.generators) == 1 and not _is_of_first(node, frame):
        _over_leaves(ev, node.generators[0], source, node.elt, frame)
    items = _one_by_one(ev, node, (node.elt,), source, frame)
    if items is not None:
        return ties.gathered(ev, node, Container(kind, tuple(each for (each,) in items)), frame)  # type: ignore[arg-type]
    return _of_any(ev, node, node.elt, source, frame, kind)


def _over_leaves(ev: Interpreter, generator: ast.comprehension, source: Value, element: ast.expr, frame: Frame) -> None:
    if not generator.ifs:
        leaf_loops.met(ev, generator.iter, source, generator.target, element, frame)


_MOST_ITEMS = 8  # that a comprehension is followed through one by one; each costs what its expression does
_KEYS = frozenset({"str", "int", "tuple"})  # what of constants is a key
_MOST_KEYS = 64  # of a dict that are told apart; those that are looked up in it are written down
_MOST_CHOSEN = 40  # where it chooses among names, or by names, as those of a class's fields, each costs next to nothing


def _one_by_one(
    ev: Interpreter, node: Comprehension, elements: tuple[ast.expr, ...], source: Value, frame: Frame
) -> list[tuple[Value, ...]] | None:
    """What a comprehension over known items makes of each; None where which of them it takes is not known."""
    if (known := _gone_through(source)) is None:
        return None
    if len(known.items) > _MOST_ITEMS:
        is_name = all(isinstance(each, (ast.Name, ast.Attribute)) for each in elements)
        if len(known.items) > _MOST_CHOSEN or not (is_name or _is_by_names(ev, elements, known, frame)):
            return None
    scope, made = scope_in(frame, node), list[tuple[Value, ...]]()
    if not _each(ev, node, elements, known, (frame, scope, 0), made):
        return None
    into(frame, scope)
    return made


def _gone_through(source: Value) -> Container | None:
    """What a loop goes through, where that is known one by one: of a dict, its keys."""
    if not isinstance(source, Container) or source.rest is not None:
        return None
    return Container("list", tuple(map(constant, source.keys))) if source.kind == "dict" else source


def _each(
    ev: Interpreter,
    node: Comprehension,
    elements: tuple[ast.expr, ...],
    source: Container,
    place: tuple[Frame, Frame, int],
    made: list[tuple[Value, ...]],
) -> bool:
    """Goes through what one of the `for` of a comprehension has, and for each through what those behind it have.

    `place`: the frame around the comprehension, its own scope, and which `for` it is. False where it is not known what
    is gone through, or what is taken.
    """
    frame, scope, number = place
    generator, is_of_first = node.generators[number], _is_of_first(node, frame)
    for index, item in enumerate(source.items):
        scope.region = Region("loop", node, scope, frame.region, index > 0 or bool(made))
        _assign(ev, generator.target, parted(source, ("[]", index), through(item, node)), scope)
        chosen = [truth(ev.expression(test, scope)) for test in generator.ifs]
        if False in chosen:
            continue
        if None in chosen:
            return False
        if number + 1 < len(node.generators):
            inner = _gone_through(ev.expression(node.generators[number + 1].iter, scope))
            if inner is None or len(made) + len(inner.items) > _MOST_ITEMS:
                return False
            if not _each(ev, node, elements, inner, (frame, scope, number + 1), made):
                return False
        else:
            made.append(tuple(ev.expression(element, scope) for element in elements))
        if is_of_first and made:
            break
    return True


def _is_of_first(node: Comprehension, frame: Frame) -> bool:
    """Whether nothing behind the first item is asked for: `next(energy(each) for each in reversed(history))`."""
    if not isinstance(node, ast.GeneratorExp):
        return False
    match next(outwards(frame.module.tree, node), None):
        case ast.Call(func=ast.Name(id="next"), args=[taken, *_]):
            return taken is node
    return False


def _is_by_names(ev: Interpreter, elements: tuple[ast.expr, ...], source: Container, frame: Frame) -> bool:
    """Whether it takes what has one of some names: `getattr(x, name)`, beside what a library makes of the name."""
    if not all(isinstance(item, Constant) and type(item.value) is str for item in source.items):
        return False
    return all(_is_plain(ev, each, frame) for each in elements)


def _is_plain(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Tuple(elts=parts):
            return all(_is_plain(ev, each, frame) for each in parts)
        case ast.Call(func=function, args=args, keywords=[]) if all(_is_plain(ev, each, frame) for each in args):
            return isinstance(ev.expression(function, frame), Library)
    return False


def _of_any(
    ev: Interpreter, node: Comprehension, element: ast.expr, source: Value, frame: Frame, kind: str = "dict"
) -> Value:
    """A container by what any item is; a key from outside is drawn from for each, an object from outside is each."""
    scope, start, before = scope_in(frame, node), now(), facts(frame)
    way = GoneThrough(scope, source, node)
    _generators(ev, node.generators, source, scope)
    if isinstance(node, ast.DictComp) and not isinstance(node.key, ast.Name):
        ev.expression(node.key, scope)  # it may need the value of a tracer
    item = ev.expression(element, scope)
    if not any(generator.ifs for generator in node.generators):
        read = names_read(node, frame)
        draws.repeated(ev, before, scope, start, read=read)
        donated_again(ev, before, scope, start, read)
        draws.gone_through(ev, scope, way.ended(ev, scope))
        into(frame, scope)
    item = closures.of_each(item, start)
    each = item if item.token is not None and item.token.serial < start else ties.part_from_before(item, start)
    made = ties.gathered(ev, node, Container(kind, (), (), any_of(item)), frame, each)  # type: ignore[arg-type]
    return kept_items.gathered(made, item, node, frame)


def mapping(ev: Interpreter, node: ast.DictComp, frame: Frame) -> Value:
    """`{k: f(k) for k in ks}`."""
    source = ev.expression(node.generators[0].iter, frame)
    if len(node.generators) == 1:
        _over_leaves(ev, node.generators[0], source, node.value, frame)
    each = _only_reads(node.value) or _may_choose(node) or _is_mixed(source)
    pairs = _one_by_one(ev, node, (node.key, node.value), source, frame) if each else None
    if pairs is not None and (_are_known(pairs) or _only_reads(node.value)):
        return ties.gathered(ev, node, _dict_of(pairs), frame)
    made = _of_any(ev, node, node.value, source, frame)
    keys = _known_keys(node, source)
    if keys is None or not isinstance(made, Container) or made.rest is None:
        return made
    return replace(made, items=(made.rest,) * len(keys), keys=keys, rest=None)


def _may_choose(node: ast.DictComp) -> bool:
    """Whether the keys are not just what is gone through: `{f.__name__: f for f in functions}`, or values come so."""
    if not isinstance(node.key, ast.Name):
        return True
    return isinstance(node.generators[0].target, ast.Tuple) and isinstance(node.value, (ast.Name, ast.Lambda))


def _is_mixed(source: Value) -> bool:
    """Whether values of several kinds, or functions, are gone through with their keys: what becomes of one says nothing
    of the rest.

    {name: value + 1 if isinstance(value, jax.Array) else value for name, value in batch.items()}
    """
    if not isinstance(source, Container) or source.rest is not None:
        return False
    pairs = [each for each in source.items if isinstance(each, Container) and len(each.items) == 2]
    kinds = {type(each.items[1]) for each in pairs}
    return len(pairs) == len(source.items) and (len(kinds) > 1 or kinds == {Function})


def _are_known(pairs: list[tuple[Value, ...]]) -> bool:
    """Whether all keys are constants."""
    return all(isinstance(key, Constant) and key.kind in _KEYS for key, _ in pairs)


def _only_reads(value: ast.expr) -> bool:
    """Whether what stands under each key is there already: `{name: getattr(self, name) for name in names}`."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "getattr"
    return isinstance(value, (ast.Name, ast.Attribute, ast.Subscript))


def _dict_of(pairs: list[tuple[Value, ...]]) -> Container:
    """A dict of keys and values, one by one; where a key is not known, by what any value is."""
    known = {key.value: value for key, value in pairs if isinstance(key, Constant) and key.kind in _KEYS}
    if _are_known(pairs):
        return Container("dict", tuple(known.values()), tuple(known))
    return Container("dict", (), (), any_of(every([value for _, value in pairs])))


def _known_keys(node: ast.DictComp, source: Value) -> tuple[Any, ...] | None:
    """The keys of `{k: f(v) for k, v in d.items()}`, `{k: f(k) for k in names}`, where those gone through are known."""
    generator = node.generators[0]
    if len(node.generators) > 1 or generator.ifs or not isinstance(source, Container) or source.rest is not None:
        return None
    target, keys = generator.target, source.items
    if isinstance(target, ast.Tuple) and target.elts:
        target = target.elts[0]
        keys = tuple(each.items[0] for each in keys if isinstance(each, Container) and each.items)
    if not isinstance(node.key, ast.Name) or not isinstance(target, ast.Name) or node.key.id != target.id:
        return None
    known = tuple(each.value for each in keys if isinstance(each, Constant) and each.kind == "str")
    whole = source.kind != "dict" and 0 < len(source.items) <= _MOST_KEYS
    return known if whole and len(known) == len(source.items) == len(set(known)) else None


def walrus(ev: Interpreter, node: ast.NamedExpr, frame: Frame) -> Value:
    """`name := value`, which binds a name outside of comprehensions."""
    value, scope, name = ev.expression(node.value, frame), frame, node.target.id
    while scope.back is not None and scope.parent is scope.back[0] and isinstance(scope.back[1], _COMPREHENSIONS):
        scope = scope.parent
    before = scope.find(name) if scope is not frame else None
    scope.bind(name, value if before is None or before == value else DYNAMIC)  # it may have had nothing to go through
    return value


def _generators(ev: Interpreter, generators: list[ast.comprehension], source: Value, scope: Frame) -> None:
    """Bind the targets; `source`: what the first of them goes through, which is evaluated once."""
    region = scope.region
    # Not all may be asked of a generator.
    takes_all = region is not None and not isinstance(region.node, ast.GeneratorExp)
    takes_all = takes_all and len(generators) == 1 and not generators[0].ifs
    for generator in generators:
        given = source if generator is generators[0] else ev.expression(generator.iter, scope)
        element = subscripts.element(ev, given)
        loop = scope.region.node if scope.region is not None else generator
        item = some_part(given, through(element, loop))
        _assign(ev, generator.target, kept_items.taken(item, loop, scope) if takes_all else item, scope)
        for test in generator.ifs:
            tested(ev, test, "the `if` of a comprehension", scope)
            for name, value in narrow(ev, test, scope).items():
                scope.bind(name, value)
            scope.region = around_one(test, scope)


def _assign(ev: Interpreter, target: ast.expr, value: Value, frame: Frame) -> None:
    from pytreelint.model.interpreter.assignments import assign

    assign(ev, target, value, frame)
