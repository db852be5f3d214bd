"""`python -m pytreelint`."""

from pytreelint.cli import main

if __name__ == "__main__":
    main()
