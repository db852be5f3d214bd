"""Writes the table of Equinox's names in docs/runtime.md: `python -m tools.equinox_table`. Needs equinox."""

from __future__ import annotations

import types
from pathlib import Path

from pytreelint.runtime.refused_names import REASONS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "runtime.md"
BEGIN, END = "<!-- names of Equinox: written by tools/equinox_table.py -->", "<!-- end of the names -->"

# What a name does here that it does not do there; a name without a line here does the same.
BETTER = {
    "apply_updates": "a parameter keeps its dtype; an update of another shape, or at text, is an error",
    "branched_error_if": "as `error_if`",
    "clear_caches": "the programs of every function",
    "combine": "the result has the type of the first tree",
    "default_deserialise_filter_spec": "as `tree_deserialise_leaves`",
    "default_serialise_filter_spec": "as `tree_serialise_leaves`",
    "error_if": "only programs that have one wait for the result; no hang where one of several devices fails; "
    "typed keys; `pred` is boolean; no `breakpoint`",
    "filter_checkpoint": "static arguments; methods",
    "filter_closure_convert": "keyword arguments; errors name the argument",
    "filter_custom_jvp": "`nondiff_argnums`, `defjvps`, methods",
    "filter_custom_vjp": "methods",
    "filter_grad": "`argnums`, `filter_spec`, arguments by name, `Frozen`",
    "filter_hessian": "as `filter_grad`",
    "filter_jacfwd": "as `filter_grad`",
    "filter_jacrev": "as `filter_grad`",
    "filter_jit": "does not wait; donation and static arguments by name, shardings, reasons of traces, stages",
    "filter_jvp": "`has_aux`, keyword arguments, None for a whole subtree; arguments in a tuple or list",
    "filter_make_jaxpr": "`static_argnums`, `axis_env`",
    "filter_pmap": "keyword arguments, negative `out_axes`, donation, several processes",
    "filter_pure_callback": "JAX's order of arguments too; errors name the leaf",
    "filter_shard": "prefixes, devices; a callable or patterns by leaf",
    "filter_value_and_grad": "as `filter_grad`",
    "filter_vjp": "the pullback can leave a compiled function",
    "filter_vmap": "keyword arguments; axes go to JAX as they are; errors name the leaves",
    "is_inexact_array": "NumPy arrays of bfloat16 are inexact",
    "is_inexact_array_like": "as `is_inexact_array`",
    "partition": "masks by name; keeps the type",
    "tree_at": "a part that is picked twice; leaves that are one object",
    "tree_check": "names both places",
    "tree_deserialise_leaves": "into shapes and shardings; names the first leaf that differs, and a file that goes on",
    "tree_pformat": "marks what is static",
    "tree_pprint": "marks what is static",
    "tree_serialise_leaves": "at once or not at all; all digits of floats; refuses what the format cannot hold",
}


def table() -> str:
    """The rows, from both packages.

    Raises:
        LookupError: A name of Equinox is neither here nor refused; or what is said here of a name is out of date.
    """
    import equinox
    import equinox.internal

    import pytreelint.runtime

    there = {name for name in dir(equinox) if not name.startswith("_")}
    there = {name for name in there if not isinstance(getattr(equinox, name), types.ModuleType)}
    there |= {name for name in dir(equinox.internal) if name.startswith("filter_primitive")}
    here = set(pytreelint.runtime.__all__)
    wrong = (there - here) ^ REASONS.keys() | BETTER.keys() - (there & here)
    if wrong:
        raise LookupError(f"neither here nor refused, or said of too much: {sorted(wrong)}")
    rows = ["| name | here | what differs, or why not |", "|---|---|---|"]
    for name in sorted(there, key=str.lower):
        if name in REASONS:
            rows.append(f"| `{name}` | refused | {REASONS[name]} |")
        else:
            rows.append(f"| `{name}` | {'better' if name in BETTER else 'same'} | {BETTER.get(name, '')} |")
    return "\n".join(rows)


def with_table(page: str) -> str:
    """The page with the table of today."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
