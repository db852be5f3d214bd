"""Every transform's entry, executed under JAX: what it rejects, what it hashes, what it gives, what it is called."""

from __future__ import annotations

import importlib
import inspect
import warnings
from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec

from pytreelint.knowledge.transforms import CHECKS_ARGUMENTS, KEEPS_SIGNATURE, TRANSFORMS, TRANSPARENT, Transform
from tests.knowledge.building import installed, load

pytestmark = pytest.mark.filterwarnings("ignore")


class Tree(eqx.Module):
    """A node with an array leaf, and with an opaque one unless `act` is None."""

    w: jax.Array
    act: Any = None


class Callee(eqx.Module):
    """A callable with an array leaf: its hash raises. It gives what its label says."""

    w: jax.Array
    gives: str = eqx.field(static=True)

    def __call__(self, *args: Any) -> Any:
        match self.gives:
            case "pair":
                return args[0], args[1]
            case "false":
                return False
            case "sum":
                return sum(jnp.sum(x * 1.0) for x in jax.tree.leaves(args))
        return args[-1]


def opaque() -> Tree:
    return Tree(jnp.ones(3), jax.nn.relu)


def total(*trees: Any) -> Any:
    return sum(jnp.sum(x * 1.0) for x in jax.tree.leaves(trees) if eqx.is_array(x))


SHAPE = jax.ShapeDtypeStruct((3,), jnp.float32)
NEW = jax.__version_info__ >= (0, 11)
Call = Callable[[Any, Any], Any]  # (function, one argument) -> whatever comes out


def _shard_map(name: str) -> Call:
    mesh, spec = Mesh(np.array(jax.devices()[:1]), "i"), PartitionSpec()
    return lambda f, x: load(name)(f, mesh=mesh, in_specs=spec, out_specs=spec)(x)


def _custom_jvp(f: Any, x: Any) -> Any:
    g = jax.custom_jvp(f)
    g.defjvp(lambda primals, tangents: (f(*primals), jnp.zeros(())))
    return g(x)


def _custom_vjp(f: Any, x: Any) -> Any:
    g = jax.custom_vjp(f)
    g.defvjp(lambda x: (f(x), None), lambda residual, cotangent: (None,))
    return g(x)


def _custom_vmap(f: Any, x: Any) -> Any:
    g = jax.custom_batching.custom_vmap(f)
    g.def_vmap(lambda size, batched, y: (f(y), True))
    return g(x)


def _linen_checkpoint(f: Any, x: Any) -> Any:
    """Its first argument is the Module."""
    linen = load("flax.linen")

    class Layer(linen.Module):  # type: ignore[name-defined]
        @linen.compact
        def __call__(self, x: Any) -> Any:
            return load("flax.linen.checkpoint")(lambda module, x: f(x))(self, x)

    return Layer().apply({}, x)


