"""What functions and methods of libraries give, from the tables of `knowledge`."""
