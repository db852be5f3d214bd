"""Static analysis and codemods for JAX PyTree code. Imports nothing: `pytreelint.runtime` must load alone."""

__version__ = "0.1.0"
