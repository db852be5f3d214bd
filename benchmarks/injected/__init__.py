"""Bugs put by script into packages from PyPI, as a maintainer could write them: how many does the linter find?"""
