"""Small programs rebuilt from bug reports, and right ones that resemble them; see README.md."""
