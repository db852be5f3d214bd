"""The fix of an array in aux data: it goes among the children, and is put back into aux data when they come again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.queries.needed import needed_in_python
from pytreelint.model.syntax.standing import around
from pytreelint.model.values.sites import AuxData
from pytreelint.model.values.value import Function
from pytreelint.rules.arguments import after, before
from pytreelint.rules.conditions import TRACED_NOW
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_POSITIONS = {"data_fields": 1, "meta_fields": 2}


def as_child(model: Model, site: AuxData) -> Fix | None:
    """Take one array out of aux data; None where Python needs it, or the flattening is not written out, or has keys."""
    maker, module = site.cls.maker, site.module
    if module.origin != "project" or maker is None:
        return None
    if maker.spelling == "lists":
        edits = _relisted(site)
    elif maker.spelling in ("methods", "functions"):
        edits = _moved(site)
    else:
        return None
    if not edits or needed_in_python(model, module, _attribute(site)):
        return None
    return fix_of(module.source, "Make the array a child", edits, (), [TRACED_NOW], never_safe=True)


def _attribute(site: AuxData) -> str:
    """The name that the array has in an instance, as far as the flattening says it."""
    if site.name.isidentifier():
        return site.name
    if not isinstance(site.node, ast.Return) or not isinstance(site.node.value, ast.Tuple):
        return ""
    aux = site.node.value.elts[-1]
    array = _taken_out(site.module, aux, _position(site.name))[0]
    return array.attr if isinstance(array, ast.Attribute) else ""


def _relisted(site: AuxData) -> list[Edit]:
    """`meta_fields` without the name, `data_fields` with it."""
    if not isinstance(site.node, ast.Call):
        return []
    data, meta = (_listed(site.node, keyword) for keyword in ("data_fields", "meta_fields"))
    if meta is None or (data is None and not site.both):
        return []
    gone = [e for e in meta.elts if isinstance(e, ast.Constant) and e.value == site.name]
    edits = [Edit(site.module.source.place(meta), _display(site.module, meta, [e for e in meta.elts if e not in gone]))]
    if not site.both and data is not None:
        edits.append(Edit(site.module.source.place(data), _display(site.module, data, [*data.elts, *gone])))
    return edits if len(gone) == 1 else []


def _listed(call: ast.Call, keyword: str) -> ast.List | ast.Tuple | None:
    position = _POSITIONS[keyword]
    given = next((k.value for k in call.keywords if k.arg == keyword), None)
    if given is None and len(call.args) > position:
        given = call.args[position]
    return given if isinstance(given, (ast.List, ast.Tuple)) else None


def _display(module: ModuleInfo, kind: ast.List | ast.Tuple, elements: list[ast.expr]) -> str:
    inner = ", ".join(text_of(module, each) for each in elements)
    if isinstance(kind, ast.List):
        return f"[{inner}]"
    return f"({inner}{',' if len(elements) == 1 else ''})"


def _moved(site: AuxData) -> list[Edit]:
    """`return children, (array, rest)` as `return (children, array), (rest,)`, and the same backwards."""
    module, node = site.module, site.node
    back = _unflatten(site)
    if back is None or not isinstance(node, ast.Return) or not isinstance(node.value, ast.Tuple):
        return []
    if len(node.value.elts) != 2:
        return []
    children, given = node.value.elts
    aux = _assigned(module, node, given) if isinstance(given, ast.Name) else given
    if aux is None:
        return []
    place = module.source.place
    array, kept = _taken_out(module, aux, _position(site.name))
    if array is None or (not isinstance(aux, (ast.Tuple, ast.List, ast.Dict)) and aux is not given):
        return []
    parameters = [a.arg for a in (*back.args.posonlyargs, *back.args.args)][-2:]
    name = array.attr if isinstance(array, ast.Attribute) and array.attr not in _names(back) else "moved"
    length = len(aux.elts) if isinstance(aux, (ast.Tuple, ast.List)) else 0
    lines = _put_back(parameters[0], parameters[1], name, _position(site.name), length)
    edits = [Edit(place(aux), kept)]
    edits += [Edit(before(place(children)), "("), Edit(after(place(children)), f", {text_of(module, array)})")]
    first = next((s for s in back.body if not _is_docstring(s)), None)
    if first is None or module.source.line(first.lineno)[: place(first).column - 1].strip():
        return []
    end = module.source.line_end
    indent = module.source.line(first.lineno)[: place(first).column - 1]
    return [*edits, Edit(before(place(first)), "".join(f"{line}{end}{indent}" for line in lines))]


def _position(name: str) -> int | str | None:
    """Where in aux data it is: of `aux data[0]`, `aux data['key']`; None for aux data itself."""
    where = name.partition("[")[2].rstrip("]")
    return ast.literal_eval(where) if where else None


def _taken_out(module: ModuleInfo, aux: ast.expr, position: int | str | None) -> tuple[ast.expr | None, str]:
    """The expression that goes among the children, and the code of what is left as aux data."""
    if position is None and isinstance(aux, (ast.Attribute, ast.Name)):
        return aux, "None"
    if isinstance(aux, (ast.Tuple, ast.List)) and isinstance(position, int) and position < len(aux.elts):
        if any(isinstance(each, ast.Starred) for each in aux.elts):
            return None, ""
        array = aux.elts[position]
        return array, _display(module, aux, [each for each in aux.elts if each is not array])
    if isinstance(aux, ast.Dict):
        items = list(zip(aux.keys, aux.values, strict=True))
        found = next((v for k, v in items if isinstance(k, ast.Constant) and k.value == position), None)
        rest = [f"{text_of(module, k)}: {text_of(module, v)}" for k, v in items if k is not None and v is not found]
        return (None, "") if None in aux.keys else (found, f"{{{', '.join(rest)}}}")
    return None, ""


def _put_back(aux: str, children: str, name: str, position: int | str | None, length: int) -> list[str]:
    """What makes of the new children and aux data, which had this length, what they were."""
    if position is None:
        return [f"{children}, {aux} = {children}"]
    opened = f"{children}, {name} = {children}"
    if isinstance(position, str):
        return [opened, f'{aux} = {{**{aux}, "{position}": {name}}}']
    before = [] if position == 0 else [f"*{aux}" if position == length - 1 else f"*{aux}[:{position}]"]
    after = [] if position == length - 1 else [f"*{aux}" if position == 0 else f"*{aux}[{position}:]"]
    parts = [*before, name, *after]
    return [opened, f"{aux} = ({', '.join(parts)}{',' if len(parts) == 1 else ''})"]


def _unflatten(site: AuxData) -> ast.FunctionDef | None:
    """The function that builds an instance again, if it takes aux data and children and stands in the same file."""
    given = site.cls.registration.get("unflatten_func")
    if isinstance(given, Function):
        module, function = given.module, given.node
    else:
        method = site.cls.method("tree_unflatten") if given is None else None
        if method is None:
            return None
        module, function = method[0].module, method[1]
    if module is not site.module or not isinstance(function, ast.FunctionDef):
        return None
    own = len([*function.args.posonlyargs, *function.args.args])
    return function if own == (2 if isinstance(given, Function) else 3) else None


def _assigned(module: ModuleInfo, node: ast.Return, name: ast.Name) -> ast.expr | None:
    """The display that a name stands for, if it is assigned once in the function and used by this `return` only."""
    outer = around(module.tree, node)
    function = outer[-1] if outer else None
    if not isinstance(function, ast.FunctionDef):
        return None
    used = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name.id]
    values = [s.value for s in function.body if isinstance(s, ast.Assign) and s.targets[0] in used]
    return values[0] if len(values) == 1 and len(used) == 2 else None


def _names(function: ast.FunctionDef) -> set[str]:
    arguments = {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}
    return arguments | {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