# How to hand one function and one argument to each raw transform.
CALLS: dict[str, Call] = {
    "jax.jit": lambda f, x: jax.jit(f)(x),
    "jax_dataclasses.jit": lambda f, x: load("jax_dataclasses.jit")(f)(x),
    "flax.nnx.jit": lambda f, x: load("flax.nnx.jit")(f)(x),
    "flax.nnx.checkpoint": lambda f, x: load("flax.nnx.checkpoint")(f)(x),
    "flax.linen.checkpoint": _linen_checkpoint,
    "jax.checkpoint": lambda f, x: jax.checkpoint(f)(x),
    "jax.eval_shape": jax.eval_shape,
    "jax.make_jaxpr": lambda f, x: jax.make_jaxpr(f)(x),
    "jax.closure_convert": jax.closure_convert,
    "jax.grad": lambda f, x: jax.grad(f)(x),
    "jax.value_and_grad": lambda f, x: jax.value_and_grad(f)(x),
    "jax.jacrev": lambda f, x: jax.jacrev(f)(x),
    "jax.jacfwd": lambda f, x: jax.jacfwd(f)(x),
    "jax.hessian": lambda f, x: jax.hessian(f)(x),
    "jax.vjp": lambda f, x: jax.vjp(f, x)[0],
    "jax.linearize": jax.linearize,
    "jax.jvp": lambda f, x: jax.jvp(f, (x,), (x,)),
    "jax.linear_transpose": lambda f, x: jax.linear_transpose(f, x),
    "jax.vmap": lambda f, x: jax.vmap(f)(x),
    "jax.pmap": lambda f, x: jax.pmap(f)(jax.tree.map(lambda y: y[None] if eqx.is_array(y) else y, x)),
    "jax.shard_map": _shard_map("jax.shard_map"),
    "jax.experimental.shard_map.shard_map": _shard_map("jax.experimental.shard_map.shard_map"),
    "jax.numpy.vectorize": lambda f, x: jnp.vectorize(f)(x),
    "jax.lax.scan": lambda f, x: jax.lax.scan(lambda c, _: (c, f(c)), x, jnp.arange(2)),
    "jax.lax.while_loop": lambda f, x: jax.lax.while_loop(lambda c: False, lambda c: (f(c), c)[1], x),
    "jax.lax.fori_loop": lambda f, x: jax.lax.fori_loop(0, 2, lambda i, c: (f(c), c)[1], x),
    "jax.lax.cond": lambda f, x: jax.lax.cond(True, f, f, x),
    "jax.lax.switch": lambda f, x: jax.lax.switch(0, [f, f], x),
    "jax.lax.map": lambda f, x: jax.lax.map(f, x),
    "jax.lax.associative_scan": lambda f, x: jax.lax.associative_scan(lambda a, b: (f(a), a)[1], x),
    "jax.lax.custom_root": lambda f, x: jax.lax.custom_root(lambda y: y, x, lambda g, y: y, lambda g, y: y),
    "jax.custom_jvp": _custom_jvp,
    "jax.custom_vjp": _custom_vjp,
    "jax.custom_batching.custom_vmap": _custom_vmap,
    "jax.custom_batching.sequential_vmap": lambda f, x: jax.custom_batching.sequential_vmap(f)(x),
    "jax.pure_callback": lambda f, x: jax.pure_callback(lambda y: np.ones(3, "float32"), SHAPE, x),
    "jax.experimental.io_callback": lambda f, x: load("jax.experimental.io_callback")(
        lambda y: np.ones(3, "float32"), SHAPE, x
    ),
    "jax.debug.callback": lambda f, x: jax.debug.callback(lambda y: None, x),
}
RAW = [transform for transform in TRANSFORMS.values() if transform.name in CALLS and installed(transform.name)]
UNTRIED = {"jax.fwd_and_bwd", "jax.custom_gradient"}


def raises(action: Callable[[], Any]) -> bool:
    try:
        action()
    except Exception:
        return True
    return False


def by_name(transform: Transform) -> str:
    return transform.name


def test_every_raw_transform_is_tried() -> None:
    raw = {name for name, transform in TRANSFORMS.items() if not transform.filtered}
    assert raw - UNTRIED == set(CALLS)


@pytest.mark.parametrize("transform", RAW, ids=by_name)
def test_takes_a_tree_of_arrays(transform: Transform) -> None:
    if transform.name == "jax.numpy.vectorize":  # arrays only
        CALLS[transform.name](total, jnp.ones(3))
        assert transform.rejects_opaque_inputs
        return
    assert not raises(lambda: CALLS[transform.name](total, Tree(jnp.ones(3))))


@pytest.mark.parametrize("transform", RAW, ids=by_name)
def test_opaque_inputs(transform: Transform) -> None:
    assert raises(lambda: CALLS[transform.name](total, opaque())) is transform.rejects_opaque_inputs


