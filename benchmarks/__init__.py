"""What the linter costs, and how far it is right, on real code."""
