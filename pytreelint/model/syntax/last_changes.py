"""Changes of what a parameter holds that nothing in the function reads afterwards.

Code further down decides, as in `unread`, so that it is a question to syntax: the evaluator says that an object is
changed, and this where, and whether anything in the function can see it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import takewhile

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.standing import nearest, outwards, standing
from pytreelint.model.syntax.walking import inside

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NESTED = (*_NAMED, ast.Lambda)
_UNCLEAR = (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Try)
_LOOKING = (
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.keyword,
    ast.Compare,
    ast.Return,
    ast.If,
    ast.UnaryOp,
    ast.BinOp,
    ast.For,
)
_ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


@record(frozen=True, slots=True)
class Change:
    """A statement that changes what a parameter holds.

    Attributes:
        node: the target or the call; part: the attribute or key that it assigns, "" for any.
        call: the method that is called on it, or on a part of it, for what it changes.
        attributes: those that give the part, and keys: `['w']`.
    """

    statement: ast.stmt
    node: ast.expr
    part: str = ""
    call: ast.Call | None = None
    attributes: tuple[str, ...] = ()


_NO_CHANGES: frozenset[ast.expr] = frozenset()


def changes_of(tree: ast.AST, function: ast.FunctionDef, name: str, made: frozenset[str] = frozenset()) -> list[Change]:
    """The statements of a function that change what a parameter holds; none where that may be another object.

    Arguments:
        made: names for what the function has built itself, of which nothing else holds the objects.
    """
    scope = _scope(tree, function, made)
    if any(isinstance(node, _UNCLEAR) for node in inside(function)):
        return []
    return [found for use in scope.uses(name) if (found := scope.change(use)) is not None]


def is_unread(
    tree: ast.AST,
    function: ast.FunctionDef,
    name: str,
    change: Change,
    is_plain: Callable[[str], bool],
    made: frozenset[str] = frozenset(),
    others: frozenset[ast.expr] = _NO_CHANGES,
    inside_of_it: bool = False,
) -> bool:
    """Whether no later expression of the function can see a change.

    Arguments:
        is_plain: whether reading this attribute reads nothing else of the instance, as a property or a method may.
        made: as for `changes_of`.
        others: targets and calls that change containers, and tell nothing of them.
        inside_of_it: a container in the object is changed, which may have got another name before.
    """
    scope = _scope(tree, function, made)
    return not any(
        (inside_of_it or scope.may_be_later(use, change.statement))
        and not scope.is_target(use)
        and not scope.is_changed_by(use, others)
        and not scope.is_put_back(use, change)
        and not scope.reads_another(use, change, is_plain)
        for use in scope.uses(name)
    )


def is_returned(tree: ast.AST, function: ast.FunctionDef, name: str) -> bool:
    """Whether a function hands back what a parameter holds."""
    return any(isinstance(standing(tree)[use].holder, ast.Return) for use in _scope(tree, function).uses(name))


def called_on(tree: ast.AST, function: ast.FunctionDef, name: str) -> ast.Call | None:
    """The first call of what a parameter holds, or of a part of it: `rngs()`, `rngs.dropout()`."""
    for use in _scope(tree, function).uses(name):
        node: ast.AST = use
        while isinstance(holder := standing(tree)[node].holder, ast.Attribute):
            node = holder
        if isinstance(holder, ast.Call) and holder.func is node:
            return holder
    return None


def is_given_again(tree: ast.AST, call: ast.AST, holder: ast.expr) -> bool:
    """Whether a loop around a call gives the same object to it in each iteration."""
    outer = list(outwards(tree, call))
    inside_function = list(takewhile(lambda each: not isinstance(each, _NESTED), outer))
    loop = next((each for each in inside_function if isinstance(each, _LOOPS)), None)
    root = holder
    while isinstance(root, ast.Attribute):
        root = root.value
    if loop is None or not isinstance(root, ast.Name):
        return False
    text = ast.unparse(holder)
    stores = (n for n in inside(loop) if isinstance(n, (ast.Name, ast.Attribute)) and isinstance(n.ctx, ast.Store))
    return not any(getattr(n, "id", "") == root.id or ast.unparse(n) == text for n in stores)


def reads_behind(tree: ast.AST, call: ast.expr, holder: ast.expr, attribute: str) -> Iterator[ast.Attribute]:
    """The reads of an attribute behind a call, in the same scope, of what an argument of that call still names."""
    scope: ast.AST = nearest(list(outwards(tree, call))[::-1], _NESTED) or tree
    text, root = ast.unparse(holder), holder
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return
    later = [node for node in inside(scope) if getattr(node, "lineno", 0) >= call.lineno]
    behind = [node for node in later if node.lineno > (call.end_lineno or call.lineno)]  # type: ignore[attr-defined]
    stores = [node for node in later if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store)]
    if any(getattr(node, "id", None) == root.id or getattr(node, "attr", None) == attribute for node in stores):
        return
    for node in behind:
        if isinstance(node, ast.Attribute) and node.attr == attribute and ast.unparse(node.value) == text:
            yield node


def is_last_use(
    tree: ast.AST,
    function: ast.FunctionDef,
    node: ast.expr,
    statement: ast.stmt,
    made: frozenset[str] = frozenset(),
) -> bool:
    """Whether no later expression than a statement can see what it has done to an object, which a parameter holds."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    scope = _scope(tree, function, made)
    uses = scope.uses(node.id) if isinstance(node, ast.Name) else ()
    known = isinstance(node, ast.Name) and node.id in parameters_of(function) | made and bool(uses)
    return known and not any(scope.may_be_later(use, statement) for use in uses)


