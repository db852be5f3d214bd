"""Tokens: which values are certainly the same object. A copy of a value carries none, see `Value.token`.

Two values with one token are one object; two tokens say nothing. What is called keeps no token of its caller: its
parameters carry *formal* ones, which stand in its summary, and which each call replaces by those of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from operator import is_
from typing import TYPE_CHECKING, TypeVar

from pytreelint.knowledge.record import copied, dataclass, field, replace
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.unknowns import ArrayTree, Promised, Returned, Variables
from pytreelint.model.values.value import Array, Constant, Container, Object, Partial, Union, Unknown, Value

if TYPE_CHECKING:
    pass

Renamed = dict["Token", "Token"]
Inside = tuple[frozenset[int], frozenset["Token"]]  # the marks and tokens of all parts of a value, see `aliases`
Step = tuple[str, object]  # (".", attribute), ("[]", constant index), (SOME, its own object), (PASS, index in a pass)
SOME, PASS, IN_CACHE, LEAVES = "some", "pass", "kept", ("leaves", "")  # LEAVES: all leaves of an unknown tree
FOLD = "fold"  # from a key to what `fold_in` makes of it and this datum: another key, of which nothing was drawn
EACH = "each"  # of what any item of a container is: each of them is this very object
_DEPTH = 5  # how far into a tree tokens are looked for; deeper ones are not known
_SERIALS = count(1)
CARRIERS = frozenset([Array, Unknown, ArrayTree, Promised, Returned, Variables, Object, Container, Union, Node])
HOLDERS = frozenset([Object, Container, Union])
WITH_PARTS = frozenset([Object, Container])  # that are parts of it, in every run

_V = TypeVar("_V", bound=Value)


@dataclass(slots=True, eq=False)
class Token:
    """An object, wherever it is named.

    Attributes:
        parent, step: the object of which it is a part, and which; a part has one token for as long as nothing is
            assigned there.
        formal: it is a parameter of the call that is being followed.
        alternatives: it is one of these, see `joined`.
        updates: objects whose arrays it has anew, shape by shape.
        serial: later tokens have greater ones.
        rewritten: some part of it was assigned, and it is not known which.
        arrays_of: objects whose very arrays it holds, in a tree of another form: the state of a graph.
    """

    parent: Token | None = None
    step: Step | None = None
    formal: str = ""
    alternatives: tuple[Token, ...] = ()
    updates: frozenset[Token] = frozenset()
    parts: dict[Step, Token] | None = None
    serial: int = field(default_factory=_SERIALS.__next__)
    rewritten: bool = False
    arrays_of: tuple[Token, ...] = ()

    def part(self, step: Step) -> Token:
        """The token of an attribute or item."""
        if self.parts is None:
            self.parts = {}
        found = self.parts.get(step)
        if found is None:
            found = self.parts[step] = Token(self, step, serial=self.serial)
        return found

    def root(self) -> Token:
        """The object that it is a part of."""
        token = self
        while token.parent is not None and token.step is not None:
            token = token.parent
        return token

    def path(self) -> tuple[Token, tuple[Step, ...]]:
        """The object that it is a part of, and the way there."""
        if self.parent is None:
            return self, ()  # as most
        steps: list[Step] = []
        token = self
        while token.parent is not None and token.step is not None:
            steps.append(token.step)
            token = token.parent
        return token, tuple(reversed(steps))

    def is_part(self, whole: Token | None = None) -> bool:
        """Whether it is still a part of an object (None: of all that held it): nothing was assigned on the way."""
        token = self
        while token.parent is not None and token.step is not None:
            if (token.parent.parts or {}).get(token.step) is not token or (token := token.parent) is whole:
                return token is whole
        return whole is None

    def holders(self) -> Iterator[Token]:
        """The token itself, and those of which it is a part."""
        token: Token | None = self
        while token is not None:
            yield token
            token = token.parent


def now() -> int:
    """A serial: greater than those of all tokens so far."""
    return next(_SERIALS)


def stamped(value: _V, token: Token | None) -> _V:
    """A copy of a value with a token."""
    copy = copied(value)
    copy.token = token  # type: ignore[misc]  # frozen for type checkers alone
    return copy


def named(value: _V) -> _V:
    """A value as a name holds it: with a token of its own, unless it has one."""
    if value.token is None and type(value) in CARRIERS:
        return stamped(value, Token())
    return value


def same(value: Value, as_: Value) -> Value:
    """A value that is another one's object, known in another way."""
    if as_.token is None or value is as_ or type(value) not in CARRIERS:
        return value
    return value if value.token is as_.token else stamped(value, as_.token)


