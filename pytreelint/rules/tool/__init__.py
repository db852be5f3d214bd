"""What the tool says about files and comments rather than about programs; the engine finds it itself."""
