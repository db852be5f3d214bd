# What pytreelint knows of optimistix.compat (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix.compat._impl import OptimizeResults
from optimistix.compat._impl import minimize
