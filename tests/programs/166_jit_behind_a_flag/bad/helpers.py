import jax


def maybe_jit(fn, debug=False):
    if debug:
        return fn
    return jax.jit(fn)  # expect: PTL201
