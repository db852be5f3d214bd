# What pytreelint knows of diffrax._autocitation (diffrax 0.7.2); see tools/generate_bundles.py.

def citation(*args, **kwargs):
    return None

citation_rules = []
