"""The rules: a folder per family, a file per rule. Files are found by walking this package."""
