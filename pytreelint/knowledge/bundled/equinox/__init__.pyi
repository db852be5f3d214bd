# What pytreelint knows of equinox (equinox 0.13.8); see tools/generate_bundles.py.

from equinox._caches import clear_caches
from equinox._errors import EquinoxTracetimeError
from equinox._jit import EquinoxRuntimeError
from equinox._module._module import StrictConfig
from equinox._module._module import module_update_wrapper
from equinox._module._prebuilt import Partial
from equinox._pretty_print import tree_pformat
from equinox._pretty_print import tree_pprint
from equinox._serialisation import default_deserialise_filter_spec
from equinox._serialisation import default_serialise_filter_spec
from equinox._serialisation import tree_serialise_leaves
from equinox._tree import tree_check
from equinox._tree import tree_flatten_one_level
from equinox._vmap_pmap import if_array
