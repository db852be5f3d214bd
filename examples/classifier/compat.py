"""One place for the names that have moved between versions of Equinox."""

from equinox import static_field as hyperparameter

__all__ = ["hyperparameter"]
