"""Import statements of the files that fixes change: where a new one stands, and how it is written."""
