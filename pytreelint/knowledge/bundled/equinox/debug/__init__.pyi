# What pytreelint knows of equinox.debug (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.debug._backward_nan import backward_nan
from equinox.debug._breakpoint_if import breakpoint_if
from equinox.debug._dce import inspect_dce
from equinox.debug._dce import store_dce
from equinox.debug._max_traces import assert_max_traces
from equinox.debug._max_traces import get_num_traces
