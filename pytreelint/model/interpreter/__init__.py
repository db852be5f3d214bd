"""Expressions, statements, calls and loops of the source that is followed."""
