"""Abstract values, the frames and turns that they live in, their trees, and the sites that rules judge."""
