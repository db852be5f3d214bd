"""Text and its places: files read, parsed and concrete, imports written, notebooks."""
