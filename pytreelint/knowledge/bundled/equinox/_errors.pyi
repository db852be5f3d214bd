# What pytreelint knows of equinox._errors (equinox 0.13.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

class EquinoxTracetimeError(RuntimeError):
    pass
