# What pytreelint knows of chex (chex 0.1.92); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from chex._src.asserts import assert_devices_available
from chex._src.asserts import assert_gpu_available
from chex._src.asserts import assert_numerical_grads
from chex._src.asserts import assert_tpu_available
from chex._src.asserts import assert_tree_shape
from chex._src.asserts import clear_trace_counter
from chex._src.asserts import disable_asserts
from chex._src.asserts import enable_asserts
from chex._src.asserts import if_args_not_none
from chex._src.asserts_chexify import ChexifyChecks
from chex._src.asserts_chexify import block_until_chexify_assertions_complete
from chex._src.asserts_chexify import with_jittable_assertions
from chex._src.dataclass import mappable_dataclass
from chex._src.dataclass import register_dataclass_type_with_jax_tree_util
from chex._src.dimensions import Dimensions
from chex._src.fake import fake_jit
from chex._src.fake import fake_pmap
from chex._src.fake import fake_pmap_and_jit
from chex._src.fake import set_n_cpu_devices
from chex._src.pytypes import PyTreeDef
from chex._src.pytypes import Scalar
from chex._src.restrict_backends import restrict_backends
from chex._src.variants import ChexVariantType
from chex._src.variants import TestCase
from chex._src.variants import all_variants
from chex._src.variants import params_product
from chex._src.variants import variants
from chex._src.warnings import create_deprecated_function_alias
from chex._src.warnings import warn_deprecated_function
from chex._src.warnings import warn_keyword_args_only_in_future
from chex._src.warnings import warn_only_n_pos_args_in_future
