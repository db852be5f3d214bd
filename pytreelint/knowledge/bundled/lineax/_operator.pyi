# What pytreelint knows of lineax._operator (lineax 0.1.1); see tools/generate_bundles.py.

from lineax._misc import inexact_asarray
import chex
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one, some

class AbstractLinearOperator(equinox.Module):
    def __check_init__(self):
        return None
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('array:any:inexact', declared=True)
    def transpose(self):
        return some(AbstractLinearOperator)
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')
    def in_size(self):
        return of('int')
    def out_size(self):
        return of('int')
    @property
    def T(self):
        return some(AbstractLinearOperator)
    def __add__(self, other):
        return made(AddLinearOperator, operator1=made(AbstractLinearOperator), operator2=other)
    def __sub__(self, other):
        return made(AddLinearOperator, operator1=some(AbstractLinearOperator), operator2=some(AbstractLinearOperator))
    def __mul__(self, other):
        return made(MulLinearOperator, operator=some(AbstractLinearOperator), scalar=of('array:jax:?'))
    def __rmul__(self, other):
        return made(MulLinearOperator, operator=some(AbstractLinearOperator), scalar=of('array:jax:?'))
    def __matmul__(self, other):
        return made(ComposedLinearOperator, operator1=made(AbstractLinearOperator), operator2=other)
    def __truediv__(self, other):
        return made(DivLinearOperator, operator=some(AbstractLinearOperator), scalar=of('array:jax:?'))
    def __neg__(self):
        return made(NegLinearOperator, operator=some(AbstractLinearOperator))

class MatrixLinearOperator(AbstractLinearOperator):
    matrix: jaxtyping.Float[jax.Array, '...']
    tags: frozenset[typing.Any] = equinox.field(static=True)
    def __init__(self, matrix: chex.Array, tags=()):
        self.matrix = of('array:any:inexact', declared=True)
        self.tags = one(many('frozenset', rest=of('unknown')), many('frozenset', tags))
    def mv(self, vector):
        return one(of('unknown'), of('array:jax:?'))
    def as_matrix(self):
        return self.matrix
    def transpose(self):
        return made(MatrixLinearOperator, matrix=one(self.matrix, of('array:any:inexact', declared=True)), tags=one(self.tags, many('frozenset', rest=of('unknown')), many('frozenset', one(self.tags, many('frozenset')))))
    def in_structure(self):
        return of('shape-struct')
    def out_structure(self):
        return of('shape-struct')

class PyTreeLinearOperator(AbstractLinearOperator):
    pytree: jaxtyping.PyTree[jaxtyping.Float[jax.Array, '...']]
    output_structure: tuple[jax.ShapeDtypeStruct] = equinox.field(static=True)
    tags: frozenset[typing.Any] = equinox.field(static=True)
    input_structure: tuple[jax.ShapeDtypeStruct] = equinox.field(static=True)
    def __init__(self, pytree, output_structure, tags=()):
        self.pytree = jax.tree.map(inexact_asarray, pytree)
        self.output_structure = (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))
        self.tags = one(many('frozenset', rest=of('unknown')), many('frozenset', tags))
        self.input_structure = (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))
    def mv(self, vector):
        return one(jax.tree.map((lambda _, matrix: of('unknown')), of('unknown'), self.pytree), of('unknown'), of('array:jax:?'))
    def as_matrix(self):
        return of('array:jax:?')
    def transpose(self):
        return made(PyTreeLinearOperator, pytree=one(self.pytree, of('unknown')), output_structure=one(self.output_structure, (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))), tags=one(self.tags, many('frozenset', rest=of('unknown')), many('frozenset', one(self.tags, many('frozenset')))), input_structure=one(self.input_structure, (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class DiagonalLinearOperator(AbstractLinearOperator):
    diagonal: jaxtyping.PyTree[jaxtyping.Float[jax.Array, '...']]
    def __init__(self, diagonal):
        self.diagonal = jax.tree.map(inexact_asarray, diagonal)
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('array:jax:?')
    def transpose(self):
        return self
    def in_structure(self):
        return self.diagonal
    def out_structure(self):
        return self.diagonal

class JacobianLinearOperator(AbstractLinearOperator):
    fn: collections.abc.Callable
    x: jaxtyping.PyTree[jaxtyping.Float[jax.Array, '...']]
    args: typing.Any
    tags: frozenset[typing.Any] = equinox.field(static=True)
    jac: typing.Literal['fwd'] | typing.Literal['bwd'] | None
    def __init__(self, fn, x, args=None, tags=(), jac: typing.Literal['fwd'] | typing.Literal['bwd'] | None=None, closure_convert: bool=True):
        self.fn = (of('unknown') if closure_convert else fn)
        self.x = jax.tree.map(inexact_asarray, x)
        self.args = args
        self.tags = one(many('frozenset', rest=of('unknown')), many('frozenset', tags))
        self.jac = jac
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('unknown')
    def transpose(self):
        return one(self, made(FunctionLinearOperator, fn=of('unknown'), input_structure=(many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef')), tags=one(many('frozenset', rest=of('unknown')), many('frozenset', one(self.tags, many('frozenset'))))))
    def in_structure(self):
        return jax.tree.map((lambda x: one(of('shape-struct'), x)), self.x)
    def out_structure(self):
        return of('unknown')

class FunctionLinearOperator(AbstractLinearOperator):
    fn: collections.abc.Callable
    input_structure: tuple[jax.ShapeDtypeStruct] = equinox.field(static=True)
    tags: frozenset[typing.Any] = equinox.field(static=True)
    def __init__(self, fn, input_structure, tags=(), closure_convert: bool=True):
        self.fn = (of('unknown') if closure_convert else fn)
        self.input_structure = (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))
        self.tags = one(many('frozenset', rest=of('unknown')), many('frozenset', tags))
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('unknown')
    def transpose(self):
        return made(FunctionLinearOperator, fn=one(self.fn, of('unknown')), input_structure=one(self.input_structure, (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))), tags=one(self.tags, many('frozenset', rest=of('unknown')), many('frozenset', one(self.tags, many('frozenset')))))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class IdentityLinearOperator(AbstractLinearOperator):
    input_structure: tuple[jax.ShapeDtypeStruct] = equinox.field(static=True)
    output_structure: tuple[jax.ShapeDtypeStruct] = equinox.field(static=True)
    def __init__(self, input_structure, output_structure=of('object:object')):
        self.input_structure = (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))
        self.output_structure = (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))
    def mv(self, vector):
        return one(vector, of('unknown'))
    def as_matrix(self):
        return of('array:jax:?')
    def transpose(self):
        return made(IdentityLinearOperator, input_structure=(many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef')), output_structure=(many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef')))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')
    @property
    def tags(self):
        return many('frozenset')

