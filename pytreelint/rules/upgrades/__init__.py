"""8xx: names that libraries have left behind."""