OUTPUTS = [t for t in RAW if t.family not in ("callback",) and t.name not in ("jax.lax.custom_root",)]


def _returns(transform: Transform) -> Any:
    """A call whose function returns an opaque leaf."""
    x = jnp.ones(3)
    match transform.name:
        case "jax.lax.while_loop":
            return lambda: jax.lax.while_loop(lambda c: False, lambda c: opaque(), Tree(x))
        case "jax.lax.fori_loop":
            return lambda: jax.lax.fori_loop(0, 2, lambda i, c: opaque(), Tree(x))
        case "jax.lax.associative_scan":
            return lambda: jax.lax.associative_scan(lambda a, b: opaque(), Tree(x))
    return lambda: CALLS[transform.name](lambda *_: opaque(), x)


@pytest.mark.parametrize("transform", OUTPUTS, ids=by_name)
def test_opaque_outputs(transform: Transform) -> None:
    assert raises(_returns(transform)) is transform.rejects_opaque_outputs


def _with_callee(name: str, x: Any) -> Any:
    """Call a transform with Modules for all its functions."""
    w, lax = jnp.ones(3), jax.lax
    last, pair, false, gives_sum = (Callee(w, gives) for gives in ("last", "pair", "false", "sum"))
    calls: dict[str, Callable[[], Any]] = {
        "jax.lax.scan": lambda: lax.scan(pair, 0.0, x),
        "jax.lax.while_loop": lambda: lax.while_loop(false, last, 0.0),
        "jax.lax.fori_loop": lambda: lax.fori_loop(0, 2, last, 0.0),
        "jax.lax.cond": lambda: lax.cond(True, last, last, x),
        "jax.lax.switch": lambda: lax.switch(0, [last, last], x),
        "jax.lax.map": lambda: lax.map(last, x),
        "jax.lax.associative_scan": lambda: lax.associative_scan(last, x),
        "jax.lax.custom_root": lambda: lax.custom_root(last, x, lambda f, y: y, lambda g, y: y),
        "jax.pure_callback": lambda: jax.pure_callback(last, SHAPE, x),
        "jax.experimental.io_callback": lambda: load("jax.experimental.io_callback")(last, SHAPE, x),
        "jax.debug.callback": lambda: jax.debug.callback(last, x),
    }
    return calls[name]() if name in calls else CALLS[name](gives_sum, x)


# jax 0.12 hashes the functions of these, 0.10 does not: nothing is said of them.
HASHED_SINCE = {"jax.custom_batching.custom_vmap", "jax.custom_batching.sequential_vmap"} if NEW else set[str]()


@pytest.mark.parametrize("transform", [t for t in RAW if t.name not in HASHED_SINCE], ids=by_name)
def test_hash_of_the_function(transform: Transform) -> None:
    assert raises(lambda: _with_callee(transform.name, jnp.ones(3))) is transform.hashes_function


@pytest.mark.parametrize(("name", "option"), [(n, o) for n, options in CHECKS_ARGUMENTS.items() for o in options])
def test_arguments_that_are_not_taken_are_refused(name: str, option: str) -> None:
    given, refused = ("x", "y") if option.endswith("names") else (0, 1)
    assert not raises(lambda: load(name)(lambda x: x, **{option: given}))
    assert raises(lambda: load(name)(lambda x: x, **{option: refused}))
    assert not raises(lambda: load(name)(lambda *x, **y: x, **{option: refused}))


@pytest.mark.parametrize("name", sorted(KEEPS_SIGNATURE))
def test_the_arguments_inside_show_through(name: str) -> None:
    assert not raises(lambda: jax.jit(load(name)(lambda x, y: x), static_argnames="y"))
    assert raises(lambda: jax.jit(load(name)(lambda x, y: x), static_argnames="z"))
    assert raises(lambda: jax.jit(load(name)(lambda x, y: x), static_argnums=2))