def carried(value: Value, from_: Value, depth: int = 0) -> Value:
    """A tree with the tokens of another one of its structure."""
    if value is from_ or depth > _DEPTH or is_bare(from_):
        return value
    value = same(value, from_)
    if isinstance(value, Container) and isinstance(from_, Container) and len(value.items) == len(from_.items):
        items = [carried(new, old, depth + 1) for new, old in zip(value.items, from_.items, strict=True)]
        if not all(map(is_, items, value.items)):
            value = stamped(replace(value, items=tuple(items)), value.token)
    elif isinstance(value, Object) and isinstance(from_, Object) and len(value.fields) == len(from_.fields):
        olds = dict(from_.fields)
        fields = tuple((name, carried(new, olds.get(name, new), depth + 1)) for name, new in value.fields)
        if any(new[1] is not old[1] for new, old in zip(fields, value.fields, strict=True)):
            value = stamped(replace(value, fields=fields), value.token)
    return value


def plain(value: Value, _: object = None) -> Value:
    """A value of which it is not known what other names it has, in none of its parts."""
    if type(value) in HOLDERS:
        return with_tokens(value, lambda _: None)
    return stamped(value, None) if value.token is not None else value


def parted(holder: Value, step: Step, value: Value) -> Value:
    """What was read of an object: its part, unless it is known as something else."""
    token = holder.token if value.token is None else None
    return value if token is None or _is_copy(holder, value) else stamped(value, token.part(step))


def holding(value: Partial, change: Callable[[Token], Token | None]) -> Partial:
    """A partial with the tokens of what it holds changed or (None) taken off."""
    keywords = tuple([(name, with_tokens(held, change)) for name, held in value.keywords])
    return replace(value, args=tuple([with_tokens(held, change) for held in value.args]), keywords=keywords)


def some_part(holder: Value, value: Value) -> Value:
    """Some item of an object, as a loop takes it: a part of it, and nobody knows which."""
    known = is_repeated(value)
    if type(value) is Partial:  # what it holds is another thing in each
        return holding(value, _another)
    value, token = with_tokens(value, _another), holder.token
    if token is None or known or _is_copy(holder, value):
        return value
    return stamped(value, Token(token, (SOME, object())))


def repeated(value: Value) -> Value:
    """What any item of `[key] * n` is: that key."""
    is_tree = type(value) in WITH_PARTS
    return value if value.token is None or is_tree else stamped(value, Token(None, (EACH, value.token)))


def is_repeated(value: Value) -> bool:
    """Whether it stands for any item of a container, all of which are one object."""
    return each_of(value.token) is not None


def each_of(token: Token | None) -> Token | None:
    """The object that each item of a container is, by the token of any."""
    step = token.step if token is not None else None
    return step[1] if step is not None and step[0] == EACH and isinstance(step[1], Token) else None


def _is_copy(holder: Value, value: Value) -> bool:
    """Whether an item is an array of its own; one of several keys is the key that it was."""
    return type(value) not in CARRIERS or (isinstance(holder, Array) and holder.flavour != "key")


def any_of(value: Value) -> Value:
    """What any item of a container is, of which one was looked at: it is none of them."""
    return with_tokens(value, _of_any)


def is_formal(token: Token) -> bool:
    """Whether it is a parameter of the call that is being followed, or a part of one."""
    return token.root().formal != ""


def resolved(value: Value, path: tuple[Step, ...]) -> list[Token]:
    """The token of a part of a value, or those of what is in it."""
    token, held = part_at(value, path)
    return [token] if token is not None else list(tokens_in(held)) if held is not None else []


def part_at(value: Value, path: tuple[Step, ...]) -> tuple[Token | None, Value | None]:
    """A part of a value, and its token."""
    token: Token | None = value.token
    held: Value | None = value
    for step in path:
        held = part_of(held, step) if held is not None else None
        own = held.token if held is not None else None
        token = own or (token.part(step) if token is not None else None)
    return token, held


