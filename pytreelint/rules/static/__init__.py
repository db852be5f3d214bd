"""1xx: what is marked static and must not be."""
