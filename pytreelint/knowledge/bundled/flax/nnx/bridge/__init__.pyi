# What pytreelint knows of flax.nnx.bridge (flax 0.12.8); see tools/generate_bundles.py.

from flax.nnx.bridge.interop import linen_in_bridge_mdl
from flax.nnx.bridge.interop import nnx_in_bridge_mdl
from flax.nnx.bridge.module import AttrPriority
from flax.nnx.bridge.module import Module
from flax.nnx.bridge.module import Scope
from flax.nnx.bridge.module import compact
from flax.nnx.bridge.module import current_context
from flax.nnx.bridge.module import current_module
from flax.nnx.bridge.variables import NNXMeta
from flax.nnx.bridge.variables import with_partitioning
from flax.nnx.bridge.wrappers import Functional
from flax.nnx.bridge.wrappers import ToLinen
from flax.nnx.bridge.wrappers import ToNNX
from flax.nnx.bridge.wrappers import functional
from flax.nnx.bridge.wrappers import lazy_init
from flax.nnx.bridge.wrappers import to_linen
from flax.nnx.nn import initializers as initializers
