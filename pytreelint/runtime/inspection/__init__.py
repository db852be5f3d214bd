"""What programs are, and why they are traced again."""
