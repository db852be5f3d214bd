# What pytreelint knows of equinox._module._module (equinox 0.13.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from pytreelint.bundled import of

def StrictConfig(force_abstact: bool=False, **kwargs):
    return (None if force_abstact else False)

def module_update_wrapper(wrapper, wrapped=None):
    return of('unknown')