@pytest.mark.parametrize("name", ["jax.lax.while_loop", "jax.lax.cond"])
def test_each_function_alone_is_hashed(name: str) -> None:
    callee, x = Callee(jnp.ones(3), "last"), jnp.ones(3)
    assert TRANSFORMS[name].hashes_function
    if name == "jax.lax.cond":
        assert raises(lambda: jax.lax.cond(True, callee, lambda y: y, x))
        assert raises(lambda: jax.lax.cond(True, lambda y: y, callee, x))
    else:
        assert raises(lambda: jax.lax.while_loop(lambda c: False, callee, x))
        assert raises(lambda: jax.lax.while_loop(Callee(jnp.ones(3), "false"), lambda c: c, x))


GRADIENTS = [t for t in RAW if t.family == "grad" and t.name not in ("jax.jvp", "jax.linear_transpose")]


@pytest.mark.parametrize("transform", GRADIENTS, ids=by_name)
def test_integers(transform: Transform) -> None:
    assert raises(lambda: CALLS[transform.name](total, Tree(jnp.arange(3)))) is transform.rejects_integers


@pytest.mark.parametrize("transform", [t for t in GRADIENTS if t.argnums], ids=by_name)
def test_only_what_is_differentiated_is_checked(transform: Transform) -> None:
    made = load(transform.name)
    assert transform.checks == "differentiated"
    assert not raises(lambda: made(lambda x, tree: jnp.sum(x))(jnp.ones(3), opaque()))
    assert raises(lambda: made(lambda x, tree: jnp.sum(x), argnums=(0, 1))(jnp.ones(3), opaque()))


@pytest.mark.parametrize("name", ["jax.vjp", "jax.linearize"])
def test_all_primals_are_checked(name: str) -> None:
    assert TRANSFORMS[name].checks == "all"
    assert raises(lambda: load(name)(lambda x, tree: jnp.sum(x), jnp.ones(3), opaque()))


@pytest.mark.parametrize("transform", [t for t in RAW if t.has_aux], ids=by_name)
def test_auxiliary_output(transform: Transform) -> None:
    def f(x: Any) -> Any:
        return jnp.sum(x), opaque()

    x, made = jnp.ones(3), load(transform.name)
    match transform.name:
        case "jax.jvp":
            failed = raises(lambda: made(f, (x,), (x,), has_aux=True))
        case "jax.vjp" | "jax.linearize":
            failed = raises(lambda: made(f, x, has_aux=True))
        case _:
            failed = raises(lambda: made(f, has_aux=True)(x))
    assert failed is not transform.aux_is_free


def test_unmapped_arguments_of_vmap_are_free() -> None:
    assert TRANSFORMS["jax.vmap"].checks == "mapped"
    assert not raises(lambda: jax.vmap(lambda tree, x: x, in_axes=(None, 0))(opaque(), jnp.ones(3)))


def test_unmapped_arguments_of_pmap_are_not_free() -> None:
    assert TRANSFORMS["jax.pmap"].checks == "all"
    assert raises(lambda: jax.pmap(lambda tree, x: x, in_axes=(None, 0))(opaque(), jnp.ones((1, 3))))


STATIC = [t for t in RAW if t.static_params and not t.lifts and not t.static_params[0].startswith("nondiff")]


@pytest.mark.parametrize("transform", STATIC, ids=by_name)
def test_static_arguments(transform: Transform) -> None:
    made, x = load(transform.name), jnp.ones((1, 3))
    static = {transform.static_params[0]: (1,)}
    assert not raises(lambda: made(lambda x, label: x, **static)(x, "label"))
    assert raises(lambda: made(lambda x, sizes: x, **static)(x, [1, 2])) is transform.hashes_static


