"""Whether two calls make one thing twice on purpose, as the name says of one of the two: `params = make(key)` and
`target_params = make(key)`, the slow copy of a network that begins with its weights.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.words import COPIES
from pytreelint.model.syntax.standing import around, nearest, outwards

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_WORD = re.compile(r"[a-z]+|[0-9]+")
_NAME = re.compile(r"(id|attr)='(\w+)'")


def are_copies(module: ModuleInfo, one: ast.AST, two: ast.AST, is_draw: bool) -> bool:
    """Whether the calls around two expressions have one text, and the name of one result, alone, is that of a copy.

    Arguments:
        is_draw: the calls are samplers themselves: then `x` and `target` are data, and `w` and `target_w` one thing.
    """
    calls = [nearest(around(module.tree, each), ast.Call) for each in (one, two)]
    left, right = (_words(module, call) if call is not None else set[str]() for call in calls)
    if not left or not right or left.isdisjoint(COPIES) is right.isdisjoint(COPIES):
        return False
    one_call, copy = sorted(filter(None, calls), key=lambda call: not _words(module, call).isdisjoint(COPIES))
    if not _asks_no_more(copy, one_call):
        return False
    left, right = left - COPIES, right - COPIES
    numbers = [{word for word in each if word.isdigit()} for each in (left, right)]
    if numbers[0] != numbers[1] and all(numbers):
        return False  # `q1` and `target_q2`
    return left == right or not is_draw


def _asks_no_more(copy: ast.Call, call: ast.Call) -> bool:
    """Whether a call has the text of another one, or of a part of its arguments: a copy needs no optimizer.

    `net.init(key)` and `target_net.init(key)` are one.
    """
    texts = [[_text(each) for each in (one.func, *one.args)] for one in (copy, call)]
    named = [{each.arg: _text(each.value) for each in one.keywords} for one in (copy, call)]
    return texts[0] == texts[1][: len(texts[0])] and named[0].items() <= named[1].items()


def _text(node: ast.expr) -> str:
    return _NAME.sub(lambda found: "_".join(sorted(_words_of(found[2]) - COPIES)), ast.dump(node))


def _words(module: ModuleInfo, call: ast.AST) -> set[str]:
    """The words in the names that a call's result is given, up to its statement."""
    return {word for name in _names(module, call) for word in _words_of(name)}


def _words_of(name: str) -> set[str]:
    return set(_WORD.findall(name.lower()))


def _names(module: ModuleInfo, call: ast.AST) -> Iterator[str]:
    inner = [call]
    for each in outwards(module.tree, call):
        if isinstance(each, ast.keyword) and each.arg is not None:
            yield each.arg
        elif isinstance(each, ast.Dict) and inner[-1] in each.values:
            yield from _named(each.keys[each.values.index(inner[-1])])
        elif isinstance(each, (ast.Assign, ast.AnnAssign)):
            for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
                yield from _named(_part(target, each.value, inner))
        if isinstance(each, ast.stmt):
            return
        inner.append(each)


def _part(target: ast.expr, value: ast.expr | None, inner: list[ast.AST]) -> ast.expr:
    """The target of several that a part of a tuple is assigned to: `params, target = make(key), make(key)`."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return next(name for name, each in zip(target.elts, value.elts, strict=True) if each in inner)
    return target


def _named(target: ast.expr | None) -> Iterator[str]:
    """The names in a target, or in a key of a dict: those of the parts, and not of what holds them."""
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            yield name
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _named(part)
