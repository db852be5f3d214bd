"""Trees: taken apart into arrays and a rest, joined, compared, changed, shown."""
