"""The command line: one file per click command, each thin."""