def test_nondifferentiated_arguments_need_no_hash() -> None:
    jvp = jax.custom_jvp(lambda sizes, x: x, nondiff_argnums=(0,))
    jvp.defjvp(lambda sizes, primals, tangents: (primals[0], tangents[0]))
    vjp = jax.custom_vjp(lambda sizes, x: x, nondiff_argnums=(0,))
    vjp.defvjp(lambda sizes, x: (x, None), lambda sizes, residual, cotangent: (cotangent,))
    for name, made in (("jax.custom_jvp", jvp), ("jax.custom_vjp", vjp)):
        assert not TRANSFORMS[name].hashes_static
        assert not raises(lambda made=made: made([1, jax.nn.relu], jnp.ones(3)))  # type: ignore[misc]


def _parameters(transform: Transform) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(inspect.signature(load(transform.name)).parameters)


SIGNED = [
    t for t in TRANSFORMS.values() if not t.name.startswith(("pytreelint", "haliax", "haiku")) and installed(t.name)
]


@pytest.mark.parametrize("transform", SIGNED, ids=by_name)
def test_names_of_parameters(transform: Transform) -> None:
    """Each keyword that the table names is a parameter, at the position that the table says."""
    parameters = _parameters(transform)
    pairs = [(f.position, f.keyword) for f in transform.functions if f.keyword]
    pairs += [(o.position, o.keyword) for o in transform.operands if o.keyword and not o.rest]
    pairs += [*transform.axes_params, *([transform.argnums] if transform.argnums else [])]
    free = [*transform.static_params, *transform.donate_params]
    if "kwargs" not in " ".join(parameters) and not transform.filtered:
        assert set(free) <= set(parameters)
        assert {keyword for _, keyword in pairs} <= set(parameters)
    for position, keyword in pairs:
        if position >= 0 and keyword in parameters and not transform.filtered:
            assert parameters.index(keyword) == position


@pytest.mark.parametrize("transform", [t for t in TRANSFORMS.values() if t.equinox], ids=by_name)
def test_twins_exist(transform: Transform) -> None:
    assert callable(load(transform.equinox))
    assert TRANSFORMS[transform.equinox].filtered and TRANSFORMS[transform.runtime].filtered
    assert set(transform.twins) == {"runtime", "equinox"}


FILTERED: dict[str, Callable[[], Any]] = {
    "equinox.filter_jit": lambda: eqx.filter_jit(lambda tree: tree)(opaque()),
    "equinox.filter_grad": lambda: eqx.filter_grad(total)(opaque()),
    "equinox.filter_value_and_grad": lambda: eqx.filter_value_and_grad(total)(opaque()),
    "equinox.filter_jacrev": lambda: eqx.filter_jacrev(total)(opaque()),
    "equinox.filter_jacfwd": lambda: eqx.filter_jacfwd(total)(opaque()),
    "equinox.filter_vjp": lambda: eqx.filter_vjp(total, opaque()),
    "equinox.filter_vmap": lambda: eqx.filter_vmap(lambda tree: tree)(opaque()),
    "equinox.filter_checkpoint": lambda: eqx.filter_checkpoint(total)(opaque()),
    "equinox.filter_eval_shape": lambda: eqx.filter_eval_shape(lambda tree: tree, opaque()),
    "equinox.filter_make_jaxpr": lambda: eqx.filter_make_jaxpr(lambda tree: tree)(opaque()),
    "equinox.filter_closure_convert": lambda: eqx.filter_closure_convert(total, opaque()),
}


@pytest.mark.parametrize("name", FILTERED)
def test_filtered_transforms_take_opaque_leaves(name: str) -> None:
    assert not raises(FILTERED[name])
    assert TRANSFORMS[name].filtered and TRANSFORMS[name].checks == "none"


@pytest.mark.parametrize("name", [name for name in TRANSPARENT if installed(name)])
def test_transparent_decorators_are_callable(name: str) -> None:
    assert callable(load(name))


def test_the_tables_load_without_any_library() -> None:
    module = importlib.import_module("pytreelint.knowledge.transforms")
    assert "import jax\n" not in inspect.getsource(module)
