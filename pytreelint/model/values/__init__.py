"""Abstract values, the frames and regions that they live in, their trees, and the sites that rules judge."""
