"""Gradients inside of a map over devices that are summed over the devices twice: by JAX, and by the program."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.knowledge.collectives import IN_SPECS, PARTITION, REDUCTIONS, SUMS_GRADIENTS, WORDS
from pytreelint.knowledge.operations import TREE_MAP
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.syntax.walking import children, is_text, walk
from pytreelint.model.values.value import Constant, Function, Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import TransformMade

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_GRADIENTS = {"gradient": None, "value-gradient": 1}  # which item of the result is the gradient
_CALLS = 4  # how far calls of the loss are followed


class Twice(NamedTuple):
    """A gradient by a weight that all devices share, and the call that sums it again."""

    gradient: ast.Call
    reduction: ast.Call
    weight: str


def summed_twice(model: Model, site: TransformMade) -> Iterator[Twice]:
    """The gradients of a function of a map over devices that are certainly summed twice."""
    option, function = SUMS_GRADIENTS.get(site.transform.name), site.function
    given = site.wrapper.option(option) if site.wrapper is not None and option is not None else None
    if option is None or not isinstance(function, Function) or not isinstance(function.node, ast.FunctionDef):
        return
    specs = _specs(model, site)
    if specs is None or not (given is None or (isinstance(given, Constant) and given.value is True)):
        return
    parameters = [each.arg for each in (*function.node.args.posonlyargs, *function.node.args.args)]
    known = dict(zip(parameters, specs, strict=False))
    axes = {axis for spec in specs if spec for axis in spec}
    yield from _Body(model, function.module, function.node, known, axes).found()


def _specs(model: Model, site: TransformMade) -> list[frozenset[str] | None] | None:
    """For each argument the axes that it is split over, None where that is not known."""
    node = site.node
    option = next((k.value for k in getattr(node, "keywords", ()) if k.arg == IN_SPECS), None)
    if not isinstance(option, ast.Tuple):
        return None
    with model.aside():
        frame = frame_at(model, site.module, option)
        return [_axes(item) if _is_spec(model, item, frame) else None for item in option.elts]


def _is_spec(model: Model, item: ast.expr, frame: Frame) -> bool:
    made = model.expression(item.func, frame) if isinstance(item, ast.Call) and not item.keywords else None
    return isinstance(made, Library) and made.name in PARTITION


def _axes(item: ast.expr) -> frozenset[str] | None:
    axes = [axis.value if isinstance(axis, ast.Constant) else 0 for axis in getattr(item, "args", ())]
    names = [axis for axis in axes if isinstance(axis, str)]
    return frozenset(names) if len(names) + axes.count(None) == len(axes) else None


class _Body:
    """The statements of a function that runs on each device."""

    def __init__(
        self,
        model: Model,
        module: ModuleInfo,
        function: ast.FunctionDef,
        specs: dict[str, frozenset[str] | None],
        axes: set[str],
    ) -> None:
        self.model, self.module, self.specs, self.axes = model, module, specs, axes
        self.nodes = list(_own(function))
        stores = [n.id for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.bound = {name: stores.count(name) for name in stores}
        self.local = {n.name: n for n in self.nodes if isinstance(n, ast.FunctionDef)}
        self.shared = {name for name, spec in specs.items() if spec == frozenset() and name not in self.bound}

    def found(self) -> Iterator[Twice]:
        """Each gradient that is bound to a name, and the reduction of this name; or the one around it."""
        with self.model.aside():
            for node in self.nodes:
                match node:
                    case ast.Call(args=[ast.Call(args=[ast.Name(id=weight), *_]) as taken, *_]):
                        if self._reduces(node, ()) and self._gradient(ast.Name(weight), taken) is not None:
                            yield Twice(taken, node, weight)
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call):
                    name = self._gradient(node.targets[0], node.value)
                    reduction = self._reduced(name, node) if name is not None else None
                    if reduction is not None and isinstance(node.value.args[0], ast.Name):
                        yield Twice(node.value, reduction, node.value.args[0].id)

    def _gradient(self, target: ast.expr, call: ast.Call) -> str | None:
        """The name of a gradient by what all devices share, of a loss of what they do not, that reduces nothing."""
        made = call.func if isinstance(call.func, ast.Call) else self._bound_to(call.func)
        names = [argument.id if isinstance(argument, ast.Name) else "" for argument in call.args]
        if made is None or made.keywords or len(made.args) != 1 or not names or names[0] not in self.shared:
            return None
        transform = TRANSFORMS.get(self._library(made.func))
        if transform is None or transform.filtered or transform.gives not in _GRADIENTS:
            return None
        if not any(self.specs.get(name) for name in names[1:]) or not self._is_local(made.args[0], _CALLS):
            return None
        index = _GRADIENTS[transform.gives]
        if index is not None:
            target = target.elts[index] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else target
        return target.id if isinstance(target, ast.Name) else None

    def _bound_to(self, func: ast.expr) -> ast.Call | None:
        """`grads_of = jax.grad(loss)` in the same function."""
        if not isinstance(func, ast.Name) or self.bound.get(func.id) != 1:
            return None
        made = (
            n.value
            for n in self.nodes
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and n.targets[0].id == func.id
        )
        found = next(made, None)
        return found if isinstance(found, ast.Call) else None

    def _is_local(self, function: ast.expr, depth: int) -> bool:
        """Whether a loss looks at no other device: nothing in it, or in what it calls, speaks of axes."""
        node: ast.AST | None = function if isinstance(function, ast.Lambda) else None
        if isinstance(function, ast.Name):
            node = self.local.get(function.id)
            if node is None:
                value = self.model.expression(function, frame_at(self.model, self.module, function))
                node = value.node if isinstance(value, Function) else None
        return node is not None and self._names_no_axis(node, depth)

    def _names_no_axis(self, node: ast.AST, depth: int) -> bool:
        for inner in walk(node):
            word = getattr(inner, "attr", getattr(inner, "id", None))
            if word in WORDS or (isinstance(inner, ast.Constant) and inner.value in self.axes):
                return False
            if (
                isinstance(inner, ast.Call)
                and isinstance(inner.func, ast.Name)
                and inner.func.id in self.module.bindings
            ):
                value = self.model.name(self.module, inner.func.id)
                if isinstance(value, Function) and (depth == 0 or not self._names_no_axis(value.node, depth - 1)):
                    return False
        return True

    def _reduced(self, name: str, after: ast.Assign) -> ast.Call | None:
        """The call that sums what a name holds over the devices, itself or leaf by leaf."""
        for node in self.nodes:
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                if node.lineno > after.lineno and not self._is_reduced_into(node):
                    return None
            if not isinstance(node, ast.Call) or node.lineno <= after.lineno:
                continue
            reduction = self._reduction_of(name, node)
            if reduction is not None:
                return reduction
            if any(isinstance(n, ast.Name) and n.id == name for n in node.args[:1]) and self._helper_reduces(node):
                return node
        return None

    def _reduction_of(self, name: str, node: ast.Call, known: Container[str] = ()) -> ast.Call | None:
        """The call that reduces what a name holds: this one, or that of the function that it maps over the leaves.

        Arguments:
            known: the parameters that hold the name of an axis.
        """
        if any(isinstance(n, ast.Name) and n.id == name for n in node.args[:1]) and self._reduces(node, known):
            return node
        match node.args:
            case [ast.Lambda(body=ast.Call() as body), ast.Name(id=given)] if given == name:
                if self._reduces(body, known) and self._library(node.func) == TREE_MAP:
                    return body
        return None

    def _helper_reduces(self, call: ast.Call) -> bool:
        """Whether a call of the project's own returns its first argument, reduced: `return pmean(tree, axis)`."""
        helper = self.model.expression(call.func, frame_at(self.model, self.module, call))
        if not isinstance(helper, Function) or not isinstance(helper.node, ast.FunctionDef) or call.keywords:
            return False
        names = [each.arg for each in helper.node.args.args]
        given = dict(zip(names, call.args, strict=False))
        known = {n for n, a in given.items() if isinstance(a, ast.Constant) and a.value in self.axes}
        match helper.node.body:
            case [*rest, ast.Return(value=ast.Call() as made)] if all(map(is_text, rest)) and names:
                inner = _Body(self.model, helper.module, helper.node, {}, self.axes)
                return inner._reduction_of(names[0], made, known) is not None
        return False

    def _is_reduced_into(self, target: ast.Name) -> bool:
        """Whether an assignment binds a name to its own reduction: `grads = pmean(grads, axis)`."""
        made = (n.value for n in self.nodes if isinstance(n, ast.Assign) and target in n.targets)
        return any(isinstance(n, ast.Name) and n.id == target.id for value in made for n in walk(value))

    def _reduces(self, call: ast.Call, known: Container[str]) -> bool:
        axis = (
            call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "axis_name"), None)
        )
        is_axis = isinstance(axis, ast.Constant) and axis.value in self.axes
        is_known = is_axis or (isinstance(axis, ast.Name) and axis.id in known)
        return is_known and self._library(call.func) in REDUCTIONS

    def _library(self, node: ast.expr) -> str:
        value = self.model.expression(node, frame_at(self.model, self.module, node))
        return value.name if isinstance(value, Library) else ""


def _own(function: ast.FunctionDef) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _FUNCTIONS):
            waiting += reversed(children(node))
