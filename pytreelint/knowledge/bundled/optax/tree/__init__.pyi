# What pytreelint knows of optax.tree (optax 0.2.8); see tools/generate_bundles.py.

from optax.tree_utils._casting import tree_cast
from optax.tree_utils._casting import tree_cast_like
from optax.tree_utils._casting import tree_dtype
from optax.tree_utils._random import tree_random_like
from optax.tree_utils._random import tree_split_key_like
from optax.tree_utils._random import tree_unwrap_random_key_data
from optax.tree_utils._state_utils import tree_get
from optax.tree_utils._state_utils import tree_get_all_with_path
from optax.tree_utils._state_utils import tree_map_params
from optax.tree_utils._state_utils import tree_set
from optax.tree_utils._tree_math import tree_add
from optax.tree_utils._tree_math import tree_add_scale
from optax.tree_utils._tree_math import tree_allclose
from optax.tree_utils._tree_math import tree_batch_shape
from optax.tree_utils._tree_math import tree_clip
from optax.tree_utils._tree_math import tree_conj
from optax.tree_utils._tree_math import tree_div
from optax.tree_utils._tree_math import tree_full_like
from optax.tree_utils._tree_math import tree_max
from optax.tree_utils._tree_math import tree_min
from optax.tree_utils._tree_math import tree_mul
from optax.tree_utils._tree_math import tree_norm
from optax.tree_utils._tree_math import tree_ones_like
from optax.tree_utils._tree_math import tree_real
from optax.tree_utils._tree_math import tree_scale
from optax.tree_utils._tree_math import tree_size
from optax.tree_utils._tree_math import tree_sub
from optax.tree_utils._tree_math import tree_sum
from optax.tree_utils._tree_math import tree_update_infinity_moment
from optax.tree_utils._tree_math import tree_update_moment
from optax.tree_utils._tree_math import tree_update_moment_per_elem_norm
from optax.tree_utils._tree_math import tree_vdot
from optax.tree_utils._tree_math import tree_where
from optax.tree_utils._tree_math import tree_zeros_like
from pytreelint.bundled import of

cast = tree_cast

cast_like = tree_cast_like

dtype = tree_dtype

random_like = tree_random_like

split_key_like = tree_split_key_like

unwrap_random_key_data = tree_unwrap_random_key_data

get = tree_get

get_all_with_path = tree_get_all_with_path

map_params = tree_map_params

set = tree_set

add = tree_add

add_scale = tree_add_scale

allclose = tree_allclose

batch_shape = tree_batch_shape

bias_correction = of('function')

clip = tree_clip

conj = tree_conj

div = tree_div

full_like = tree_full_like

max = tree_max

min = tree_min

mul = tree_mul

norm = tree_norm

ones_like = tree_ones_like

real = tree_real

scale = tree_scale

size = tree_size

sub = tree_sub

sum = tree_sum

update_infinity_moment = tree_update_infinity_moment

update_moment = tree_update_moment

update_moment_per_elem_norm = tree_update_moment_per_elem_norm

vdot = tree_vdot

where = tree_where

zeros_like = tree_zeros_like
