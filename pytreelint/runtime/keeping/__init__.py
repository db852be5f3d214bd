"""Files, and programs that leave the process."""
