from equinox import Module, field

__all__ = ["Module", "field"]
