"""The program under check: its layout, its modules, and what names lead to."""
