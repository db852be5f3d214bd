# What pytreelint knows of chex._src.asserts (chex 0.1.92); see tools/generate_bundles.py.

import typing

def _chex_assert_fn(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def disable_asserts():
    return None

def enable_asserts():
    return None

def if_args_not_none(fn, *args, **kwargs):
    return None

def clear_trace_counter():
    return None

def assert_devices_available(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tpu_available(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_gpu_available(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_equal(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_not_both_none(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_exactly_one_is_none(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_is_divisible(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_scalar(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_scalar_in(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_scalar_positive(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_scalar_non_negative(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_scalar_negative(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_equal_size(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_size(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_equal_shape(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_equal_shape_prefix(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_equal_shape_suffix(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_shape(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_is_broadcastable(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_equal_rank(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_rank(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_type(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_axis_dimension_comparator(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_axis_dimension(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_axis_dimension_gt(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_axis_dimension_gteq(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_axis_dimension_lt(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_axis_dimension_lteq(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_numerical_grads(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_no_nones(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_has_only_ndarrays(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_is_on_host(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_is_on_device(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_is_sharded(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_shape(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_shape_prefix(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_shape_suffix(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_trees_all_equal_structs(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_trees_all_equal_comparator(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_trees_all_equal_dtypes(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_trees_all_equal_sizes(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_trees_all_equal_shapes(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_trees_all_equal_shapes_and_dtypes(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

assert_tree_all_finite = _chex_assert_fn

assert_trees_all_equal = _chex_assert_fn

assert_trees_all_close = _chex_assert_fn

assert_trees_all_close_ulp = _chex_assert_fn
