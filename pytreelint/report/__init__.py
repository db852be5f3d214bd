"""How findings are shown: one file per output format."""
