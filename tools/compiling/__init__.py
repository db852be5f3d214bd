"""The compiled build: records of the model written out as plain classes, and the modules compiled by mypyc."""
