# What pytreelint knows of lineax._tags (lineax 0.1.1); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import made, many, one

class _HasRepr:
    def __init__(self, string: str):
        self.string = string

symmetric_tag = made(_HasRepr, string='symmetric_tag')

diagonal_tag = made(_HasRepr, string='diagonal_tag')

tridiagonal_tag = made(_HasRepr, string='tridiagonal_tag')

unit_diagonal_tag = made(_HasRepr, string='unit_diagonal_tag')

lower_triangular_tag = made(_HasRepr, string='lower_triangular_tag')

upper_triangular_tag = made(_HasRepr, string='upper_triangular_tag')

positive_semidefinite_tag = made(_HasRepr, string='positive_semidefinite_tag')

negative_semidefinite_tag = made(_HasRepr, string='negative_semidefinite_tag')

transpose_tags_rules = []

def transpose_tags(tags: frozenset[typing.Any]):
    return one(tags, many('frozenset'))
