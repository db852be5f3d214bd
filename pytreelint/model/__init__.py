"""What the program means: modules, names, PyTree types, flows, evidence."""
