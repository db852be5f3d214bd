"""Programs of `fixtures/` in other forms that mean the same: what is found in one must be found in the other.

A form rewrites a program: a function behind a decorator, a value through a dict, a script in two files. Nothing that
matters to JAX changes. So a finding that is lost shows what the model cannot follow, and one that is new is false.
`python -m tests.forms` prints both, by form.
"""