def parameters_of(function: ast.FunctionDef) -> set[str]:
    """The names of what a function is given one by one."""
    return {each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}


def _scope(tree: ast.AST, function: ast.FunctionDef, made: frozenset[str] = frozenset()) -> _Scope:
    names = [node for node in inside(function) if isinstance(node, ast.Name)]
    parts = [each for each in function.body if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)]
    named = {name: part for each in parts for name, part in _named_part(each, names)}
    return _Scope(tree, function, names, named, made - parameters_of(function))


def _named_part(node: ast.Assign, names: list[ast.Name]) -> Iterator[tuple[str, ast.expr]]:
    """The name that a part of something gets, and no other one: `layer = model.out`."""
    target = node.targets[0]
    if len(node.targets) == 1 and isinstance(target, ast.Name) and isinstance(node.value, ast.Attribute):
        if sum(each.id == target.id and isinstance(each.ctx, ast.Store) for each in names) == 1:
            yield target.id, node.value


@record(frozen=True, slots=True)
class _Scope:
    """A function in a file, and the names in it.

    Attributes:
        parts: those of parts of others, with what they stand for; made: those of what the function has built.
    """

    tree: ast.AST
    function: ast.FunctionDef
    names: list[ast.Name]
    parts: dict[str, ast.expr]
    made: frozenset[str]

    def uses(self, name: str) -> list[ast.Name]:
        """The uses of a parameter, and of its parts; none where it may be another object, or have another name."""
        named = {each for each in self.parts if (found := self._whole(each)) is not None and found[0] == name}
        uses = [each for each in self.names if each.id == name or (each.id in named and isinstance(each.ctx, ast.Load))]
        held = standing(self.tree)
        stores = [each for each in uses if each.id in self.made and isinstance(each.ctx, ast.Store)]
        uses = [each for each in uses if each not in stores] if len(stores) == 1 else uses
        known = all(isinstance(each.ctx, ast.Load) and isinstance(held[each].holder, _LOOKING) for each in uses)
        return uses if known else []

    def _whole(self, part: str) -> tuple[str, tuple[str, ...]] | None:
        """The name that a part is one of, and the attributes that lead there."""
        steps: list[str] = []
        node: ast.expr | None = self.parts.get(part)
        while isinstance(node, ast.Attribute):
            steps.append(node.attr)
            node = node.value
        return (node.id, tuple(steps[::-1])) if isinstance(node, ast.Name) else None

    def _before(self, use: ast.Name) -> tuple[str, ...]:
        """The attributes between a parameter and the part of it that a name stands for."""
        found = self._whole(use.id)
        return found[1] if found is not None else ()

    def is_target(self, use: ast.Name) -> bool:
        """Whether it is assigned to: that reads nothing of the object."""
        holder = standing(self.tree)[use].holder
        return isinstance(holder, (ast.Attribute, ast.Subscript)) and isinstance(holder.ctx, ast.Store)

    def is_changed_by(self, use: ast.Name, nodes: frozenset[ast.expr]) -> bool:
        """Whether one of these targets is a part of the object, or one of these calls is of a method of such a part."""
        held = standing(self.tree)
        node: ast.expr = use
        while isinstance(holder := held[node].holder, (ast.Attribute, ast.Subscript)) and holder.value is node:
            node = holder
        return node in nodes or (isinstance(holder, ast.Call) and holder.func is node and holder in nodes)

    def is_put_back(self, use: ast.Name, change: Change) -> bool:
        """Whether the assignment itself reads an item for what it puts in its place: `x[name] = 0.9 * x[name]`."""
        holder = standing(self.tree)[use].holder
        is_item = isinstance(holder, ast.Subscript) and isinstance(change.node, ast.Subscript)
        return is_item and isinstance(change.statement, _ASSIGNMENTS) and change.statement in self._outer(use)

    def change(self, use: ast.Name) -> Change | None:
        """The change of an object, or by a method or a variable of one of its parts, that its name stands in."""
        held = standing(self.tree)
        holder = held[use].holder
        statement = nearest(self._outer(use), ast.stmt)
        if statement is None or self._nested(use) is not None or not isinstance(holder, (ast.Attribute, ast.Subscript)):
            return None
        if isinstance(statement, _ASSIGNMENTS):
            target: ast.expr = holder
            while isinstance(above := held[target].holder, (ast.Attribute, ast.Subscript)) and above.value is target:
                target = above
            return self._assignment(use, target, statement) if held[target].holder is statement else None
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call):
            return None
        names = self._attributes(use, call.func)
        return Change(statement, call, "", call, (*self._before(use), *names[:-1])) if names else None

    def _assignment(self, use: ast.Name, target: ast.expr, statement: ast.stmt) -> Change | None:
        if not isinstance(target, (ast.Attribute, ast.Subscript)) or not isinstance(target.ctx, ast.Store):
            return None
        before = self._before(use)
        if target.value is use and not before:
            part = target.attr if isinstance(target, ast.Attribute) else _key(target.slice)
            known = part or isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Name)
            return Change(statement, target, part) if known else None
        names = before if target.value is use else (*before, *self._attributes(use, target.value))
        reached = target.value is use or len(names) > len(before)
        return Change(statement, target, names[0], None, names) if reached and names else None

    def _attributes(self, use: ast.Name, behind: ast.expr | None = None) -> tuple[str, ...]:
        """The attributes and keys behind a name: `out` and `kernel` of `model.out.kernel + 1`.

        behind: those up to this expression alone; none where there is more than these.
        """
        found: list[str] = []
        node: ast.AST = use
        while node is not behind:
            holder = standing(self.tree)[node].holder
            if isinstance(holder, ast.Attribute):
                found.append(holder.attr)
            elif isinstance(holder, ast.Subscript) and holder.value is node and (key := _key(holder.slice)):
                found.append(f"[{key}]")
            else:
                break
            node = holder
        return tuple(found) if behind is None or node is behind else ()

    def may_be_later(self, use: ast.Name, statement: ast.stmt) -> bool:
        """Whether an expression may be evaluated after a statement of the function."""
        loops = set(self._loops(statement))
        end = (statement.end_lineno or 0, statement.end_col_offset or 0)
        runs = self._run_at(use, set())
        return any(
            (where.lineno, where.col_offset) >= end or not loops.isdisjoint(self._loops(where)) for where in runs
        )

    def _loops(self, node: ast.AST) -> Iterator[ast.AST]:
        """The loops that evaluate a node again and again: what a `for` goes through is evaluated once."""
        inner = node
        for each in self._outer(node)[::-1]:
            if isinstance(each, _LOOPS) and inner is not getattr(each, "iter", None):
                yield each
            inner = each

    def reads_another(self, use: ast.Name, change: Change, is_plain: Callable[[str], bool]) -> bool:
        """Whether a use of the name reads another part of the object than the one that was assigned."""
        holder = standing(self.tree)[use].holder
        read = (*self._before(use), *self._attributes(use))
        if read and (change.attributes or isinstance(change.node, ast.Attribute)):
            assigned = change.attributes or (change.part,)
            differ = any(one != other for one, other in zip(read, assigned, strict=False))
            return differ and "" not in assigned and is_plain(read[0])
        if isinstance(holder, ast.Subscript) and isinstance(change.node, ast.Subscript) and holder.value is use:
            return change.part != "" and _key(holder.slice) not in ("", change.part)
        return False

    def _run_at(self, node: ast.expr, done: set[ast.AST]) -> Iterator[ast.expr]:
        """Where the function evaluates an expression, which may stand in a function inside of it."""
        nested = self._nested(node)
        if nested is None:
            yield node
        elif nested not in done:
            done.add(nested)
            if isinstance(nested, ast.Lambda):
                yield nested
            name = self._name_of(nested)
            for read in self.names:
                if read.id == name and isinstance(read.ctx, ast.Load):
                    yield from self._run_at(read, done)

    def _outer(self, node: ast.AST) -> list[ast.AST]:
        """The nodes of the function around one of them, the outermost first."""
        return list(takewhile(lambda each: each is not self.function, outwards(self.tree, node)))[::-1]

    def _nested(self, node: ast.AST) -> ast.AST | None:
        return next((each for each in self._outer(node) if isinstance(each, _NESTED)), None)

    def _name_of(self, nested: ast.AST) -> str:
        if isinstance(nested, _NAMED):
            return nested.name
        holder = standing(self.tree)[nested].holder
        target = holder.targets[0] if isinstance(holder, ast.Assign) and len(holder.targets) == 1 else None
        return target.id if isinstance(target, ast.Name) else ""


def _key(index: ast.expr) -> str:
    return repr(index.value) if isinstance(index, ast.Constant) else ""
