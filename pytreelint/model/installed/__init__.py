"""Which libraries there are, and in which versions: environments, pins, requirements."""
