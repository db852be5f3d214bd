"""Jupyter notebooks: read as one Python text, and written back with nothing changed but what an edit changes."""
