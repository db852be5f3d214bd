# What pytreelint knows of flax.traceback_util (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import config
import jax

api_boundary = jax._src.traceback_util.api_boundary

def register_exclusion(path):
    return None

def hide_flax_in_tracebacks():
    return None

def show_flax_in_tracebacks():
    return None
