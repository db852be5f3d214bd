# What pytreelint knows of equinox._caches (equinox 0.13.8); see tools/generate_bundles.py.

def clear_caches():
    return None
