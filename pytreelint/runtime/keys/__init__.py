"""When two static values, functions above all, are the same to a compiled program."""
