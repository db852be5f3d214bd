"""What transforms of libraries do: applying them, traces, gradients, what re-compiles."""
