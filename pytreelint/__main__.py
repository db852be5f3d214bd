"""`python -m pytreelint`."""

import os
import sys

# `python -m` puts the working directory first, where files of the project under check would be imported for ours.
if not sys.flags.safe_path and sys.path and os.path.abspath(sys.path[0]) == os.getcwd():
    del sys.path[0]

from pytreelint.cli import main

if __name__ == "__main__":
    main()
