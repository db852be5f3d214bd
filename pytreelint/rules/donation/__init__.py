"""Buffers that are gone, and keys that were drawn from."""
