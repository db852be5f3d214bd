"""4xx: maps over axes and devices."""
