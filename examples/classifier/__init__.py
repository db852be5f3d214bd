"""Three spirals, a residual network over Fourier features, and how well it tells them apart."""