def part_of(value: Value, step: Step) -> Value | None:
    kind, name = step
    if kind == ".":
        return value.get(str(name)) if isinstance(value, Object) else None
    if isinstance(value, Container) and value.kind == "dict":
        return value.items[value.keys.index(name)] if name in value.keys else None
    if isinstance(value, Container) and isinstance(name, int) and 0 <= name < len(value.items):
        return value.items[name]
    return None


def index_step(value: Value) -> Step | None:
    """The step of a constant index."""
    return ("[]", value.value) if isinstance(value, Constant) and value.kind in ("int", "str", "tuple") else None


def tokens_in(value: Value, depth: int = 0) -> Iterator[Token]:
    """The tokens of a value and of what it holds; where the whole has one, its parts without one are meant by it."""
    if value.token is not None:
        yield value.token
    if depth < _DEPTH and type(value) in WITH_PARTS and not parts_are_bare(value):
        if isinstance(value, Container):
            for item in (*value.items, value.rest):
                if item is not None and (item.token is not None or type(item) in WITH_PARTS):
                    yield from tokens_in(item, depth + 1)
        elif isinstance(value, Object):
            for _, held in value.fields:
                if held.token is not None or type(held) in WITH_PARTS:
                    yield from tokens_in(held, depth + 1)


def restamped(value: _V, token: Token | None) -> _V:
    """A value with a token, if it has another one or none."""
    return value if value.token is token else stamped(value, token)


def is_bare(value: Value) -> bool:
    """Whether neither a value nor a part of it has a token."""
    if value.token is not None:
        return False
    if (type(value) is Object or type(value) is Container) and value._bare is not None:
        return value._bare
    return type(value) not in HOLDERS or parts_are_bare(value)


def parts_are_bare(value: Value) -> bool:
    """Whether no part of a value has a token."""
    if type(value) is Union:
        return all(map(is_bare, value.options))
    assert type(value) is Container or type(value) is Object
    known = value._bare
    if known is None:
        if isinstance(value, Object):
            known = all(map(is_bare, [held for _, held in value.fields]))
        else:
            known = all(map(is_bare, value.items)) and (value.rest is None or is_bare(value.rest))
        object.__setattr__(value, "_bare", known)
    return known


def with_tokens(value: _V, change: Callable[[Token], Token | None]) -> _V:
    """A value with its tokens, and those of its parts, changed or (None) taken off."""
    if is_bare(value):
        return value
    token = change(value.token) if value.token is not None else None
    inner: Value = value
    if type(value) in HOLDERS and not parts_are_bare(value):
        if isinstance(value, Container):
            rest = with_tokens(value.rest, lambda token: _of_any(change(token))) if value.rest is not None else None
            inner = replace(value, items=tuple([with_tokens(item, change) for item in value.items]), rest=rest)
        elif isinstance(value, Object):
            inner = replace(value, fields=tuple([(name, with_tokens(held, change)) for name, held in value.fields]))
        elif isinstance(value, Union):
            options = tuple([with_tokens(option, lambda token: _of_any(change(token))) for option in value.options])
            inner = replace(value, options=options)
        inner = known_as(inner, value)
    if inner.token is token:
        return inner  # type: ignore[return-value]
    if inner is value:
        return stamped(value, token)
    object.__setattr__(inner, "token", token)  # it was made just now
    return inner  # type: ignore[return-value]


def known_as(copy: _V, value: Value) -> _V:
    """A copy of which is remembered what is known of all equal values."""
    if isinstance(value, (Container, Object)):
        object.__setattr__(copy, "_hash", value._hash)
        object.__setattr__(copy, "_size", value._size)
    return copy


def _another(token: Token) -> Token | None:
    """What the token of one item says of the next: that some part of an object is another one."""
    if (one := each_of(token)) is not None:
        return one
    return Token(token.parent, (SOME, object())) if token.step is not None and token.step[0] == SOME else None


def _of_any(token: Token | None) -> Token | None:
    """What the token of one item says of any of them."""
    if each_of(token) is not None:
        return token
    return Token(updates=token.updates) if token is not None and token.updates else None
