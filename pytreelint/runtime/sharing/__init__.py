"""One object in two places of a tree."""
