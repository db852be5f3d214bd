"""What operations make of values: arithmetic, subscripts, iteration, tests."""
