# What pytreelint knows of diffrax._root_finder._with_tols (diffrax 0.7.2); see tools/generate_bundles.py.

from pytreelint.bundled import made, many, of, one

class _UseStepSizeTol:
    pass

class _WithTolsDoc:
    def __init__(self, cls, args, kwargs):
        self.cls = cls
        self.args = args
        self.kwargs = kwargs

def with_stepsize_controller_tols(cls):
    return (lambda *args, **kwargs: one(made(_WithTolsDoc, cls=cls, args=args, kwargs=kwargs), made(_WithTolsDoc, cls=cls, args=many('tuple', rest=of('unknown')), kwargs=many('dict', rest=of('unknown'))), of('unknown')))
