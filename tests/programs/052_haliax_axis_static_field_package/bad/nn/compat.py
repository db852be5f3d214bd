from equinox import Module, static_field

__all__ = ["Module", "static_field"]
