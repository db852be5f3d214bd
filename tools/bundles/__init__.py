"""Bundles: what the model knows of a library's public names, written down as stubs while the library is installed."""
