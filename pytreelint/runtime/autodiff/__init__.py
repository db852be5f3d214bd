"""Derivatives, and rules for them."""
