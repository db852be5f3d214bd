import equinox as eqx


def maybe_jit(fn, debug=False):
    if debug:
        return fn
    return eqx.filter_jit(fn)
