"""The evaluator itself, and where it begins: the entries of a file."""
