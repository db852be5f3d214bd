"""An application over several files, whose classes are PyTrees in every way that there is."""
