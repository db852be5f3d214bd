"""5xx: what is changed, and what is one object in two places."""