class TridiagonalLinearOperator(AbstractLinearOperator):
    diagonal: jaxtyping.Float[jax.Array, '...']
    lower_diagonal: jaxtyping.Float[jax.Array, '...']
    upper_diagonal: jaxtyping.Float[jax.Array, '...']
    def __init__(self, diagonal: jaxtyping.Float[jax.Array, '...'], lower_diagonal: jaxtyping.Float[jax.Array, '...'], upper_diagonal: jaxtyping.Float[jax.Array, '...']):
        self.diagonal = of('array:jax:?')
        self.lower_diagonal = of('array:jax:?')
        self.upper_diagonal = of('array:jax:?')
    def mv(self, vector):
        return of('array:jax:?')
    def as_matrix(self):
        return of('array:jax:?')
    def transpose(self):
        return made(TridiagonalLinearOperator, diagonal=of('array:jax:?'), lower_diagonal=of('array:jax:?'), upper_diagonal=of('array:jax:?'))
    def in_structure(self):
        return of('shape-struct')
    def out_structure(self):
        return of('shape-struct')

class TaggedLinearOperator(AbstractLinearOperator):
    operator: AbstractLinearOperator
    tags: frozenset[typing.Any] = equinox.field(static=True)
    def __init__(self, operator: AbstractLinearOperator, tags):
        self.operator = operator
        self.tags = one(many('frozenset', rest=of('unknown')), many('frozenset', tags))
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('array:any:inexact', declared=True)
    def transpose(self):
        return made(TaggedLinearOperator, operator=some(AbstractLinearOperator), tags=one(many('frozenset', rest=of('unknown')), many('frozenset', one(self.tags, many('frozenset')))))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class TangentLinearOperator(AbstractLinearOperator):
    primal: AbstractLinearOperator
    tangent: AbstractLinearOperator
    def __check_init__(self):
        return None
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('unknown')
    def transpose(self):
        return made(TangentLinearOperator, primal=some(AbstractLinearOperator), tangent=some(AbstractLinearOperator))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class AddLinearOperator(AbstractLinearOperator):
    operator1: AbstractLinearOperator
    operator2: AbstractLinearOperator
    def __check_init__(self):
        return None
    def mv(self, vector):
        return one(of('unknown'), of('array:jax:?'))
    def as_matrix(self):
        return of('array:any:inexact')
    def transpose(self):
        return made(AddLinearOperator, operator1=some(AbstractLinearOperator), operator2=some(AbstractLinearOperator))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class MulLinearOperator(AbstractLinearOperator):
    operator: AbstractLinearOperator
    scalar: jax.Array
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('array:jax:inexact', declared=True)
    def transpose(self):
        return made(MulLinearOperator, operator=some(AbstractLinearOperator), scalar=of('array:jax:?'))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class NegLinearOperator(AbstractLinearOperator):
    operator: AbstractLinearOperator
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('array:any:inexact', declared=True)
    def transpose(self):
        return made(NegLinearOperator, operator=some(AbstractLinearOperator))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class DivLinearOperator(AbstractLinearOperator):
    operator: AbstractLinearOperator
    scalar: jax.Array
    def mv(self, vector):
        return of('unknown')
    def as_matrix(self):
        return of('array:jax:inexact', declared=True)
    def transpose(self):
        return made(DivLinearOperator, operator=some(AbstractLinearOperator), scalar=of('array:jax:?'))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

class ComposedLinearOperator(AbstractLinearOperator):
    operator1: AbstractLinearOperator
    operator2: AbstractLinearOperator
    def __check_init__(self):
        return None
    def mv(self, vector):
        return one(of('unknown'), of('array:jax:?'))
    def as_matrix(self):
        return of('array:any:?', declared=True)
    def transpose(self):
        return made(ComposedLinearOperator, operator1=some(AbstractLinearOperator), operator2=some(AbstractLinearOperator))
    def in_structure(self):
        return of('unknown')
    def out_structure(self):
        return of('unknown')

linearise = of('unknown')

materialise = of('unknown')

diagonal = of('unknown')

tridiagonal = of('unknown')

is_symmetric = of('unknown')

is_diagonal = of('unknown')

is_tridiagonal = of('unknown')

has_unit_diagonal = of('unknown')

is_lower_triangular = of('unknown')

is_upper_triangular = of('unknown')

is_positive_semidefinite = of('unknown')

is_negative_semidefinite = of('unknown')

conj = of('unknown')
