# What pytreelint knows of chex._src.asserts (chex 0.1.92); see tools/generate_bundles.py.

import typing

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

def assert_numerical_grads(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None

def assert_tree_shape(*args, custom_message: str | None=None, custom_message_format_vars: list[typing.Any]=(), include_default_message: bool=True, exception_type=AssertionError, **kwargs):
    return None
