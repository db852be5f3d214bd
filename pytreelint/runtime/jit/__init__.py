"""Compiled programs: structure and types lead to a plan, static values to a program."""
