"""What is traced and compiled more often than it need be."""
