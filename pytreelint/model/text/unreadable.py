"""What is said about a file that cannot be read as Python."""

from __future__ import annotations


class Unreadable(Exception):  # noqa: N818 - a statement about the file, not a fault of this program
    """A file that cannot be checked: where reading stopped, why, and what its owner can do about it.

    Rows and columns are 1-based, columns count characters.
    """

    def __init__(self, path: str, row: int, column: int, message: str, remedy: str) -> None:
        """Plain values only, so that it travels between processes."""
        super().__init__(path, row, column, message, remedy)
        self.path = path
        self.row = row
        self.column = column
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.path}:{self.row}:{self.column}: {self.message}"
